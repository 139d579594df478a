"""Reading and writing the files that people hand in."""
