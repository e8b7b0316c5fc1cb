"""Notes on a record: a file of their own beside it, bound to it, and what is shown of them to whom."""
