"""Golden plays: whole games written down as moves, with the record, the views and the transcript they must give.

A play is `tests/games/<game>/golden/<name>.toml` (`written.py`). Played through the table's own functions with its own
times and secrets (`playing.py`), it must give, byte for byte, what lies in `tests/golden/<game>/`: the full record, a
digest of every viewer's views, and the transcript (`telling.py`). `python -m tests.golden` turns a record into a play
and shows how views differ from those of another revision.
"""
