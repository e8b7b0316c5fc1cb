"""Panzer Clash: a card-driven wargame for two seats with a map, deck building and a response chain."""
