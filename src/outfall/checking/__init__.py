"""What is contradictory, missing, out of reach or above a ceiling in a pack: findings.

``check.py`` runs every check of ``CHECKS``; ``catalog.py`` has a row for each kind of finding. A
check is a pure function of an ordinance. Its rule is a general one, about what a pack says and does
not say: no check knows a pack's id or a paragraph.
"""
