"""Published text to provisions to facts to a draft pack: what a code says, read by plain rules."""
