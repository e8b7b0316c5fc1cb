"""Entries, seals, the chain and the portable file; knows no game."""
