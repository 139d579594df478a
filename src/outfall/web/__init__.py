"""The office: a town's case work on screen, over the record and the law."""
