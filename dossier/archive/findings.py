"""What is found in the archive of a case: a finding for each part, and a stable code for all that can be wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.audit.report import Report, Status
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words

PARTS: Final = ("archive", "manifest", "record", "case", "texts", "attempts", "report", "readme", "verifiers")
TITLES: Mapping[str, str] = {
    "archive": "the archive and its members",
    "manifest": "the manifest",
    "record": "the record",
    "case": "the case is in the record",
    "texts": "texts are those of the record",
    "attempts": "refused attempts",
    "report": "the report says what the record says",
    "readme": "the instructions",
    "verifiers": "the verifiers are those of this release",
}
REASONS: Mapping[str, str] = {  # by code; stable and public, listed in docs/replay.md
    "no_archive": "This is no zip archive, or one that cannot be read.",
    "too_large": "An archive has at most {most} MiB.",
    "too_many_members": "An archive has at most {most} members.",
    "other_bytes": "The archive is not as it was packed: something stands between, before or behind its members.",
    "duplicate_member": "{name} is there twice.",
    "unexpected_member": "{name} is no member of the archive of a case.",
    "encrypted_member": "{name} is encrypted.",
    "compressed_member": "{name} is compressed, and members are stored.",
    "missing_member": "{name} is missing.",
    "bad_manifest": "case.json is no manifest: {why}",
    "other_digest": "{name} is not what the manifest says.",
    "wrong_record": "The record does not verify: {why}",
    "other_record": "The record is not the one that the manifest names: {why}",
    "no_case": "The record has no case {case}.",
    "other_moment": "The case is of entry {moment}, and the manifest says otherwise.",
    "other_texts": "texts.ndjson is not what the record holds of the case.",
    "bad_attempts": "attempts.ndjson, line {line}: {why}",
    "not_for_recipient": "attempts.ndjson, line {line}: this is not for {recipient}.",
    "not_refused": "attempts.ndjson, line {line}: the rules do not refuse this with {code}.",
    "other_report": "report.html is not what this release writes of the record.",
    "other_readme": "README.txt is not what this release writes of the record.",
    "other_verifier": "{name} is not the verifier of this release.",
}
LIMITS: Mapping[str, str] = {  # why a part cannot be checked, or what is to be said of one that passes
    "not_checked": "something before it is wrong",
    "other_release": "it was written by {release}, and this is {own}",
    "no_attempts": "there are none, or none for this recipient",
    "attempts": "{n} of {all} were decided again; no entry holds them: any may be missing, added or changed",
    "private": "notes of the desk that no entry holds, and nothing proves: {n}",
}


class Wrong(NamedTuple):
    """Something that is wrong, by its code."""

    code: str
    values: Mapping[str, object] = {}

    def said(self, words: Words) -> str:
        """Return it as a sentence."""
        return plain(words.say(REASONS[self.code], **self.values))


class Limit(NamedTuple):
    """What cannot be checked, or is to be said of what could."""

    code: str
    values: Mapping[str, object] = {}

    def said(self, words: Words) -> str:
        """Return it as a sentence."""
        return plain(words.say(LIMITS[self.code], **self.values))


class Finding(NamedTuple):
    """What came of one part of the archive."""

    part: str
    status: Status
    because: tuple[Wrong | Limit, ...] = ()

    def title(self, words: Words) -> str:
        """Return what the part is called."""
        return words.say(TITLES[self.part])


class Checked(NamedTuple):
    """All that was found; `report` is that of the record, if there was one to verify."""

    findings: tuple[Finding, ...]
    report: Report | None = None

    @property
    def is_wrong(self) -> bool:
        """Say whether something is wrong with the archive or its record."""
        return any(finding.status == "failed" for finding in self.findings) or (
            self.report is not None and self.report.is_wrong
        )
