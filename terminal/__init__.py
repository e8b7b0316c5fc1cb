"""Screens of `replay step` and `matchledger play`: the one room that imports Textual. It knows no game."""
