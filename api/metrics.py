"""Figures of a running service for Prometheus: how many requests, how long they took, who was held back.

The library is imported late: it decides at its import whether processes share their figures.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from api.settings import FIGURES

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Counter, Histogram

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0)
MEDIA = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Counts in this process; where a folder is shared, `text` tells of all processes."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._registry = CollectorRegistry()
        self._requests = Counter(
            "matchledger_requests", "Requests that were answered", ("operation", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "matchledger_request_seconds",
            "Time until the answer, waits for somebody's turn included",
            ("operation",),
            buckets=SECONDS,
            registry=self._registry,
        )
        self._limited = Counter(
            "matchledger_limited", "Requests beyond a limit of their caller", ("budget",), registry=self._registry
        )
        self._writes = Counter("matchledger_writes", "Durable writes to tables", registry=self._registry)
        self._waiting = Gauge(
            "matchledger_waiting",
            "Requests that wait now",
            registry=self._registry,
            multiprocess_mode="livesum",
        )
        self._streaming = Gauge(
            "matchledger_streams", "Streams that are open now", registry=self._registry, multiprocess_mode="livesum"
        )
        self._kept: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def answered(self, operation: str, status: int, seconds: float) -> None:
        """Count an answer; `operation` is an id of the OpenAPI document or a word for all else, never an address."""
        kept = self._kept.get((operation, status))
        if kept is None:
            kept = self._requests.labels(operation, str(status)), self._seconds.labels(operation)
            self._kept[operation, status] = kept
        kept[0].inc()
        kept[1].observe(seconds)

    def limited(self, budget: str) -> None:
        """Count a request that was held back."""
        self._limited.labels(budget).inc()

    def wrote(self, *_: object) -> None:
        """Count a write."""
        self._writes.inc()

    def waits(self, change: int) -> None:
        """Count a request that begins or ends to wait."""
        self._waiting.inc(change)

    def streams(self, change: int) -> None:
        """Count a stream that begins or ends."""
        self._streaming.inc(change)

    def text(self) -> bytes:
        """Return all figures in the text format of Prometheus."""
        from prometheus_client import generate_latest

        return bytes(generate_latest(self._registry if FIGURES not in os.environ else shared()))


def shared() -> CollectorRegistry:
    """Return the figures of all processes that share a folder."""
    from prometheus_client import CollectorRegistry
    from prometheus_client.multiprocess import MultiProcessCollector

    found = CollectorRegistry()
    MultiProcessCollector(found)  # type: ignore[no-untyped-call]
    return found
