"""Tournaments: streams of entries beside those of the tables, what is listed of them, and which tables are theirs."""
