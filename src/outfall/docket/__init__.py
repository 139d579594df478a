"""Many cases at once: read from tables, answered in parts, and put together whole.

``engine`` is the law compiled to columns, and knows no file. The modules beside it read the tables
of a docket, cut them into parts, let them be answered, and put the answers in place. Nothing is
imported here: the engine needs the extra ``outfall[docket]``, and what reads a report does not.
"""
