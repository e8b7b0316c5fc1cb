"""What rests where something is looked at again and again: the next look would only meet the same fault."""

from __future__ import annotations


class Resting:
    """Names of tables or tournaments at which a fault was met, so that it keeps no other one waiting."""

    def __init__(self) -> None:
        self._left: dict[str, int] = {}  # looks

    def begin_look(self) -> None:
        """Begin one more look; who has rested for as many as were said rests no longer."""
        self._left = {name: left - 1 for name, left in self._left.items() if left > 1}

    def rest(self, name: str, looks: int) -> None:
        """Let it rest until so many looks have begun."""
        self._left[name] = looks

    def __contains__(self, name: str) -> bool:
        return name in self._left
