"""Tournaments: players, results, points, tie-breaks, standings and pairings. Pure, and no game is known here."""
