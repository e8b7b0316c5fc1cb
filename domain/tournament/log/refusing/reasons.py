"""The reasons that are told."""

from __future__ import annotations

from domain.kernel.refusals import Category, Refusal


def always(code: str, category: Category, text: str) -> Refusal:
    """Return a reason that is the same each time."""
    return Refusal(code, category, text, "tournament: what may follow")


def stating(code: str, text: str, **values: str | int) -> Refusal:
    """Return a reason that names values."""
    return Refusal(code, "rule", text, "tournament: what may follow", values)


OVER = always("tournament_over", "over", "The tournament has ended.")
OPENED_TWICE = always("opened_twice", "setup", "A tournament is opened once, by its first entry.")
HAS_STARTED = always("tournament_started", "turn", "The tournament has started already.")
NOT_STARTED = always("tournament_not_started", "turn", "The tournament has not started.")
BOTS_ALONE = always("bots_alone", "rule", "In a sandbox bots alone play.")
REGISTERED = always("registered_already", "rule", "This player is registered already.")
NO_PLAYER = always("no_such_player", "rule", "Nobody of this tournament has that id.")
NOT_IN = always("player_out", "rule", "This player has withdrawn or is disqualified.")
IS_IN = always("player_in", "rule", "This player has not withdrawn.")
NO_LATE = always("no_late_entries", "rule", "This format takes nobody in after its start.")
BAD_POINTS = always("bad_points", "rule", "Points are exact fractions in lowest terms, and here not below zero.")
ONE_PLAYER = always("one_player", "rule", "A pair is two players.")
NO_ROUNDS = always("no_rounds", "rule", "The first of these rounds comes after the last.")
BAD_ORDER = always("bad_order", "rule", "The initial order names everybody who plays, once.")
TOO_FEW = always("too_few_players", "rule", "A tournament needs two players.")
BAD_SEATING = always("bad_seating", "rule", "Everybody who plays the round sits at one table or has a bye.")
OWN_PAIRING = always("own_pairing", "rule", "This format has no other pairings than its own.")
LEFT_SINCE = "Since this pairing a player of it has left, or two who meet are kept apart: pair the round again."
PAIR_AGAIN = always("pair_again", "rule", LEFT_SINCE)
RESULTS_COUNTED = always("results_counted", "rule", "A result of this round counts already: its pairing stays.")
BAD_PLACES = always("bad_places", "rule", "These places are no ranking of the table's players.")
COUNTED = always("counted_already", "rule", "This table has a result; what changes it is a ruling.")
NOT_COUNTED = always("not_counted", "rule", "This table has no result to correct.")
ONE_GAME = always("one_game", "rule", "A pairing is one game here.")
GAME_NEEDED = always("game_needed", "rule", "A match is decided by its games, or by a ruling with its reason.")
NO_MATCHES = always("no_matches", "setup", "A match of several games is for tables of two.")
NO_DRAWS = always("no_draws", "rule", "Nobody agrees on draws in this tournament.")
NOT_AGREED = always("not_agreed", "rule", "A draw is agreed on by everybody at the table.")
NO_TABLE_NAMED = always("no_table_named", "rule", "A result that is no ruling names the entry of its table.")
OTHER_TABLE = always("other_table", "rule", "The table that the result names is not the one that is paired there.")
NOT_THEIR_TABLE = always("not_their_table", "rule", "This player sits at no such table in the round that is played.")
SAID_ALREADY = always("said_already", "rule", "This has been said already.")
NO_BYES_HERE = always("no_byes_here", "setup", "Players sit rounds out by themselves in Swiss or pods only.")
NO_OWN_BYES = always("no_own_byes", "rule", "The organiser gives byes of this kind here.")
BYE_TOO_LATE = always("bye_too_late", "rule", "Players sit out no round so late by themselves.")
BYES_USED = always("byes_used", "rule", "This player has as many byes of this kind as there are.")
NO_DECKS = always("no_deck_registration", "rule", "Players register no decks in this tournament.")
NO_DECKS_THEN = always("no_decks_then", "rule", "No decks are registered from this round on.")
DECKS_SEEN_EARLY = always(
    "decks_seen_early", "setup", "Where decks are registered, secrets open at the end: `secrets_open_at: event_end`."
)
DECKS_SHOWN = always(
    "decks_shown", "setup", "Whoever holds the seat tokens would see the registered decks: leave `seat_tokens` out."
)
DECK_TOO_LATE = always(
    "deck_too_late", "rule", "These decks stand: the start, or the pairing of their round, has been."
)
DECK_NEEDED = always("deck_needed", "rule", "Whoever plays here has registered a deck.")
DECKS_LACKING = "Nobody meets anybody in round {round}: {players} have no deck for it."
NO_DECK = always("no_deck", "rule", "This player has registered no deck from this round on.")
DECKS_CLOSED = always("decks_closed", "turn", "The registered decks open before the secret.")
WRONG_DECK = always("wrong_deck", "rule", "This is not the deck that was registered.")
PAUSED = always("tournament_paused", "turn", "The tournament is paused.")
NOT_PAUSED = always("tournament_not_paused", "turn", "The tournament is not paused.")
ROUNDS_TWICE = always("rounds_twice", "setup", "What is otherwise in single rounds is said once of each.")
TOO_FEW_FOR_GROUPS = always("too_few_for_groups", "rule", "Each group needs two players.")
NO_CUT = always("no_cut", "rule", "This tournament has stated no cut, or made it.")
NO_CUT_HERE = always("no_cut_here", "setup", "A knock-out has no cut.")
NO_BOARDS_HERE = always(
    "no_boards_here",
    "setup",
    "The same deal for all goes with points alone: no matches, agreed draws, knock-out or cut.",
)
NO_DECKS_ON_BOARDS = always(
    "no_decks_on_boards", "setup", "Players who bring decks of their own are not dealt the same: leave one of them out."
)
BAD_BOARD = always("bad_board", "rule", "A round commits to one deal for all its tables if the tournament says so.")
NOT_REDEALT = always("not_redealt", "rule", "Only where all tables are dealt the same one can be dealt anew.")
BAD_CUT = always("bad_cut", "rule", "The cut takes the first of its frozen standings who are still in, two at least.")
BAD_PRIZES = always("bad_prizes", "rule", "A prize names a player and the player's place in the frozen standings.")
PRIZES_GIVEN = always("prizes_given", "rule", "The prizes have been given.")
NOT_FROZEN = always("not_frozen", "turn", "The tournament ends with its frozen standings.")
NOT_ENDED = always("not_ended", "turn", "The secret opens when the tournament has ended.")
OPEN_ALREADY = always("secret_open", "over", "The secret is open already.")
WRONG_SECRET = always("wrong_secret", "rule", "The secret does not match its commitment.")
