"""Towns, the people who work for them, and what each town has adopted."""
