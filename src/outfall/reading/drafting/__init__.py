"""Facts to a draft pack: rules with their paragraphs, and a question for each doubt."""
