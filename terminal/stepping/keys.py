"""What the keys of the stepping screen do."""

from __future__ import annotations

from collections.abc import Mapping

from domain.audit.marks import Mark
from terminal.keys import OnKey, Section
from terminal.table_screen import ALWAYS

SECTIONS = (
    Section(
        "Going on and back",
        (
            OnKey("go('next')", ("right", "n", "space"), "next entry"),
            OnKey("go('previous')", ("left", "p"), "previous entry"),
            OnKey("go('next fact')", ("f",), "next fact"),
            OnKey("go('previous fact')", ("b",), "previous fact"),
            OnKey("go('first')", ("home",), "first entry"),
            OnKey("go('last')", ("end",), "last entry"),
            OnKey("autoplay", ("a",), "play by itself, or stop"),
            OnKey("speed(1)", ("plus", "equals_sign"), "play faster"),
            OnKey("speed(-1)", ("minus",), "play slower"),
        ),
    ),
    Section(
        "Jumping",
        (
            OnKey("ask('go')", ("g",), "go to an entry, a turn, a time"),
            OnKey("ask('search')", ("slash",), "search the sentences"),
            OnKey("hit(1)", ("right_square_bracket",), "next place found"),
            OnKey("hit(-1)", ("left_square_bracket",), "previous place found"),
            OnKey("jump('turn', 1)", ("t",), "next turn"),
            OnKey("jump('turn', -1)", ("T",), "previous turn"),
            OnKey("jump('decision', 1)", ("d",), "next decision of the seats looked through"),
            OnKey("jump('decision', -1)", ("D",), "their previous decision"),
            OnKey("jump('reshuffle', 1)", ("r",), "next shuffle"),
            OnKey("jump('reshuffle', -1)", ("R",), "previous shuffle"),
            OnKey("jump('clock', 1)", ("c",), "next time that the clock acted"),
            OnKey("jump('clock', -1)", ("C",), "previous time that the clock acted"),
            OnKey("jump('note', 1)", ("m",), "next note"),
            OnKey("jump('note', -1)", ("M",), "previous note"),
        ),
    ),
    Section(
        "Looking",
        (
            OnKey("view(1)", ("v",), "through the next eyes"),
            OnKey("view(-1)", ("V",), "through the previous eyes"),
            OnKey("pane('story')", ("s",), "the story"),
            OnKey("pane('choices')", ("o",), "what could be done"),
            OnKey("pane('knowledge')", ("k",), "what the seat knew"),
            OnKey("alone", ("z",), "the board alone, or with all panes"),
            OnKey("app.focus_next", ("tab",), "scroll the next pane"),
        ),
    ),
    ALWAYS,
)
LEGEND: Mapping[Mark, str] = {
    "turn": "a turn begins",
    "reshuffle": "cards are shuffled",
    "out": "a seat goes out",
    "rewind": "the table goes back",
    "pause": "the play is stopped",
    "clock": "the clock acts for a seat",
    "note": "somebody wrote a note",
    "end": "the game ends",
}
NO_MORE: Mapping[str, str] = {
    "turn": "no other turn that way",
    "decision": "no other decision that way",
    "reshuffle": "no other shuffle that way",
    "clock": "the clock did not act that way",
    "note": "no other note that way",
    "hit": "nothing was searched for, or nothing found",
}
EXAMPLES: Mapping[str, str] = {
    "41": "after entry 41",
    "41.3": "after its fact 3, counted from 0",
    "turn 5": "where the fifth turn begins",
    "seat 2": "the next decision of seat 2",
    "12:03:30": "what stood at that time of day (UTC)",
    "end": "the last entry",
}
HINT = "← → entry · f b fact · g go to · / search · v eyes · ? help · q quit"
