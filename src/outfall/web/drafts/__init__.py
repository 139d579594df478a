"""Drafts of a town's ordinance: a published text, read, looked over by counsel, and published."""
