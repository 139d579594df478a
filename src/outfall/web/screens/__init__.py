"""The pages: each asks for a standing or a list, and shows it."""
