"""The tamper-evident record of a town: entries, their chains, and how anybody verifies them."""
