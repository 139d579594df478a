"""A case as one picture: the standing and the case laid out in rows, then drawn as text or SVG."""
