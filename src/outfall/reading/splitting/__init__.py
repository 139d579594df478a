"""How a published text is taken apart: lines, paragraphs, markers, numbering, places."""
