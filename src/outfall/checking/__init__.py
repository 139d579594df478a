"""What is contradictory, missing, out of reach or above a ceiling in a pack: findings."""
