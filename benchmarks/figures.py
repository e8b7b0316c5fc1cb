"""Figures: several runs of one measurement, each beside a calibration of the machine in the same run."""

from __future__ import annotations

import hashlib
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

HASHES = 200_000  # links of the calibration chain, about 50 ms

# Processor time of this process, so that a busy machine disturbs least. Only what waits for others (HTTP, the disk of
# the server) is timed by the clock on the wall.
clock = time.process_time

Unit = Literal["actions/s", "entries/s", "commands/s", "letters/s", "ms", "µs"]


class Figure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One measured quantity: median, minimum and best of its runs, the median of their ratios to the calibration.

    For a rate the ratio is that many per second for each million hashes a second; for a time it is how many thousand
    hashes are made meanwhile. Compare ratios, never figures of different days.
    """

    unit: Unit
    median: float
    minimum: float
    best: float  # the run that was disturbed least: the highest rate, the shortest time
    ratio: float
    runs: tuple[float, ...]
    over: dict[str, float | int | str] = {}


def million_hashes_a_second(hashes: int = HASHES) -> float:
    """Return the speed of a SHA-256 chain on this core, in millions of links a second."""
    digest = bytes(32)
    sha256 = hashlib.sha256
    begun = clock()
    for _ in range(hashes):
        digest = sha256(digest).digest()
    return hashes / (clock() - begun) / 1e6


def figure(
    unit: Unit, runs: Sequence[float], calibrations: Sequence[float], over: dict[str, float | int | str] | None = None
) -> Figure:
    """Put runs and the calibrations beside them together."""
    a_rate = unit.endswith("/s")
    per = {"ms": 1e3, "µs": 1.0}  # thousand hashes = time * million hashes a second * this
    ratios = [
        value / speed if a_rate else value * speed * per[unit] for value, speed in zip(runs, calibrations, strict=True)
    ]
    return Figure(
        unit=unit,
        median=_short(statistics.median(runs)),
        minimum=_short(min(runs)),
        best=_short(max(runs) if a_rate else min(runs)),
        ratio=_short(statistics.median(ratios)),
        runs=tuple([_short(value) for value in runs]),
        over=over or {},
    )


def measured(
    unit: Unit, once: Callable[[], float], *, runs: int, over: dict[str, float | int | str] | None = None
) -> Figure:
    """Run a measurement once to warm up, then several times, calibrating before each."""
    once()
    calibrations, values = [], []
    for _ in range(runs):
        calibrations.append(million_hashes_a_second())
        values.append(once())
    return figure(unit, values, calibrations, over)


def rate(count: int, work: Callable[[], object]) -> float:
    """Return how many of `count` things a second of one core a piece of work did."""
    begun = clock()
    work()
    return count / (clock() - begun)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _short(value: float) -> float:
    """Return the value with as many digits as a measurement deserves: four."""
    return float(f"{value:.4g}")
