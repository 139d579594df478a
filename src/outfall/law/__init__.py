"""What an ordinance says and what follows from it: pure functions over frozen data."""
