"""A draft as files: the pack, its versions, and the questions as a page for counsel."""

from __future__ import annotations

from typing import Any

import yaml

from outfall.reading.drafting.book import Choice, Question
from outfall.reading.drafting.draft import Draft

WIDTH = 100
KINDS = {
    "conflict": "The text says two things",
    "unclear": "The text can be read in more than one way",
    "silent": "The text does not say",
    "blank": "A figure is missing in the text",
    "cut": "The text at hand is not whole",
    "unmodelled": "Stated in the text, and in no rule of the draft",
    "proposed": "Proposed by the town's own program",
    "office": "What the town knows",
    "form": "Form of the text: compare with the official one",
}


class _Dumper(yaml.SafeDumper):
    """Short things on one line, as people write packs by hand."""

    def ignore_aliases(self, data: object) -> bool:
        """Write each value in full where it stands."""
        return True


def _flow(value: Any) -> bool:
    return len(repr(value)) < WIDTH - 30 and "says" not in value and "paragraphs" not in value


def _mapping(dumper: _Dumper, value: dict[str, Any]) -> yaml.Node:
    node = dumper.represent_mapping("tag:yaml.org,2002:map", list(value.items()))
    node.flow_style = _flow(value)
    return node


def _sequence(dumper: _Dumper, value: list[Any]) -> yaml.Node:
    node = dumper.represent_sequence("tag:yaml.org,2002:seq", value)
    node.flow_style = _flow(value)
    return node


def _text(dumper: _Dumper, value: str) -> yaml.Node:
    style = ">" if len(value) > WIDTH else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(dict, _mapping)
_Dumper.add_representer(list, _sequence)
_Dumper.add_representer(str, _text)


def pack_yaml(draft: Draft) -> str:
    """The pack's file."""
    head = (
        f"# A draft of {draft.about.title}, read from the published text. Counsel answers the\n"
        "# questions of questions.md and compares each rule with its paragraph before it is law.\n"
    )
    body = yaml.dump(draft.pack, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=WIDTH)
    return head + body


def versions_yaml(draft: Draft) -> str:
    """The file that tells the pack's versions: the draft alone, without a day."""
    about = draft.about
    row = {"version": about.version, "file": f"{about.version}.yaml"}
    return yaml.dump({"ordinance": about.id, "versions": [row]}, Dumper=_Dumper, sort_keys=False)


def questions_md(draft: Draft) -> str:
    """The questions as a page: by kind, each with its paragraph, words, choices and what they
    change."""
    lines = [
        f"# Questions on {draft.about.title}",
        "",
        f"{len(draft.questions)} questions. Those with choices are readings of the pack: the first "
        "choice is adopted until another is.",
    ]
    for kind, title in KINDS.items():
        found = [q for q in draft.questions if q.kind == kind]
        if found:
            lines += ["", f"## {title}"]
            for question in found:
                lines += _question(question)
    return "\n".join(lines) + "\n"


def _question(question: Question) -> list[str]:
    cite = f" ({question.cite})" if question.cite else ""
    name = f"`{question.id}`{cite}"
    lines = ["", f"### {name}", "", question.says]
    for cite, words in question.quotes:
        lines += ["", f"> {cite + ': ' if cite else ''}{words}"]
    if question.choices:
        lines.append("")
        lines += [_choice(c, c is question.choices[0]) for c in question.choices]
    if question.do:
        lines += ["", f"To do: {question.do}"]
    return lines


def _choice(choice: Choice, is_adopted: bool) -> str:
    mark = " **(adopted)**" if is_adopted else ""
    said = f"- `{choice.id}`{mark}: {choice.says}"
    for change in choice.changes:
        said += f"\n  - {change}"
    return said
