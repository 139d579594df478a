"""The tables of drafts."""
