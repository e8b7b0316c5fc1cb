"""What is said at a table of Fightdrome: commands, and facts with who may see each field."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.games.fightdrome.cards import Card, Sleeve, Stack
from domain.kernel.marks import Public, Sealed, SeenBy
from domain.kernel.messages import Command, Concede, Discloses, Fact, TimeOut, UnseenReordered
from domain.kernel.seats import Seat
from domain.kernel.setup import EndedBy, Options

Role: TypeAlias = Literal["opening", "response", "follow_up"]
StaggerCause: TypeAlias = Literal["cannot_respond", "cannot_attack", "cannot_follow_up"]
BoutReason: TypeAlias = Literal["knocked_out", "empty_hand", "cannot_rise", "bell"]
EndReason: TypeAlias = Literal["bout_won", "fame_target", "bout_cap", "stable_lost", "conceded", "timed_out"]


def _between(least: int, most: int, text: str) -> Meta:
    """Return what a schema tells of a number; the limits are checked by `setup.refuse_setup`."""
    return Meta(description=text, extra_json_schema={"minimum": least, "maximum": most})


class FightdromeOptions(Options, frozen=True, kw_only=True):
    """How a table plays (section 1); what the chosen mode does not use is ignored."""

    mode: Annotated[
        Literal["single_bout", "fame_match", "epic_tournament"],
        Meta(description="one bout; bouts until a Fame total is reached; a stable of three fighters each"),
    ] = "single_bout"
    fame_target: Annotated[int, _between(50, 1000, "Fame that wins a fame_match; 150: Do You Want Fame?")] = 300
    breathing_space: Annotated[bool, Meta(description="alternate resting after a stagger")] = False
    last_gasp: Annotated[bool, Meta(description="a Neurochem played as the last card is replaced by a draw")] = False
    empty_hand: Annotated[
        Literal["at_once", "when_staggered"], Meta(description="when an empty hand loses the bout")
    ] = "at_once"
    first_player: Annotated[Literal["random", "seat_0", "seat_1"], Meta(description="who starts the first bout")] = (
        "random"
    )
    later_first_player: Annotated[
        Literal["alternate", "winner", "loser", "random"], Meta(description="who starts each further bout")
    ] = "alternate"
    bell_limit: Annotated[int, _between(100, 2000, "plays, discards and rests until the judges decide a bout")] = 400
    bout_cap: Annotated[int, _between(5, 100, "bouts until a fame_match is decided")] = 30


class PlayCard(Command, tag="play_card", frozen=True, kw_only=True):
    """Play a card from the hand: open with an Attack, answer the standing attack, or follow a Feint up."""

    public: ClassVar[bool] = True
    card_id: Card


class DiscardCard(Command, tag="discard_card", frozen=True, kw_only=True):
    """Lay a card of the hand face down on the own discard pile, being Staggered."""

    card_id: Card


class Rest(Command, tag="rest", frozen=True, kw_only=True):
    """Forfeit the attack after the opponent's stagger and draw a card."""

    public: ClassVar[bool] = True


class ChooseSleeve(Command, tag="choose_sleeve", frozen=True, kw_only=True):
    """Send a fighter of the own stable into the next bout of an Epic Tournament."""

    sleeve_id: Sleeve


FightdromeCommand: TypeAlias = PlayCard | DiscardCard | Rest | ChooseSleeve | Concede | TimeOut


class GameStarted(Fact, tag="game_started", frozen=True, kw_only=True):
    """The table as it was agreed; `card_set` is the digest of the cards that are played with."""

    options: FightdromeOptions
    card_set: str


class Character(msgspec.Struct, frozen=True):
    """What a seat was dealt: one Sleeve, or the three of its stable, and a Stack."""

    sleeves: Annotated[tuple[Sleeve, ...], Public()]
    stack: Stack


class CharactersDealt(Fact, tag="characters_dealt", frozen=True, kw_only=True):
    """Each seat got its character, by seat; what was dealt to nobody is in the box, in table order."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("fightdrome section 3, section 4: characters are dealt by chance and lie open", "characters", ""),
    )
    characters: tuple[Character, ...]
    first_seat: Seat
    sleeves_left: Annotated[tuple[Sleeve, ...], Public()] = ()
    stacks_left: tuple[Stack, ...] = ()


class PileCount(msgspec.Struct, frozen=True):
    """How many cards of a supply pile."""

    pile: str
    count: int


class DecksBuilt(Fact, tag="decks_built", frozen=True, kw_only=True):
    """A seat got the deck of its character: so many cards of each pile, and its Feints and Weaves.

    The cards stand in table order. In an Epic Tournament the pile cards of the deck before went back to the box.
    """

    seat: Seat
    counts: tuple[PileCount, ...]
    cards: Annotated[tuple[Card, ...] | None, Sealed()]


class BoutStarted(Fact, tag="bout_started", frozen=True, kw_only=True):
    """A bout begins; all cards of each seat, wherever they lay, are its deck again."""

    bout: int  # from 1
    first_seat: Seat


class DeckShuffled(Fact, tag="deck_shuffled", frozen=True, kw_only=True):
    """A seat's whole deck was shuffled; the top first."""

    seat: Seat
    order: Annotated[tuple[Card, ...] | None, Sealed()]


class HandDrawn(Fact, tag="hand_drawn", frozen=True, kw_only=True):
    """A seat drew its opening hand."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], SeenBy("seat")]


class OverstimulatedHandShown(Fact, tag="overstimulated_hand_shown", frozen=True, kw_only=True):
    """An opening hand was shown, in table order, and went back into the deck."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("fightdrome R7: a hand with more than 2 Neurochems or without an Attack is shown", "cards", "seat"),
    )
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    reason: Literal["too_many_neurochems", "no_attack"]


class CardPlayed(Fact, tag="card_played", frozen=True, kw_only=True):
    """A card went from a hand to the table, face up; the attack it answers, if any, is `onto`."""

    seat: Seat
    card: Annotated[Card, Public()]
    role: Role
    onto: Annotated[Card | None, Public()] = None


class CardDrawn(Fact, tag="card_drawn", frozen=True, kw_only=True):
    """A card went from the top of a seat's deck to its hand."""

    seat: Seat
    card: Annotated[Card, SeenBy("seat")]


class DiscardReshuffled(Fact, tag="discard_reshuffled", frozen=True, kw_only=True):
    """A seat's discard pile became its deck; the top first."""

    seat: Seat
    count: int
    order: Annotated[tuple[Card, ...] | None, Sealed()]


class FightPaused(Fact, tag="fight_paused", frozen=True, kw_only=True):
    """An attack was cancelled; the other seat must attack."""

    by_seat: Seat
    next_seat: Seat


class FighterStaggered(Fact, tag="fighter_staggered", frozen=True, kw_only=True):
    """A seat could not play what it had to; the standing attack goes to its owner's discard pile."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses(
            "fightdrome R8, R10: who holds a legal card must play one, so who is Staggered holds none", "seat", "seat"
        ),
    )
    seat: Seat
    cause: StaggerCause


class CardDiscardedFaceDown(Fact, tag="card_discarded_face_down", frozen=True, kw_only=True):
    """A Staggered seat laid a card of its hand face down on its discard pile; `last`: it had no other."""

    seat: Seat
    card: Annotated[Card, SeenBy("seat")]
    last: bool = False


class FighterRested(Fact, tag="fighter_rested", frozen=True, kw_only=True):
    """A seat forfeited its attack; it draws a card, and the other must attack."""

    seat: Seat


class BoutEnded(Fact, tag="bout_ended", frozen=True, kw_only=True):
    """A bout is over; the sizes of the hands by seat."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("fightdrome R27, R28: the other seat could not rise", "reason", "loser", ("reason", "cannot_rise")),
        Discloses("fightdrome R37: at the bell equal hands are judged by their Fame", "winner", "", ("reason", "bell")),
    )
    bout: int
    winner: Seat
    loser: Seat
    reason: BoutReason
    hand_counts: tuple[int, ...]


class FameScored(Fact, tag="fame_scored", frozen=True, kw_only=True):
    """A seat laid its hand open, in table order, and was paid for it."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("fightdrome R33: both hands are laid open and counted", "cards", "seat"),
    )
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    points: int
    total: int


class SleeveChosen(Fact, tag="sleeve_chosen", frozen=True, kw_only=True):
    """A seat chose its next fighter, or had only one left."""

    seat: Seat
    sleeve: Annotated[Sleeve, SeenBy("seat")]


class Reveal(msgspec.Struct, frozen=True):
    """Whom a seat sends into the next bout."""

    seat: Seat
    sleeve: Annotated[Sleeve, Public()]


class FightersRevealed(Fact, tag="fighters_revealed", frozen=True, kw_only=True):
    """Every seat that had to choose a fighter has done so (R41)."""

    reveals: ClassVar[tuple[str, ...]] = ("choose_sleeve", "sleeve_chosen")
    fighters: tuple[Reveal, ...]


class FighterEliminated(Fact, tag="fighter_eliminated", frozen=True, kw_only=True):
    """A seat lost the Sleeve that fought for it."""

    seat: Seat
    sleeve: Annotated[Sleeve, Public()]


class PlayerConceded(Fact, tag="player_conceded", frozen=True, kw_only=True):
    """A seat gave up."""

    seat: Seat


class PlayerTimedOut(Fact, tag="player_timed_out", frozen=True, kw_only=True):
    """The clock put a seat out."""

    seat: Seat


class GameEnded(Fact, tag="game_ended", frozen=True, kw_only=True):
    """The game is over."""

    winner: Seat
    reason: EndReason
    ended_by: EndedBy


FightdromeFact: TypeAlias = (
    GameStarted
    | CharactersDealt
    | DecksBuilt
    | BoutStarted
    | DeckShuffled
    | HandDrawn
    | OverstimulatedHandShown
    | CardPlayed
    | CardDrawn
    | DiscardReshuffled
    | FightPaused
    | FighterStaggered
    | CardDiscardedFaceDown
    | FighterRested
    | BoutEnded
    | FameScored
    | SleeveChosen
    | FightersRevealed
    | FighterEliminated
    | PlayerConceded
    | PlayerTimedOut
    | GameEnded
    | UnseenReordered
)
