"""How the documentation is built: `make docs`."""

from outfall import __version__

project = "Outfall"
author = "The Outfall maintainers"
copyright = "The Outfall maintainers"
release = __version__

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "Outfall"
html_copy_source = False
html_show_sphinx = False

# A mermaid drawing is shown as its text: no highlighter knows it.
suppress_warnings = ["misc.highlighting_failure"]
