"""Many cases at once: read from tables, answered in parts, and put together whole."""
