"""Marshmallow's description of everything around the games: queries, bodies, answers."""
