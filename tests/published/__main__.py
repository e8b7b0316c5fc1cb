"""`python -m tests.published` writes both catalogues anew; it refuses to drop or change what stands in them."""

from __future__ import annotations

import sys

from domain import games
from tests.published.describe import lost
from tests.published.files import PLACES, current, kept, write

if __name__ == "__main__":
    games.add("tests.harbour")
    for place in PLACES:
        missing = lost(kept(place), current(place))
        if missing:
            sys.exit("\n".join((f"{place} would lose what records may hold:", *missing)))
        write(place)
