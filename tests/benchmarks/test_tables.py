"""The document of the benchmarks as tables."""

from __future__ import annotations

import msgspec
from click.testing import CliRunner

from benchmarks.__main__ import main as bench
from benchmarks.figures import figure
from benchmarks.rows import rows
from benchmarks.tables import main, table

RATE = msgspec.to_builtins(figure("actions/s", [10_000.0, 30_000.0, 20_000.0], [4.0, 4.0, 4.0]))
TIME = msgspec.to_builtins(figure("ms", [0.25, 0.5, 0.75], [4.0, 4.0, 4.0]))


def test_a_table_has_a_line_for_each_figure_and_a_column_for_each_row() -> None:
    weighed = {"all": {"actions": 3, "public": 461.2, "private": 24.0, "most": 900}, "deal": 2_471}
    two = {"sample": RATE, "http_1": {"p50": TIME}, "bytes": weighed}
    four = {"sample": RATE, "instructions": {"not available": "valgrind is not installed"}}
    assert list(table({"2 seats": two, "4 seats": four}, "4 seats")) == [
        "| | unit | 2 seats: median (best) | 4 seats: median (best) | ratio, 4 seats |",
        "|---|---|---|---|---|",
        "| `sample` | actions/s | 20,000 (30,000) | 20,000 (30,000) | 5,000 |",
        "| `http_1`, p50 | ms | 0.5 (0.25) |  |  |",
        "| `bytes`, all | bytes, public + private | 461 + 24 |  |  |",
        "| `bytes`, deal |  | 2,471 |  |  |",
        "| `instructions`, not available |  |  | valgrind is not installed |  |",
    ]


def test_the_row_that_is_there_gives_the_ratios_where_the_typical_one_is_not() -> None:
    lines = list(table({"2 seats": {"sample": RATE}}, "4 seats"))
    assert lines[0].endswith("| ratio, 2 seats |")
    assert lines[2].endswith("| 5,000 |")


def test_what_the_benchmarks_print_becomes_tables() -> None:
    row = rows("panic_clan_inviter: 2")[0]
    made = CliRunner().invoke(
        bench, ["--quick", "--runs", "1", "--row", row.name, "--only", "sample", "--only", "bytes"]
    )
    printed = CliRunner().invoke(main, input=made.stdout)
    assert printed.exit_code == 0, printed.output
    assert "**panic_clan_inviter**\n\n| | unit | 2 seats: median (best) | ratio, 2 seats |\n" in printed.stdout
    assert "\n| `sample` | actions/s | " in printed.stdout
    assert "\n| `bytes`, all | bytes, public + private | " in printed.stdout
