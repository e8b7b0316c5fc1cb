"""Spectators of one table: every entry reaches every reader, and the document says how late."""

from __future__ import annotations

import msgspec
import pytest
from click.testing import CliRunner

from benchmarks.spectators import Arrival, Watched, figures, main


def test_lateness_is_counted_from_the_command() -> None:
    """Entries that nobody sent, such as those before the first command, do not count; a missing one is said."""
    arrivals = [Arrival(1, 9.0), Arrival(5, 10.1), Arrival(5, 10.2), Arrival(6, 11.4)]
    told = figures(100.0, Watched({5: 10.0, 6: 11.0}, arrivals, 80.0), 2)
    assert told["milliseconds"] == {"median": 200.0, "p90": 400.0, "p99": 400.0, "most": 400.0}
    assert (told["delivered"], told["missing"], told["commands_kept"]) == (3, 1, 0.8)


@pytest.mark.long
def test_the_program_measures_a_server() -> None:
    result = CliRunner().invoke(main, ["--readers", "3", "--seconds", "1", "--rate", "4"])
    assert result.exit_code == 0, result.output
    told = msgspec.json.decode(result.stdout.encode())
    assert (told["readers"], told["entries"], told["missing"]) == (3, 4, 0)
