"""The benchmark of frames measures films."""

from __future__ import annotations

from benchmarks.filming import filmed
from domain.audit.opened import read_record
from domain.audit.timeline import Timeline
from domain.kernel.seats import SPECTATOR, every_viewer
from tests.audit.tables import unfinished


def test_a_film_of_more_viewers_is_larger_and_smaller_when_compressed() -> None:
    timeline = Timeline(read_record(unfinished().record()))
    one, all_of_them = (filmed(timeline, viewers) for viewers in ((SPECTATOR,), every_viewer(2)))
    assert one["gzip_kB"] < one["kB"] < all_of_them["kB"]
    assert one["gzip_kB_for_300_entries"] > one["gzip_kB"], "it has fewer entries"
