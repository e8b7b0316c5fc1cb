"""`requirements.lock` names all that is installed, and each with its extras."""

import re
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCK = Path(__file__).parent.parent / "requirements.lock"


def locked() -> dict[str, Requirement]:
    """What the lock asks for on this machine, by its canonical name."""
    lines = re.findall(r"^([a-z][^\\\n]*?) \\$", LOCK.read_text(), re.MULTILINE)
    asked = [Requirement(line) for line in lines]
    return {canonicalize_name(one.name): one for one in asked if one.marker is None or one.marker.evaluate()}


def needed(pinned: dict[str, Requirement]) -> Iterator[tuple[str, Requirement]]:
    """Everything that a pinned package, with its extras, asks for on this machine."""
    for name, pin in pinned.items():
        for line in distribution(name).requires or []:
            one = Requirement(line)
            if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *pin.extras)):
                yield name, one


def test_a_package_asked_for_with_an_extra_is_pinned_with_it() -> None:
    """An older pip takes the newest `coverage[toml]`, whatever `coverage` is pinned to, and has no hash for it."""
    pinned = locked()
    asked = list(needed(pinned))
    assert any(one.extras for _, one in asked)
    for name, one in asked:
        found = pinned.get(canonicalize_name(one.name))
        assert found is not None, f"{name} needs {one}, which the lock does not name"
        assert one.extras <= found.extras, f"{name} needs {one}, the lock has {found}"
