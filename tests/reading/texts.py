"""Texts for the tests of the rules: paragraphs under a heading, without a segmenter between."""

from __future__ import annotations

from outfall.reading.provisions import Kind, Provision, Text


def text_of(*paragraphs: str, heading: str = "Enforcement.") -> Text:
    """A text of a heading and paragraphs, with the cites A, B, C and so on."""
    source = "\n".join([heading, *paragraphs])
    found, start = [], 0
    for place, said in enumerate([heading, *paragraphs]):
        end = start + len(said)
        kind, cite = (Kind.PARAGRAPH, chr(64 + place)) if place else (Kind.HEADING, "")
        found.append(Provision(cite, said, start, end, tuple(range(start, end)), kind))
        start = end + 1
    return Text(source, tuple(found))
