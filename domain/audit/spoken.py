"""A report in the words of a language: what its checks are called, what came of them, and what a failure means.

Programs and people who write English get the report as it is. In another language a failure is told by its code, and
its own sentence, with its numbers and names, stands behind it in brackets: the programs put that into the language.
"""

from __future__ import annotations

import re

from domain.audit.report import TITLES, Check
from domain.kernel.display.words import ENGLISH, Words

ENGLISH_WORDS = Words()

STATUSES = {"passed": "passed", "failed": "failed", "not possible": "not possible", "unreadable": "unreadable"}

MEANINGS = {  # of the codes in `report.CODES`
    "empty_record": "The record is empty.",
    "cut_off": "The record was cut off.",
    "too_large": "Something is larger than a record may hold.",
    "bad_line": "A line is not of the format.",
    "bad_entry": "An entry is not of the format.",
    "wrong_order": "An entry stands where it cannot stand.",
    "wrong_number": "An entry has a wrong number.",
    "time_goes_back": "An entry is older than the one before it.",
    "wrong_header": "The header does not agree with entry 1.",
    "wrong_viewer": "The header names no viewer of this table.",
    "not_for_viewer": "Something is opened that this viewer may never know.",
    "wrong_card_set": "The card set is not the one that entry 1 names.",
    "broken_chain": "The hash does not follow: something before it was changed.",
    "other_head": "Another record was verified.",
    "no_seal": "A value is opened that has no seal.",
    "broken_seal": "An opened value does not fit its seal.",
    "wrong_text": "A text is not the one whose hash an entry holds.",
    "wrong_secret": "A secret does not fit its commitment.",
    "wrong_salt": "A salt does not follow from the secret.",
    "wrong_label": "A draw has a wrong label.",
    "wrong_draw": "A draw is not what the secret and the seats make it.",
    "wrong_type": "A value is not of its type in this game.",
    "wrong_setup": "The game cannot be opened like this.",
    "other_edition": "The rules or the cards are not those of this release.",
    "refused": "The rules refuse this action.",
    "other_decision": "The rules decide otherwise.",
    "other_parent": "The branch does not begin with what happened at its parent.",
    "opened_too_much": "Something is opened that this viewer may not know in this game.",
    "impossible_entry": "The game cannot have this entry here.",
    "other_time": "The decision was put at another time.",
    "wrong_time_out": "Nobody's time was up.",
    "wrong_no_show": "Nobody can be made to concede here.",
    "wrong_acceptance": "A seat has still to accept by itself.",
    "wrong_time": "The clock says another time.",
    "early_no_show": "A seat was made to concede before its time.",
    "early_resumption": "Play went on before a case had its time.",
    "early_confirmation": "A result was confirmed before its time.",
    "late_adjustment": "A result was adjusted after its time.",
    "late_penalty": "A penalty came after its time.",
    "late_case": "The arbiter was called too late.",
    "late_appeal": "An appeal came too late.",
    "late_acceptance": "A ruling was accepted when nobody could appeal any more.",
    "early_closing": "A case was closed that could still be appealed.",
    "other_outcome": "The rules find another result.",
    "already_over": "The game was over already.",
    "no_result": "The game is over, and no result is written.",
}

REASONS = {  # why a check is not possible, or what is to be said of one that passed
    "seats that gave entropy: {seats}": "seats that gave entropy: {seats}",
    "{some} of {every} deals and actions have sealed parts in this copy": (
        "{some} of {every} deals and actions have sealed parts in this copy"
    ),
    "line {line} is a {kind}: reserved, not read": "line {line} is a {kind}: reserved, not read",
    "texts that are not in this copy, for which it is not possible: {n}": (
        "texts that are not in this copy, for which it is not possible: {n}"
    ),
    "this release has no game called {game}": "this release has no game called {game}",
    "the format is broken": "the format is broken",
    "the secrets are not open": "the secrets are not open",
    "the secrets are not open; only the labels were checked": (
        "the secrets are not open; only the labels were checked"
    ),
    "nothing was dealt": "nothing was dealt",
    "no seat gave entropy: the deal rests on the operator's secret alone": (
        "no seat gave entropy: the deal rests on the operator's secret alone"
    ),
    "the deal is that of a board: its tournament's record says what was mixed in": (
        "the deal is that of a board: its tournament's record says what was mixed in"
    ),
    "the deal is a known one, as in a first game: everybody could compute it": (
        "the deal is a known one, as in a first game: everybody could compute it"
    ),
    "the game goes on": "the game goes on",
    "records hold no signatures yet": "records hold no signatures yet",
    "the entries cannot be followed past an earlier failure": "the entries cannot be followed past an earlier failure",
    "a ruling ended the game, and the rules found no result": "a ruling ended the game, and the rules found no result",
    "a ruling has put another result in place of the one that the rules found": (
        "a ruling has put another result in place of the one that the rules found"
    ),
    "the table was abandoned without a result": "the table was abandoned without a result",
    "the table was open without a result": "the table was open without a result",
    "the table had not ended: later entries may be missing": "the table had not ended: later entries may be missing",
    "the entry that opens the secrets is not there: later entries may be missing": (
        "the entry that opens the secrets is not there: later entries may be missing"
    ),
    "no clock; thinking times agree with the entries": "no clock; thinking times agree with the entries",
}
_PATTERNS = {
    known: re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(known)), re.DOTALL) for known in REASONS
}


def title_of(check: Check, words: Words) -> str:
    """Return what a check is called."""
    return words.say(TITLES[check.number])


def status_in(status: str, words: Words) -> str:
    """Return what came of a check or a record, in a word."""
    return words.say(STATUSES[status])


def reason_of(check: Check, words: Words) -> str | None:
    """Return why a check has failed or is not possible, if there is something to say."""
    reason = check.reason
    if reason is None or words.language == ENGLISH:
        return reason
    for known, pattern in _PATTERNS.items():
        if found := pattern.fullmatch(reason):
            return words.say(REASONS[known], **found.groupdict())
    return reason if check.code is None else f"{words.say(MEANINGS[check.code])} [{reason}]"
