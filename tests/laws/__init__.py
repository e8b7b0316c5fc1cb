"""The laws that every game keeps, written once for all games: general ones, and those of hidden information.

A new game is found by itself. It brings `LAW_DEALS` in its `rules.py`, an `imagine`, and, where it can leak in ways of
its own, `tests/games/<game>/leaks.py` with `LEAKS` (in `HARMLESS` those generic plants that
tell nobody anything, in `UNREACHABLE` the tags that its shipped card set cannot bring up).
`clean.py` is the honest run of a game, `checks.py` the laws over random play, `worlds.py` the second worlds, `told.py`
what they are told, `plants.py` the holes that must be found. The laws run without coverage: they are worth more worlds
than lines, and every branch of `domain` is met by the tests beside them.
"""
