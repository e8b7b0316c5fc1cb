"""The versions of these rules: the switches that one version decides by."""

from __future__ import annotations

from domain.kernel.setup import Edition


class PanzerEdition(Edition, frozen=True, kw_only=True):
    """One version of the rules; the first, so it has no switch yet."""


EDITIONS = {1: PanzerEdition(version=1)}
