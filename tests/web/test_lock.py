"""The lock of what checks the pages: complete for every platform, and without the address of any registry."""

from __future__ import annotations

import json

from tests.node import ROOT

PACKAGES = json.loads((ROOT / "package-lock.json").read_text())["packages"]


def test_the_lock_names_what_each_platform_needs() -> None:
    """`npm ci` refuses a lock that leaves out what is optional elsewhere; a registry without it makes such a lock."""
    needed = {
        name
        for package in PACKAGES.values()
        for name in (*package.get("dependencies", {}), *package.get("optionalDependencies", {}))
    }
    assert sorted(needed - {path.removeprefix("node_modules/") for path in PACKAGES}) == []
    assert "@biomejs/cli-darwin-arm64" in needed


def test_the_lock_and_the_packages_that_are_asked_for_agree() -> None:
    asked = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    assert {name: PACKAGES[f"node_modules/{name}"]["version"] for name in asked} == asked


def test_the_lock_has_no_addresses() -> None:
    assert [path for path, package in PACKAGES.items() if "resolved" in package] == []
