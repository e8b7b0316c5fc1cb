"""Tournaments as Tournament Report Files of FIDE: dates where they are played, players by their names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

from api.requests.tournaments.shapes import names_of
from api.service import Service
from api.wire.problems import ProblemError, language
from domain.ledger.tournaments.streams import Known
from domain.tournament.exchange.columns import Edition
from domain.tournament.exchange.trf import NotInThisFormatError, report
from programs.hearing import heard

EDITIONS: Mapping[str, Edition] = {"trf16.trf": "trf16", "trf26.trf": "trf26"}  # by the sheet's name


def zone_of(name: str) -> tzinfo:
    """Return the time zone of what is printed; UTC for one that this machine does not know."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # not there, no name of a zone, or a folder
        return UTC


def report_file(here: Service, known: Known, edition: Edition) -> bytes:
    """Return a tournament as such a file; raises `ProblemError` (`not_in_this_format`)."""
    names = names_of(here, known.book.players)
    try:
        return report(known.book, edition=edition, names=names, zone=zone_of(known.book.opened.time_zone)).encode()
    except NotInThisFormatError as error:
        text = "A Tournament Report File cannot say this: {reason}."
        raise ProblemError("not_in_this_format", text, reason=heard(str(error), language())) from None
