"""`matchledger desk` against a service: what is typed, and what is said."""

from __future__ import annotations

from typing import Any

from tests.api.desk.shell import Shell


def last(shell: Shell) -> str:
    """Return the number of the table's last entry."""
    return str(shell.desk.world.store.head(shell.desk.table.id))


def test_a_case_is_decided_in_a_shell(shell: Shell) -> None:
    case = shell.desk.call(stops_play=True, moment="5", text="He drew two.\nI saw it.")
    (row,) = shell.said("list")
    assert row.split("  ")[1:4] == [case, "open", "rule"]
    assert row.endswith("5  stops_play")
    assert shell.said("claim", case)[0] == f"Case {case}: claimed"
    assert shell.said("list", "--mine") != shell.said("list", "--overdue") == []
    told = shell.said("damage", case, "--to", "4")
    assert told[0] == "What would be taken back"
    assert "Going back" not in told[0]
    assert shell.said("show", case)[2] == f"Last entry in sight: {last(shell)}"
    why = ("--finding", "infraction", "--ground", "rule 4", "--text", "Again.")
    for seen in ((), ("--seen", "4")):
        assert "--seen, as `show` says" in shell.refused("rewind", case, "--to", "4", *why, *seen)
    lines = shell.said("rewind", case, "--to", "4", "--reshuffle", *why, "--seen", last(shell))
    assert lines[0] == f"Case {case}: ruled"
    assert any(line.endswith("infraction  rewind  rule 4") for line in lines)
    assert any(line.startswith("The play stands until every seat has accepted the ruling") for line in lines)
    assert lines[-1] == "  Again."
    assert "  I saw it." in lines
    assert shell.said("show", case, LC_ALL="ja_JP.UTF-8")[0] == f"申し立て {case}：ruled"
    assert shell.run("show", case, "--json").stdout.startswith(f'{{"case":"{case}"')
    assert "appealed" in shell.refused("close", case)


def test_a_case_is_dismissed_and_another_ends_the_game(shell: Shell) -> None:
    quiet, other = shell.desk.call(), shell.desk.call(0, stops_play=True)
    shell.said("claim", quiet)
    shell.said("release", quiet)
    shell.said("claim", quiet)
    assert shell.said("dismiss", quiet, "--code", "unfounded", "--text", "No.")[0] == f"Case {quiet}: dismissed"
    shell.said("claim", other)
    given: tuple[Any, ...] = ("--finding", "infraction", "--result", "1,0", "--penalty", "0", "game_loss")
    lines = shell.said("rule", other, *given, "--seen", last(shell))
    assert any("game_loss" in line for line in lines)
    assert shell.desk.table.get("/result").json["confirmed"] is True


def test_what_cannot_be_done_is_said_in_one_line(shell: Shell) -> None:
    for typed, why in (
        (("show", "c-0"), "No case that you may see has this id."),
        (("show", "../keys"), "../keys is no id of a case"),
        (("show", "c-0", "--service", "ftp://x"), "no address of a service"),
        (("show", "c-0", "--token", "a b"), "a key is one word of visible ASCII characters"),
        (("rule", "c-0", "--finding", "undecided", "--result", "x"), "x is no result"),
        (("show", "c-0", "--service", "http://127.0.0.1:1"), "does not answer"),
    ):
        said = shell.refused(*typed)
        assert why in said
        assert len(said.splitlines()) == 1
