"""The versions of these rules: the switches that one version decides by."""

from __future__ import annotations

from domain.kernel.setup import Edition


class HarbourEdition(Edition, frozen=True, kw_only=True):
    """One version of the rules."""

    deep_berths: bool = False  # a berth takes three wares instead of two


EDITIONS = {1: HarbourEdition(version=1), 2: HarbourEdition(version=2, deep_berths=True)}
