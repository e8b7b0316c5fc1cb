"""The build of Python is named, as far as it tells."""

from __future__ import annotations

import platform
import sysconfig

import pytest

from replay.interpreter import interpreter


def test_the_build_that_runs_this_is_named() -> None:
    found = interpreter()
    assert found.version == platform.python_version()
    assert found.implementation == platform.python_implementation()
    assert found.compiler == platform.python_compiler()
    assert not found.debug


@pytest.mark.parametrize(
    ("arguments", "pgo", "lto"),
    [
        ("'--enable-optimizations' '--with-lto' '--prefix=/a b'", True, True),
        ("--enable-optimizations=yes --with-lto=full", True, True),
        ("--enable-optimizations=no", None, None),
        ("'CFLAGS=-g --with-lto'", None, None),
        (None, None, None),
    ],
)
def test_what_was_not_asked_for_may_be_there_all_the_same(
    arguments: str | None, pgo: bool | None, lto: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A distribution may call the profiling targets itself."""
    told = {"CONFIG_ARGS": arguments, "OPT": "-O2"}
    monkeypatch.setattr(sysconfig, "get_config_var", told.get)
    assert (interpreter().pgo, interpreter().lto, interpreter().flags) == (pgo, lto, "-O2")
