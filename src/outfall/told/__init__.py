"""The law in words, for whoever shows it: the command line and the office."""
