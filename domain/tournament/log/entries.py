"""The entries of a tournament: one for each thing that happened. Points are exact fractions as text (`10/3`)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from domain.kernel.chance import Draw
from domain.record.entries import Clock, Confirm, Visibility
from domain.record.members import Bytes16, Bytes32, Count, Part
from domain.tournament.decks import ChosenDeck, DeckSeals, FromRound
from domain.tournament.matches import BestOf
from domain.tournament.players import Name
from domain.tournament.points import Scoring, exact
from domain.tournament.results import ByeKind
from domain.tournament.settings import CutSaid, DrawByAgreement, OfRounds, OwnByes, TimeZone
from domain.tournament.standings import Standing
from domain.tournament.tie_breaks import TieBreak

FORMAT: Final = "matchledger/tournament/1"
Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Fraction: TypeAlias = Annotated[str, msgspec.Meta(pattern="^-?(0|[1-9][0-9]{0,8})(/[1-9][0-9]{0,8})?$")]
Rounds: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=999)]
Players: TypeAlias = tuple[Name, ...]
Places: TypeAlias = tuple[Annotated[int, msgspec.Meta(ge=0, le=10)], ...]  # 0: did not come


class RoundRobinSaid(Part, tag="round_robin", tag_field="format", frozen=True, kw_only=True):
    """Berger tables in one cycle or two, of everybody or in groups."""

    cycles: Literal[1, 2] = 1
    groups: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1


class SwissSaid(Part, tag="swiss", tag_field="format", frozen=True, kw_only=True):
    """FIDE's Dutch system; the edition of the rules is named."""

    rounds: Rounds
    edition: Literal["fide-c0403-2026-02"] = msgspec.field(default_factory=lambda: "fide-c0403-2026-02")


class PodsSaid(Part, tag="pods", tag_field="format", frozen=True, kw_only=True):
    """Swiss in pods; `edition` is that of the published cost."""

    rounds: Rounds
    seats: Annotated[int, msgspec.Meta(ge=3, le=10)]
    edition: Literal["pods-1"] = msgspec.field(default_factory=lambda: "pods-1")


class KnockOutSaid(Part, tag="knock_out", tag_field="format", frozen=True, kw_only=True):
    """Single or double elimination."""

    losses: Literal[1, 2] = 1
    drawn: Literal["higher_seed", "replay"] = "higher_seed"


Method: TypeAlias = RoundRobinSaid | SwissSaid | PodsSaid | KnockOutSaid


class ScoringSaid(Part, frozen=True, kw_only=True):
    """How places become points."""

    by_place: Annotated[tuple[Fraction, ...], msgspec.Meta(min_length=1, max_length=10)]
    tie: Literal["share", "draw_points"] = "share"
    draw_points: Fraction = "0"
    pairing_bye: Fraction | None = None
    forfeit_loss: Fraction = "0"

    def exact(self) -> Scoring:
        """Return the rule in exact numbers; raises `ValueError` for points that are not in lowest terms."""
        return Scoring(
            by_place=tuple([exact(points) for points in self.by_place]),
            tie=self.tie,
            draw_points=exact(self.draw_points),
            pairing_bye=None if self.pairing_bye is None else exact(self.pairing_bye),
            forfeit_loss=exact(self.forfeit_loss),
        )


class TablesSaid(Part, frozen=True, kw_only=True):
    """How the tables are opened.

    Whoever has not sat down `no_show_ms` after the opening has not come; without it the organiser says so. Their
    secrets open with each result, or with `secrets_open_at` once the tournament has ended.
    """

    clock: Clock | None = None
    confirm: Confirm | None = None  # at once if absent
    visibility: Visibility = "public"
    no_show_ms: Count | None = None
    secrets_open_at: Literal["event_end"] | None = None
    round_ms: Count | None = None  # a round is to take no longer; whoever looks is warned, and nobody loses by it
    delay_entries: Count | None = None  # how much later who has no seat sees them; casters need one of the two
    delay_seconds: Count | None = None
    seat_tokens: bool = False  # whoever runs it holds the tokens of all seats; players by their own links if not


class ByeSaid(Part, frozen=True, kw_only=True):
    """Who has a bye, and of which kind."""

    player: Name
    kind: ByeKind


class Counted(Part, frozen=True, kw_only=True):
    """The entry of a table's own record that a result rests on."""

    table: str
    n: Count
    hash: Bytes32
    kind: Literal["result_confirmed", "result_adjusted", "table_abandoned"]


class Head(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind"):
    """What every entry has: its number from 1, the time in milliseconds since 1970 (UTC), and who wrote it."""

    n: Count
    at: Count
    by: Text


class TournamentOpened(Head, tag="tournament_opened", frozen=True, kw_only=True):
    """A tournament is there; it has committed to the secret that its draws are made from."""

    format: Literal["matchledger/tournament/1"]
    tournament: Name
    game: str
    version: Count
    method: Method
    scoring: ScoringSaid
    tie_breaks: tuple[TieBreak, ...]
    tie_break_edition: Literal["fide-c07-2026-03"] = msgspec.field(default_factory=lambda: "fide-c07-2026-03")
    commitment: Bytes32
    label: str | None = None
    options: dict[str, Any] = {}
    data: Bytes32 | None = None  # the digest of a card set that a release ships; the newest if absent
    tables: TablesSaid | None = None  # absent where no service opens them
    registration: Literal["code"] | None = None  # who has the code may register; by the organiser if absent
    sandbox: bool = False  # bots play it on a clock that jumps: nothing of it is a result of anybody
    best_of: BestOf = 1  # games of a match, each at a table of its own
    cut: CutSaid | None = None
    draw_by_agreement: DrawByAgreement = "never"
    own_byes: OwnByes | None = None
    at_rounds: tuple[OfRounds, ...] = ()
    next_round_ms: Count | None = None  # after the last result the next round begins by itself; by word if absent
    time_zone: TimeZone = "UTC"  # of what is printed
    decks: Literal["registered"] | None = None  # sealed before the start; players choose at the tables if absent
    same_deal: bool = False  # each round is a board: one deal for all its tables, compared seat by seat


class Entering(Head, frozen=True, kw_only=True):
    """What both entries of somebody who comes in say."""

    player: Name
    rating: Count | None = None
    name_hash: Bytes32 | None = None  # salted, as at a table
    bot: Name | None = None


class PlayerRegistered(Entering, tag="player_registered", frozen=True, kw_only=True):
    """Somebody will play; their entropy goes into the draws."""

    entropy: Bytes32


class PlayerEnteredLate(Entering, tag="player_entered_late", frozen=True, kw_only=True):
    """Somebody comes in after the start, registered before or not, with the points that the organiser states."""

    points: Fraction


class OfPlayer(Head, frozen=True, kw_only=True):
    """What entries about one player have in common."""

    player: Name


class PlayerCheckedIn(OfPlayer, tag="player_checked_in", frozen=True, kw_only=True):
    """A registered player is there. If anybody has checked in at the start, only those who have play.

    With `entropy` it replaces what went into the draws for this player before.
    """

    entropy: Bytes32 | None = None


class PlayerWithdrawn(OfPlayer, tag="player_withdrawn", frozen=True, kw_only=True):
    """A player is paired no more."""


class PlayerReturned(OfPlayer, tag="player_returned", frozen=True, kw_only=True):
    """A player who withdrew is paired again; the rounds between give nothing."""


class PlayerDisqualified(OfPlayer, tag="player_disqualified", frozen=True, kw_only=True):
    """A player is out: places close up, earlier rounds stay."""

    reason: Text


class PenaltyGiven(OfPlayer, tag="penalty_given", frozen=True, kw_only=True):
    """Points that are subtracted."""

    points: Fraction
    reason: Text


class ByeRequested(OfPlayer, tag="bye_requested", frozen=True, kw_only=True):
    """A player will sit out a round that is not paired yet; by its own word as far as entry 1 allows it."""

    round: Count
    bye: Literal["full", "half", "zero"]
    own: bool = False


class DeckRegistered(OfPlayer, tag="deck_registered", frozen=True, kw_only=True):
    """A player's deck from a round on, sealed; the last one that came in time counts."""

    round: FromRound = 1
    seals: DeckSeals


class PairForbidden(Head, tag="pair_forbidden", frozen=True, kw_only=True):
    """Two players must not meet in the rounds from `first` to `last`."""

    players: tuple[Name, Name]
    first: Count
    last: Count


class Started(Head, tag="tournament_started", frozen=True, kw_only=True):
    """Registration is over: the initial order, and the colour of odd numbers in the first round (0: they begin)."""

    order: Players
    initial: Literal[0, 1]
    draws: tuple[Draw, ...]


class TournamentPaused(Head, tag="tournament_paused", frozen=True, kw_only=True):
    """No round is paired or begins, no table is opened, nobody loses by staying away; tables that play go on."""

    reason: Text


class TournamentResumed(Head, tag="tournament_resumed", frozen=True, kw_only=True):
    """It goes on; whoever was awaited is awaited so much longer."""


class RoundPaired(Head, tag="round_paired", frozen=True, kw_only=True):
    """A round as the rules pair it, or (with a reason) as the organiser does. Each attempt is an entry."""

    round: Count
    attempt: Count
    tables: tuple[Players, ...]
    byes: tuple[ByeSaid, ...] = ()
    draws: tuple[Draw, ...] = ()
    reason: Text | None = None


class RoundStarted(Head, tag="round_started", frozen=True, kw_only=True):
    """The last attempt is published, and stands. With `same_deal` it commits to the secret that its tables share."""

    round: Count
    attempt: Count
    board: Bytes32 | None = None


class RoundRecalled(Head, tag="round_recalled", frozen=True, kw_only=True):
    """What was published is taken back for a stated fault, before any result of it: the round is paired anew."""

    round: Count
    attempt: Count
    reason: Text


class OfTable(Head, frozen=True, kw_only=True):
    """What entries about the result of a table say: the round, the table from 1, the place of each in seat order."""

    round: Count
    table: Count
    game: Count | None = None  # of a match; without it the result is that of the whole match
    places: Places
    rests_on: Counted | None = None
    redealt: bool = False  # a table of a board, by a ruling: it is compared with no other


class ResultCounted(OfTable, tag="result_counted", frozen=True, kw_only=True):
    """A table of the round that is being played has a result; with a reason it is a ruling, not what was played.

    With `agreed` it is the draw that everybody at the table has offered.
    """

    reason: Text | None = None
    agreed: bool = False


class ResultCorrected(OfTable, tag="result_corrected", frozen=True, kw_only=True):
    """A ruling changes a counted result; standings follow, and rounds that have begun stay."""

    reason: Text


class OfSeat(OfPlayer, frozen=True, kw_only=True):
    """What entries about a player at a table of the round that is being played have in common."""

    round: Count
    table: Count


class DrawOffered(OfSeat, tag="draw_offered", frozen=True, kw_only=True):
    """A player would share the first place with the whole table, or would not any more."""

    stands: bool = True


class ResultConceded(OfSeat, tag="result_conceded", frozen=True, kw_only=True):
    """A player stands behind everybody else who came, whatever the game that has ended says; of a match, in `game`."""

    game: Count | None = None


class StandingsFrozen(Head, tag="standings_frozen", frozen=True, kw_only=True):
    """The standings after so many rounds, for a cut or prizes."""

    rounds: Count
    rows: tuple[Standing, ...]
    draws: tuple[Draw, ...] = ()


class CutMade(Head, tag="cut_made", frozen=True, kw_only=True):
    """The players who go on in a knock-out, by the standings that the entry `standings` froze, the best seed first."""

    standings: Count
    players: Players


class Prize(Part, frozen=True, kw_only=True):
    """What a player gets, and the place in the cited standings."""

    place: Count
    player: Name
    prize: Text


class PrizesGiven(Head, tag="prizes_given", frozen=True, kw_only=True):
    """Who gets what by the standings that the entry `standings` froze."""

    standings: Count
    prizes: Annotated[tuple[Prize, ...], msgspec.Meta(min_length=1, max_length=200)]


class TournamentEnded(Head, tag="tournament_ended", frozen=True, kw_only=True):
    """It is over; `standings` is the number of the entry that froze the last standings."""

    standings: Count


class TournamentCancelled(Head, tag="tournament_cancelled", frozen=True, kw_only=True):
    """It is given up, whatever has been played; nothing more is counted."""

    reason: Text


class DeckOpened(OfPlayer, tag="deck_opened", frozen=True, kw_only=True):
    """A deck that counted, for everybody to compare it with its seal and with the tables."""

    round: FromRound = 1
    salt: Bytes16
    deck: ChosenDeck


class SecretOpened(Head, tag="secret_opened", frozen=True, kw_only=True):
    """The secret of the draws, for everybody to compute them again."""

    secret: Bytes32


_OfPlayers: TypeAlias = PlayerRegistered | PlayerEnteredLate | PlayerCheckedIn | PlayerWithdrawn | PlayerReturned
_OfOrder: TypeAlias = PlayerDisqualified | PenaltyGiven | ByeRequested | PairForbidden | DeckRegistered | DeckOpened
_OfRounds: TypeAlias = RoundPaired | RoundStarted | RoundRecalled
_OfResults: TypeAlias = ResultCounted | ResultCorrected | DrawOffered | ResultConceded
_OfStandings: TypeAlias = StandingsFrozen | CutMade | PrizesGiven
_OfAll: TypeAlias = TournamentOpened | Started | TournamentPaused | TournamentResumed
_OfEnd: TypeAlias = TournamentEnded | TournamentCancelled | SecretOpened
Entry: TypeAlias = _OfPlayers | _OfOrder | _OfRounds | _OfResults | _OfStandings | _OfAll | _OfEnd
