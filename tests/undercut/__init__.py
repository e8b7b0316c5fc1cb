"""Undercut: a whole game in 300 lines, built step by step in docs/new_game.md."""
