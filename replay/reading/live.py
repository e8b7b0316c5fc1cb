"""The live line of a record that is read without its rules: what no rewind took back."""

from __future__ import annotations

from collections.abc import Sequence


def live_numbers(rewinds: Sequence[int | None]) -> set[int]:
    """Return the numbers of the entries that stand; for each entry, in order, where it went back to, if it did.

    The twin of `Timeline.taken_back`, for lines that are not followed.
    """
    live = set()
    n = len(rewinds)
    while n > 0:
        live.add(n)
        to = rewinds[n - 1]
        n = to if to is not None and to < n else n - 1
    return live
