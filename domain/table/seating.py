"""Before the cards: opening a table, sitting down, leaving, giving it up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.game import Rules
from domain.kernel.refusals import Refusal, RefusedError
from domain.kernel.setup import Setup
from domain.record.canonical import NotCanonicalError, b64, canonical, sha256, unb64
from domain.record.cases import DAY_MS
from domain.record.chain import Request
from domain.record.entries import (
    AbandonReason,
    ArbiterCall,
    BranchOf,
    Clock,
    Commitments,
    Confirm,
    Connection,
    OfTournament,
    OpenAt,
    Protocol,
    SeatLeft,
    SeatReplaced,
    SeatTaken,
    Series,
    StartMode,
    TableAbandoned,
    TableOpened,
    Visibility,
)
from domain.record.keys import (
    BOARD,
    BRANCH,
    FORMAT,
    KNOWN,
    NO_ENTROPY,
    NO_SECRET,
    PROTOCOL,
    SECRET_BYTES,
    Secrets,
    commitment,
)
from domain.table.refusals import (
    check_free,
    check_going_on,
    check_open,
    check_running,
    check_seat,
    check_sits_once,
    not_taken,
    table_refusal,
)
from domain.table.results import close
from domain.table.table import BadOptionsError, Table, begin, salts_of, setup_of
from domain.table.writing import Batch, Written, first_entry

RELEASE = "matchledger 0.1.0"  # the program that writes records
CONSENT_NEEDED = table_refusal("consent_needed", "A bot takes no person's seat.", "table: seats")
TABLE_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever opens a table decides."""

    seats: int
    options: Mapping[str, Any] = {}
    version: int | None = None  # the newest rules if absent
    data: str | None = None  # digest of a card set
    clock: Clock | None = None
    label: str | None = None
    external_id: str | None = None
    series: Series | None = None
    tournament: OfTournament | None = None
    start: StartMode = "full"
    visibility: Visibility = "public"
    delay_entries: int | None = None  # how much later who has no seat sees it
    delay_seconds: int | None = None
    secrets_open_at: OpenAt = "confirmed"
    connection: Connection | None = None  # hidden if absent
    confirm: Confirm | None = None  # at once if absent
    arbiter_call: ArbiterCall | None = None  # quietly if absent
    file_ms: int | None = None  # for how long after the end a case may be filed; a day if absent
    appeal_ms: int | None = None  # for how long what is decided may be appealed; a day if absent
    known_deal: str | None = None  # the name of a deal that everybody can compute, for lessons; a secret one if absent


def setup_for(rules: Rules, opening: Opening, *, card_set: bytes | None = None) -> Setup:
    """Return the setup that an opening asks for.

    Raises `RefusedError` for one that the game refuses or that no record can hold (numbers from 2^53 on).
    `card_set` is the text of a card set that no release ships; its digest must be `opening.data`.
    """
    version = max(rules.editions) if opening.version is None else opening.version
    try:
        data = _card_set(rules, _digest(rules, opening), card_set)
        setup = setup_of(rules, seats=opening.seats, options=opening.options, version=version, data=data)
        canonical(setup.options)
    except (BadOptionsError, NotCanonicalError) as error:
        rule = f"{rules.name}, options"
        raise RefusedError(
            Refusal(
                rules.bad_options, "setup", "These options do not fit the game: {detail}.", rule, {"detail": str(error)}
            )
        ) from None
    refusal = rules.refuse_setup(setup)
    if refusal is not None:
        raise RefusedError(refusal)
    return setup


def _digest(rules: Rules, opening: Opening) -> str | None:
    return opening.data if opening.data is not None else rules.default_data


def open_table(
    rules: Rules,
    opening: Opening,
    *,
    table: str,
    secrets: Secrets,
    at: int,
    by: str,
    card_set: bytes | None = None,
    request: Request | None = None,
    branch_of: BranchOf | None = None,
) -> Written:
    """Open a table, committed to both secrets; with `branch_of` one that will begin at a moment of another table.

    Raises `RefusedError` as `setup_for` does; `card_set` likewise.
    """
    if not TABLE_ID.fullmatch(table) or len(secrets.deal) != SECRET_BYTES or len(secrets.salt) != SECRET_BYTES:
        raise ValueError("a table needs an id of up to 64 small letters, digits, - and _, and two secrets of 32 bytes")
    if opening.known_deal is not None and secrets.deal != NO_SECRET:
        raise ValueError("a known deal has 32 zero bytes for a secret")
    setup = setup_for(rules, opening, card_set=card_set)
    if opening.secrets_open_at == "event_end" and opening.tournament is None:
        raise RefusedError(
            Refusal(
                "no_event",
                "setup",
                "A table can open its secrets at an event's end only in an event.",
                "architecture 4",
            )
        )
    entry = TableOpened(
        n=1,
        at=at,
        by=by,
        format=FORMAT,
        release=RELEASE,
        table=table,
        game=rules.name,
        version=setup.edition.version,
        edition=edition_digest(setup.edition),
        options=msgspec.to_builtins(setup.options, order="sorted"),  # as every stored table has them
        seats=opening.seats,
        protocol=_protocol(opening, branch_of),
        deal_id=opening.known_deal or _board(opening) or table,
        commitments=Commitments(deal=commitment("deal", secrets.deal), salt=commitment("salt", secrets.salt)),
        secrets_open_at="event_end" if _board(opening) else opening.secrets_open_at,
        start=opening.start,
        visibility=opening.visibility,
        delay_entries=opening.delay_entries,
        delay_seconds=opening.delay_seconds,
        data=_digest(rules, opening),
        clock=opening.clock,
        connection=opening.connection,
        confirm=opening.confirm,
        label=opening.label,
        external_id=opening.external_id,
        series=opening.series,
        tournament=opening.tournament,
        branch_of=branch_of,
        arbiter_call=opening.arbiter_call,
        file_ms=None if opening.file_ms == DAY_MS else opening.file_ms,
        appeal_ms=None if opening.appeal_ms == DAY_MS else opening.appeal_ms,
    )
    sealed = first_entry(entry, table, sealer=salts_of(secrets.salt, table), request=request)
    return Written(begin(rules, entry, sealed, data=setup.data, secrets=secrets), (sealed,))


def _protocol(opening: Opening, branch_of: BranchOf | None) -> Protocol:
    if branch_of is not None:
        return BRANCH
    if _board(opening):
        return BOARD
    return PROTOCOL if opening.known_deal is None else KNOWN


def _board(opening: Opening) -> str | None:
    """Return what the deal of a table is called that others of its tournament share."""
    place = opening.tournament
    return None if place is None else place.deal_id


def _card_set(rules: Rules, digest: str | None, card_set: bytes | None) -> Any:
    if digest is None:
        return None
    if card_set is not None:
        if card_set_digest(card_set) != digest:
            raise BadOptionsError("the card set does not have the digest that names it")
        try:
            return rules.load_data(card_set)
        except ValueError as error:
            raise BadOptionsError(str(error)) from None
    if digest not in rules.data_sets:
        raise BadOptionsError(f"no card set with the digest {digest} is at hand")
    return rules.data_sets[digest]


def edition_digest(edition: Any) -> str:
    """Return the digest of the switches that decide a game: base64url of the SHA-256 of their canonical form."""
    return b64(sha256(canonical(edition)))


def name_hash(name: str, salt: bytes) -> str:
    """Return what an entry says of a name: base64url(SHA-256(salt || name)); the salt lies in the `people` store."""
    return b64(sha256(salt, name.encode()))


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits down: pseudonymous player id, salted hash of the name, entropy (32 bytes), a bot's name or a key."""

    player: str
    name_hash: str
    entropy: bytes = NO_ENTROPY
    bot: str | None = None
    public_key: str | None = None


def take_seat(
    table: Table, seat: int, sitting: Sitting, *, at: int, by: str, request: Request | None = None
) -> Written:
    """Sit down on a free seat before the start.

    Raises `RefusedError`: `table_not_open`, `no_such_seat`, `seat_taken`, `sits_already`.
    """
    check_open(table)
    check_seat(table, seat)
    check_free(table, seat)
    check_sits_once(table, sitting.player)
    batch = Batch(table, at)
    batch.write(SeatTaken(n=batch.n, at=batch.at, by=by, seat=seat, **_members(sitting)), request=request)
    return batch.done()


def replace_seat(
    table: Table, seat: int, sitting: Sitting, *, at: int, by: str, request: Request | None = None
) -> Written:
    """Put somebody else on a taken seat, also while the game runs."""
    check_seat(table, seat)
    if table.book.status not in ("open", "running") or table.book.holders[seat] is None:
        raise RefusedError(not_taken(seat))
    batch = Batch(table, at)
    batch.write(SeatReplaced(n=batch.n, at=batch.at, by=by, seat=seat, **_members(sitting)), request=request)
    return batch.done()


def renew_holder(table: Table, seat: int, *, at: int, by: str, request: Request | None = None) -> Written:
    """Say that another may act for a taken seat from now on: its token, or its player's key, was given anew."""
    holder = table.book.holders[seat]
    if holder is None:
        raise RefusedError(not_taken(seat))
    sitting = Sitting(
        player=holder.player,
        name_hash=holder.name_hash,
        entropy=unb64(holder.entropy),
        bot=holder.bot,
        public_key=holder.public_key,
    )
    return replace_seat(table, seat, sitting, at=at, by=by, request=request)


def substitute(
    table: Table, seat: int, sitting: Sitting, *, at: int, by: str, request: Request | None = None
) -> Written:
    """Let somebody else play on for a seat of a game that runs.

    Raises `RefusedError`: `table_not_running`, `no_such_seat`, `sits_already`, `consent_needed` for a bot in a person's
    seat.
    """
    check_running(table)
    check_seat(table, seat)
    check_sits_once(table, sitting.player)
    holder = table.book.holders[seat]
    if sitting.bot is not None and (holder is None or holder.bot is None):
        raise RefusedError(CONSENT_NEEDED)
    return replace_seat(table, seat, sitting, at=at, by=by, request=request)


def leave_seat(table: Table, seat: int, *, at: int, by: str, request: Request | None = None) -> Written:
    """Stand up before the start."""
    check_open(table)
    check_seat(table, seat)
    if table.book.holders[seat] is None:
        raise RefusedError(not_taken(seat))
    batch = Batch(table, at)
    batch.write(SeatLeft(n=batch.n, at=batch.at, by=by, seat=seat), request=request)
    return batch.done()


def abandon(table: Table, reason: AbandonReason, *, at: int, by: str, request: Request | None = None) -> Written:
    """Give up a table that has not ended; its secrets open as the table said."""
    check_going_on(table)
    batch = Batch(table, at)
    batch.write(TableAbandoned(n=batch.n, at=batch.at, by=by, reason=reason), request=request)
    close(batch)
    return batch.done()


def _members(sitting: Sitting) -> dict[str, Any]:
    if len(sitting.entropy) != SECRET_BYTES:
        raise ValueError("a seat's entropy has 32 bytes")
    return {
        "player": sitting.player,
        "name_hash": sitting.name_hash,
        "entropy": b64(sitting.entropy),
        "bot": sitting.bot,
        "public_key": sitting.public_key,
    }
