"""Tournaments in the formats of other programs."""
