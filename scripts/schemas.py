"""Writes the published JSON Schemas into docs/schema/, where readers and editors find them."""

from __future__ import annotations

import json
from pathlib import Path

from outfall.files.schemas import SCHEMAS, schema

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "schema"


def texts() -> dict[str, str]:
    """The files by name, as they must stand in the folder."""
    return {f"{name}.json": json.dumps(schema(name), indent=1) + "\n" for name in SCHEMAS}


def main() -> None:
    """Write each schema, and take away what is none any more."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = texts()
    for file in FOLDER.glob("*.json"):
        if file.name not in wanted:
            file.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"schema: {len(wanted)} files in docs/schema")


if __name__ == "__main__":
    main()
