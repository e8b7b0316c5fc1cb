"""As whom the tests' PostgreSQL runs: it refuses to run as root."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from tests.ledger.server import reachable, somebody


def test_root_runs_it_as_nobody_and_anybody_else_directly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it keep root's groups."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    nobody = pwd.getpwnam("nobody")
    assert somebody() == {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    assert nobody.pw_uid != 0
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert somebody() == {}


def test_programs_in_a_private_folder_are_copied_for_it(tmp_path: Path) -> None:
    """Those that everybody can reach are run where they are."""
    installed = tmp_path / "pginstall" / "bin"
    installed.mkdir(parents=True)
    (installed / "postgres").write_text("a program")
    (tmp_path / "pginstall").chmod(0o700)
    copied = reachable(installed, tmp_path / "own")
    assert copied == tmp_path / "own" / "installed" / "bin"
    assert (copied / "postgres").read_text() == "a program"
    assert reachable(Path("/usr/bin"), tmp_path / "another") == Path("/usr/bin")
