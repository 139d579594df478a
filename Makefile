# Everything here sets itself up: Python 3.11 or newer and make are enough. `make help` lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup test equality check demo demo-papers lock schema docs reference accuracy gallery screenshots bench mutants clean

BIN := .venv/bin
READY := .venv/.ready
# A process of the tests finds its modules compiled, whatever is set here: they start the office some hundred times.
TESTING = env -u DATABASE_URL -u PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX=$(CURDIR)/build/bytecode
# Tests wait for their browsers and offices: one process more than there are cores.
ABREAST ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1)))
COMPILE = UV_PYTHON_DOWNLOADS=never $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(UPGRADE)

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

$(READY): requirements/uv.txt requirements/dev.txt pyproject.toml scripts/setup
	@scripts/setup

setup: $(READY) ## lay the private environment in .venv (no network where it is up to date)

test: $(READY) ## run the tests on SQLite, and those of the office on PostgreSQL too
	@$(TESTING) $(BIN)/pytest -n $(ABREAST) -m "not apart"
	@$(TESTING) $(BIN)/python scripts/with_postgres.py $(BIN)/pytest -n $(ABREAST) -m "not once and not apart" tests/web

equality: $(READY) ## compile the docket's plans, and hold them to the law field by field
	@env -u DATABASE_URL $(BIN)/pytest -n 2 -m apart tests/docket tests/web

check: $(READY) ## style, types, the direction of imports and the rules of the house
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python scripts/house.py

demo: $(READY) ## an office with two invented towns and some 60 cases, served on this machine
	@OUTFALL_HOME=build/demo $(BIN)/outfall demo

demo-papers: $(READY) ## two worked cases, what the ordinance says about them, and their papers
	@scripts/demo.sh

schema: $(READY) ## write the published JSON Schemas into docs/schema
	@$(BIN)/python scripts/schemas.py

docs: $(READY) ## build the documentation into build/docs; a warning is an error
	@$(BIN)/sphinx-build -W --keep-going -q -b html -d build/doctrees docs build/docs
	@echo "docs: build/docs/index.html"

reference: $(READY) ## write the parts of docs/reference that the code already says
	@$(BIN)/python scripts/reference.py

accuracy: $(READY) ## score the reader of ordinances, and write the page of its figures
	@$(BIN)/python scripts/accuracy.py

gallery: $(READY) ## write docs/gallery.md, and a picture of each paper
	@$(BIN)/python scripts/gallery.py

screenshots: $(READY) ## write docs/office.md, and take the pictures of the office
	@$(BIN)/python scripts/screenshots.py

bench: $(READY) ## run every benchmarks/bench_*.py
	@for file in benchmarks/bench_*.py; do \
		[ -e "$$file" ] || { echo "bench: no benchmarks yet"; break; }; \
		echo "== $$file"; $(BIN)/python "$$file"; done

mutants: $(READY) ## change the law a little, over and over, and see that a test notices
	@$(BIN)/python scripts/mutants.py
	@$(BIN)/python scripts/mutants.py again
	@$(BIN)/python scripts/mutants.py report

lock: $(READY) ## pin the dependencies anew (UPGRADE=--upgrade for the newest)
	@$(COMPILE) pyproject.toml -o requirements/run.txt
	@$(COMPILE) pyproject.toml --constraint requirements/run.txt --extra office -o requirements/office.txt
	@$(COMPILE) pyproject.toml --constraint requirements/office.txt --extra office --group dev --group docs --group bench -o requirements/dev.txt
	@$(COMPILE) --group uv -o requirements/uv.txt

clean: ## remove what the targets above made, .venv included
	@rm -rf .venv build dist mutants .hypothesis .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
