"""The laws that every game keeps, written once for all games: general ones, and those of hidden information.

A new game is found by itself. It brings `LAW_DEALS` in its `rules.py`, an `imagine`, and, where it has them,
`tests/games/<game>/leaks.py`, each part of which may be absent: `LEAKS`, holes of its own; `HARMLESS`, generic plants
that tell nobody anything; `KNOWN_AFTER`, hidden zones that everybody knows once a question is answered; `FORCED`, where
the facts of two answers under seal may differ; `UNPAIRED`, kinds of step of which more than 2 % may have no second
world; `UNREACHABLE`, tags that its shipped card set cannot bring up.
Beside it lies `audiences.py`: who may see which field, copied by hand from its specification, not read from its marks.
`clean.py` is the honest run of a game, `checks.py` the laws over random play, `worlds.py` the second worlds, `told.py`
what they are told, `plants.py` the holes that must be found: `zones.py` of hidden zones, `holes.py` of all else.
`python -m tests.laws` prints what they come to. The laws run without coverage: they are worth more worlds than lines,
and every branch of `domain` is met by the tests beside them.
"""
