"""From offers to a command: what is asked, in which words, and what is made of the answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.program.cli import main
from api.program.own_decks import OwnDecks
from domain.games import game
from domain.kernel.display.board import CardPicture
from domain.kernel.display.hints import NOTHING, Hints
from domain.kernel.display.wording import Wording
from domain.kernel.display.words import Words, words_in
from domain.kernel.offers import Arrangement, Flag, Free, Offer, OneOf, Range, Subset
from domain.table.seating import Opening, setup_for
from terminal.plain.play import asked
from terminal.playing.asking import BackError, choose

WAIT = Offer("wait")


def talked(offers: list[Offer], wording: Wording, *answers: str) -> tuple[dict[str, Any], list[tuple[str, bool]]]:
    """Return what is chosen by these answers, and the lines that were said, each with whether it is a prompt."""
    asking, left = choose(offers, wording), list(answers)
    said: list[tuple[str, bool]] = []
    try:
        question = next(asking)
        while True:
            *lines, prompt = asked(question, wording.words)
            said += [*[(line, False) for line in lines], (prompt, True)]
            question = asking.send(left.pop(0))
    except StopIteration as chosen:
        assert left == []
        return chosen.value, said


def answered(offers: list[Offer], *answers: str) -> tuple[dict[str, Any], list[str]]:
    """Return what is chosen by these answers, and what was printed."""
    chosen, printed = talked(offers, Wording(Words()), *answers)
    return chosen, [line for line, is_prompt in printed if not is_prompt]


def test_one_of_the_offers_is_chosen_by_its_number() -> None:
    offers = [Offer("end_turn"), Offer("attack", {"target": OneOf((1,))}), Offer("wait", hint="Nothing happens.")]
    chosen, printed = answered(offers, "1")
    assert chosen == {"tag": "end_turn", "body": {}}
    assert printed == ["1. End turn.", "2. Attack: Seat 1.", "3. Wait (Nothing happens.)."]
    assert answered(offers, "2")[0] == {"tag": "attack", "body": {"target": 1}}


@pytest.mark.parametrize(
    ("domain", "answers", "value"),
    [
        (OneOf(("H1", "H2")), ["2"], "H2"),
        (OneOf(("H1", None)), ["2"], None),
        (Subset(("a", "b", "c"), 1, 3), ["3 1"], ("a", "c")),
        (Subset(("a", "b"), 0, 2), [""], ()),
        (Subset(("a", "b"), 1, 9), ["0", "1 1", "1 2 3", "", "x", "1, 2"], ("a", "b")),
        (Arrangement(("a", "b", "c"), 2, 2), ["3 1"], ("c", "a")),
        (Range(2, 5), ["1", "6", "-3", "²", "5"], 5),
        (Flag(), ["maybe", "Y"], True),
        (Flag(), ["no"], False),
    ],
)
def test_each_field_is_asked_for_until_the_answer_fits(domain: Any, answers: list[str], value: Any) -> None:
    chosen, printed = answered([Offer("do", {"some/field": domain}), WAIT], "1", *answers)
    assert chosen["body"] == ({} if value is None else {"some": {"field": value}})
    assert printed.count("That is not one of the answers; b goes back.") == len(answers) - 1


def test_offers_of_one_command_differ_in_what_there_is_to_choose() -> None:
    """Two attacks on two seats, or with and without Hearts; a hint does not hide it."""
    weapons = Subset(("S1-1", "S2-1"), 1, 2)
    offers = [
        Offer("attack", {"target": OneOf((1,)), "attack_cards": weapons, "times": Range(1, 3)}, "power: the sum"),
        Offer("attack", {"target": OneOf((2,)), "attack_cards": weapons, "fast": Flag(), "note": OneOf((None,))}),
        Offer("play", {"card": OneOf(tuple("abcdefghi"))}),
    ]
    _, printed = answered(offers, "2", "1", "y")
    assert printed[:3] == [
        "1. Attack (power: the sum): target Seat 1; attack cards S1-1, S2-1; times 1–3.",
        "2. Attack: target Seat 2; attack cards S1-1, S2-1.",
        "3. Play: a, b, c, d, e, f …",
    ]


def test_paths_are_read_as_words_and_fields_in_a_list_by_their_names() -> None:
    """A way over spaces is not JSON, and a target is not "targets 0 unit"."""
    offers = [
        Offer("move_unit", {"unit_id": OneOf(("u7",)), "path": OneOf((["c1"], ["c1", "c2"]))}),
        Offer("play_event", {"card": OneOf(("ambush",)), "targets/0/unit": OneOf(("u1", "u2"))}),
    ]
    chosen, printed = answered(offers, "1", "2")
    assert chosen == {"tag": "move_unit", "body": {"unit_id": "u7", "path": ["c1", "c2"]}}
    assert printed == [
        "1. Move unit: unit id u7; path c1, c1 c2.",
        "2. Play event: card ambush; unit u1, u2.",
        "Path:",
        "1. c1.",
        "2. c1 c2.",
    ]
    chosen, printed = answered(offers, "2", "1")
    assert chosen["body"] == {"card": "ambush", "targets": [{"unit": "u1"}]}
    assert printed[2] == "Unit:"


def test_what_must_be_taken_as_a_whole_is_not_asked_for() -> None:
    chosen, printed = answered([Offer("attack", {"diamonds": Subset(("D1", "D2"), 2, 2)})], "1")
    assert chosen["body"] == {"diamonds": ("D1", "D2")}
    assert len(printed) == 1


LYING = {  # as they lie on the board, by id
    "D1": CardPicture("A♦", "Ace of Diamonds", "D1"),
    "H7": CardPicture("7♥", "7 of Hearts", "H7"),
    "u7": CardPicture("▲u7 Panzer IV", "Panzer IV (7): attack 4", "u7"),
}


def choosing(offers: list[Offer], *answers: str, hints: Hints = NOTHING) -> tuple[dict[str, Any], list[str]]:
    """Return what is chosen with these cards on the board, and what was printed and asked."""
    chosen, printed = talked(offers, Wording(Words(["Ada", "Ben"]), LYING, hints), *answers)
    return chosen, [line for line, _ in printed]


def test_choices_are_words_in_the_order_of_the_board() -> None:
    """Not ids in the order of the rules; a card that shows its id on the board keeps it beside its name."""
    chosen, printed = choosing([Offer("play", {"card": OneOf(("u7", "H7", "D1"))}), WAIT], "1", "2")
    assert chosen["body"] == {"card": "H7"}
    assert printed == [
        "1. Play: Ace of Diamonds, 7 of Hearts, ▲u7 Panzer IV.",
        "2. Wait.",
        "Number, ? for help:",
        "Card:",
        "1. Ace of Diamonds.",
        "2. 7 of Hearts.",
        "3. u7  Panzer IV (7): attack 4.",
        "Number, ? for help:",
    ]


def test_several_cards_are_sent_in_the_order_of_the_offer() -> None:
    """A subset keeps the order of its list, whatever order the board has; an arrangement that of the answer."""
    values = ("u7", "H7", "D1")
    assert choosing([Offer("trade", {"cards": Subset(values, 2, 2)})], "1", "1 3")[0]["body"] == {"cards": ("u7", "D1")}
    order = choosing([Offer("sort", {"cards": Arrangement(values, 2, 2)})], "1", "3 1")[0]["body"]
    assert order == {"cards": ("u7", "D1")}


def test_seats_are_called_by_their_players() -> None:
    _, printed = choosing([Offer("attack", {"target": OneOf((0, 1))}), WAIT], "1", "2")
    assert printed[0] == "1. Attack: Ada, Ben."


def test_a_card_that_is_chosen_by_its_place_is_named() -> None:
    """Not taken for a seat of that number; its badges tell the place."""
    market = {"slot/1": CardPicture("9♣", "9 of Clubs", "slot/1", badges=("slot 1, 5 points",))}
    offers = [Offer("buy", {"slot": OneOf((1, 2))}), WAIT]
    chosen, told = talked(offers, Wording(Words(["Ada", "Ben"]), market), "1", "1")
    printed = [line for line, _ in told]
    assert chosen["body"] == {"slot": 1}
    assert printed[0] == "1. Buy: 9 of Clubs, Seat 2."
    assert printed[4] == "1. 9 of Clubs (slot 1, 5 points)."


def test_words_of_a_game_are_named_and_told() -> None:
    """By its glossary, with the text where there is room; what else no card bears by the game's own name for it."""
    hints = Hints(
        (),
        {},
        {},
        glossary={"seer": ("Seer", "You see the top card.")},
        called=lambda value, words: "Hearts" if value == "H" else None,
    )
    keep = Offer("keep", {"ability": OneOf(("seer", "grave_robber")), "suit": OneOf(("H", "S"))})
    _, printed = choosing([keep, WAIT], "1", "1", "1", hints=hints)
    assert printed[0] == "1. Keep: ability Seer, grave robber; suit Hearts, S."
    assert printed[4:6] == ["1. Seer: You see the top card.", "2. grave robber."]
    assert printed[8:10] == ["1. Hearts.", "2. S."]


def test_a_yes_and_a_no_are_words_unless_the_hint_says_them() -> None:
    offers = [
        Offer("hope", {"play": OneOf((False,))}, "keep it"),
        Offer("hope", {"play": OneOf((True,)), "card": OneOf(("H7",))}, "play it"),
        Offer("hope", {"play": OneOf((True, False))}),
    ]
    _, printed = choosing(offers, "3", "2")
    assert printed[:3] == ["1. Hope (keep it).", "2. Hope (play it): 7 of Hearts.", "3. Hope: yes, no."]


def test_what_ends_something_stands_last_and_is_asked_about() -> None:
    """As long as anything else is left to do; a no goes back."""
    hints = Hints((), {}, {}, last=("panic", "end_turn"), asks=("end_turn",))
    offers = [Offer("end_turn"), Offer("panic"), Offer("play", {"card": OneOf(("H7",))})]
    chosen, printed = choosing(offers, "3", "y", hints=hints)
    assert chosen["tag"] == "end_turn"
    assert printed[:3] == ["1. Play: 7 of Hearts.", "2. Panic.", "3. End turn."]
    assert printed[4:] == ["You can still do this: play.", "End turn all the same? y or n:"]
    with pytest.raises(BackError):
        choosing(offers, "3", "n", hints=hints)
    assert choosing(offers[:2], "2", hints=hints)[0]["tag"] == "end_turn", "nothing is left to do"


def test_the_choices_are_shown_again_after_a_wrong_answer() -> None:
    """What was wrong stands below them, where the answer is typed."""
    chosen, printed = answered([Offer("rest"), Offer("wait")], "7", "2")
    assert chosen["tag"] == "wait"
    shown = ["1. Rest.", "2. Wait."]
    assert printed == [*shown, *shown, "That is not one of the answers; b goes back."]


def own_decks() -> OwnDecks:
    """Return what may be brought to a table of Panzer Clash for 40 cards."""
    title = game("panzer_clash")
    assert title.decks is not None
    setup = setup_for(title.rules, Opening(seats=2, options={"deck_size": 40}))
    return OwnDecks(title.decks, title, setup, Words())


def test_what_has_no_list_is_written_as_json() -> None:
    chosen, printed = answered([Offer("do", {"some/field": Free({})})], "1", "{", "[1]")
    assert chosen["body"] == {"some": {"field": [1]}}
    assert [line.partition(":")[0] for line in printed[1:]] == ["That is no JSON"]


OWN_DECK = Offer("choose_deck", {"side": OneOf(("axis", "allies")), "cards": Free({"type": "object"})})


def brought(*answers: str) -> tuple[dict[str, Any], list[str]]:
    """Return the deck that is brought with these answers, and what was printed."""
    chosen, printed = talked([OWN_DECK], Wording(Words(), own_decks=own_decks()), *answers)
    return chosen, [line for line, is_prompt in printed if not is_prompt]


def test_a_deck_is_brought_as_a_file(tmp_path: Path) -> None:
    """The file says the side too; the prompt says what it takes."""
    exported = CliRunner().invoke(main, ["decks", "export", "deck_soviet_40", "--option", "deck_size=40"])
    (tmp_path / "deck.txt").write_text(exported.stdout)
    chosen, printed = brought("1", f"@{tmp_path / 'deck.txt'}")
    assert chosen["body"]["side"] == "allies"
    assert sum(chosen["body"]["cards"].values()) == 40
    assert printed[1].startswith("@FILE takes a deck file")
    example = printed[1].partition("such as ")[2].removesuffix(".")
    assert brought("1", example, "2")[0]["body"] == {"side": "allies", "cards": json.loads(example)}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("@nothing.txt", "nothing.txt is no file to read"),
        ("@short.txt", "The deck has 3"),
        ("@broken.txt", "broken.txt"),
        ("{", "That is no JSON"),
        ("[1]", "no object in braces"),
    ],
)
def test_what_is_no_deck_is_said(answer: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exported = CliRunner().invoke(main, ["decks", "export", "deck_soviet_40", "--option", "deck_size=40"]).stdout
    Path("short.txt").write_text(exported.rstrip().rpartition("\n")[0] + "\n")
    Path("broken.txt").write_text("no deck at all\n")
    _, printed = brought("1", answer, "{}", "1")
    assert [line for line in printed if reason in line] != []


def test_b_goes_back() -> None:
    with pytest.raises(BackError):
        answered([Offer("do", {"card": OneOf(("a", "b"))}), WAIT], "1", "b")


def test_one_question_is_asked_once() -> None:
    """Not for the only command first, and then for its only field."""
    chosen, printed = answered([Offer("play_card", {"card_id": OneOf(("a", "b")), "from": OneOf(("hand",))})], "2")
    assert chosen == {"tag": "play_card", "body": {"card_id": "b", "from": "hand"}}
    assert printed == ["Play card:", "1. a.", "2. b."]
    assert answered([Offer("lay", {"cards": Subset(("a", "b", "c"), 2, 2)})], "3 1")[0]["body"] == {"cards": ("a", "c")}
    assert len(answered([Offer("rest")], "1")[1]) == 1, "a command without a choice is chosen"


def test_commands_and_fields_have_the_names_of_the_players() -> None:
    """In English too, where the name in the code is another one."""
    wording = Wording(words_in("en", game("panzer_clash").package, "terminal"))
    offers = [Offer("move_unit", {"unit_id": OneOf(("u1",)), "path": OneOf((["a1"], ["b1"]))}), Offer("end_main")]
    question = next(choose([*offers, Offer("attack_unit", {"unit_id": OneOf(("u1", "u2"))})], wording))
    assert asked(question, wording.words)[:-1] == [
        "1. Move a unit: unit u1; way a1, b1.",
        "2. End the Main phase.",
        "3. Attack a unit: u1, u2.",
    ]
    question = next(choose([Offer("choose_deck", {"side": OneOf(("axis", "allies"))})], wording))
    assert asked(question, wording.words)[:-1] == ["Choose a deck:", "1. axis.", "2. allies."]
