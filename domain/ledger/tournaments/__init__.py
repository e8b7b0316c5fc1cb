"""Tournaments: streams of entries beside those of the tables, what is listed of them, which tables are
theirs, and the letters of their webhooks."""
