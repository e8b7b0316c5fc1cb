"""The worked examples E1 to E10: what may be placed under each rule card."""

from __future__ import annotations

from tests.games.panic_clan_inviter.given import A, B, C, code, given, hand, line, place, placing, play

OWN_LAST = "command innovation development evolution regression mutation"


def test_e1_a_mimic_opens_a_line_under_innovation() -> None:
    """R19: the own line is empty, so the rule does not apply."""
    table = given(rule="innovation", hands={A: "mimic"})
    assert line(play(table, place("mimic")).state, A) == "mimic"


def test_e2_heredity_does_not_apply_to_an_empty_own_line() -> None:
    table = given(rule="heredity", hands={A: "b2"}, lines={C: "r6"})
    assert line(play(table, place("b2")).state, A) == "b2"


def test_e3_command_wants_the_same_colour_and_an_equal_or_higher_number() -> None:
    table = given(lines={A: "r3"}, hands={A: "r3 r7 r2 b5"})
    assert code(table, place("r3")) is None
    assert code(table, place("r7")) is None
    assert code(table, place("r2")) == "placement_not_allowed"
    assert code(table, place("b5")) == "placement_not_allowed"
    assert hand(play(table, place("r3")).state, A) == "r7 r2 b5"


def test_e4_a_mimic_takes_part_in_command_both_ways() -> None:
    assert placing(given(lines={A: "b2"}), "mimic") == "mimic"
    assert placing(given(lines={A: "b2 mimic"}), "y5 y3") == "y5"


def test_e5_a_mimic_never_matches_innovation() -> None:
    assert placing(given(rule="innovation", lines={A: "g5"}), "mimic b1") == "b1"
    everything = "r1 r2 r3 r5 r6 r7 b1 b7 y1 y7 g1 g7 mimic"
    assert placing(given(rule="innovation", lines={A: "g5 mimic"}), everything) == ""
    assert placing(given(rule="innovation", lines={A: "y7"}), "mimic") == "mimic"


def test_e6_heredity_looks_at_the_right_hand_neighbour() -> None:
    table = given(rule="heredity", lines={A: "b2", C: "r6"})
    assert placing(table, "mimic r1 g3 b2") == "mimic r1"
    assert placing(given(rule="heredity", lines={A: "b2", C: "r6 mimic"}), "g3") == "g3"


def test_e7_heredity_does_not_restrict_where_the_neighbour_has_no_line() -> None:
    """R18."""
    assert placing(given(rule="heredity", lines={A: "b2"}), "g3") == "g3"
    strict = given(rule="heredity", lines={A: "b2"}, missing_neighbour_line="mimic_only")
    assert placing(strict, "g3 mimic") == "mimic"


def test_e8_yellow_may_follow_the_conscription_corps_under_every_rule() -> None:
    table = given(lines={A: "y7"})
    assert placing(table, "y2 mimic y7 b7") == "y2 mimic y7"
    for rule in f"{OWN_LAST} heredity rivalry".split():
        table = given(rule=rule, lines={A: "y7", B: "r7", C: "r7"})
        assert placing(table, "y2 mimic") == "y2 mimic", rule


def test_e9_development_and_evolution_look_at_the_own_last_number() -> None:
    """R21."""
    assert placing(given(rule="development", lines={A: "r3"}), "b3 b5 r2") == "b3"
    assert placing(given(rule="evolution", lines={A: "r3"}), "b3 b5 b2") == "b3 b5"


def test_e10_regression_mutation_and_rivalry() -> None:
    assert placing(given(rule="regression", lines={A: "g5"}), "b5 r3 r6") == "b5 r3"
    assert placing(given(rule="mutation", lines={A: "g5"}), "r6 mimic g5 r3") == "r6 mimic"
    assert placing(given(rule="rivalry", lines={A: "g7", B: "y3"}), "r3 r2") == "r3"
    assert placing(given(rule="rivalry", lines={A: "g7"}), "r1") == "r1"


def test_5_2_mimic_under_each_rule() -> None:
    """The table of 5.2: after which numbers a Mimic may be placed, and what may be placed on a Mimic."""
    reds = {number: f"r{number}" for number in (1, 2, 3, 5, 6, 7)}
    after = {
        rule: "".join(
            str(number)
            for number in (1, 2, 3, 4, 5, 6, 7)
            if placing(given(rule=rule, lines={A: reds.get(number, "mimic"), B: "g2", C: "g2"}), "mimic")
        )
        for rule in OWN_LAST.split()
    }
    assert after == {
        "command": "1234",
        "innovation": "",
        "development": "4",
        "evolution": "1234",
        "regression": "4567",
        "mutation": "35",
    }
    everything = "b1 b2 b3 mimic b5 b6 b7"
    on = {rule: placing(given(rule=rule, lines={A: "mimic"}), everything) for rule in OWN_LAST.split()}
    assert on == {
        "command": "mimic b5 b6 b7",
        "innovation": "",
        "development": "mimic",
        "evolution": "mimic b5 b6 b7",
        "regression": "b1 b2 b3 mimic",
        "mutation": "b3 b5",
    }
    assert placing(given(rule="rivalry", lines={A: "r7", B: "mimic"}), everything) == "mimic b5 b6 b7"
    assert placing(given(rule="rivalry", lines={A: "r7", B: "b5"}), "mimic") == ""
