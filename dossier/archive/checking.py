"""The archive of a case, checked: what follows from the record is made anew and compared, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from domain.audit.checks import verify_bytes
from domain.audit.heads import KeptHead
from domain.audit.opened import CONTRADICTIONS, readable_record
from domain.audit.report import Report, Status
from domain.audit.timeline import Timeline
from domain.kernel.display.words import languages
from domain.record.lines import LineError
from domain.table.seating import RELEASE
from dossier.archive.attempts import checked_attempts
from dossier.archive.findings import PARTS, Checked, Finding, Limit, Wrong
from dossier.archive.making import DESK, Beside, members_of, moment_of, viewer_for
from dossier.archive.manifest import (
    ATTEMPTS,
    MANIFEST,
    MEMBERS,
    README,
    RECORD,
    REPORT,
    TEXTS,
    VERIFIERS,
    Manifest,
    filed,
    parse_manifest,
)
from dossier.archive.packing import unpacked
from dossier.archive.texts import private_in
from dossier.report import NoCaseError
from dossier.report.head import head_of

NOT_CHECKED = Limit("not_checked")


def check_archive(archive: bytes, verifiers: Mapping[str, bytes], heads: Iterable[KeptHead] = ()) -> Checked:
    """Check an archive and its record; `verifiers` are those of this release, `heads` what somebody kept."""
    members, wrong = unpacked(archive)
    if wrong and not members:
        return _left([_finding("archive", wrong)], None)
    findings = [_finding("archive", wrong)]
    try:
        manifest = parse_manifest(members[MANIFEST])
        wrong = tuple(_other_digests(manifest, members))
    except (ValueError, RecursionError) as error:
        manifest, wrong = None, (Wrong("bad_manifest", {"why": str(error)}),)
    report = verify_bytes(members[RECORD], heads=heads)
    findings.append(_finding("manifest", wrong))
    if manifest is None or report.is_wrong:
        findings.append(_finding("record", tuple(_wrong_record(report))))
        return _left(findings, report)
    return _of_record(findings, manifest, members, report, verifiers)


def _of_record(
    findings: list[Finding],
    manifest: Manifest,
    members: Mapping[str, bytes],
    report: Report,
    verifiers: Mapping[str, bytes],
) -> Checked:
    """Go on with a record that verifies."""
    try:
        timeline = Timeline(readable_record(members[RECORD]).record)
    except (LineError, *CONTRADICTIONS) as error:
        return _left([*findings, _finding("record", (Wrong("wrong_record", {"why": str(error)}),))], report)
    other = tuple(_other_record(manifest, timeline))
    findings.append(_finding("record", other))
    if other:
        return _left(findings, report)
    of_case = _finding("case", tuple(_wrong_case(manifest, timeline)))
    findings.append(of_case)
    if of_case.status == "failed":
        return _left(findings, report)
    beside, texts = _texts(manifest, members, timeline)
    try:
        made = members_of(members[RECORD], timeline, manifest.case, manifest.recipient, manifest.language, beside)
    except CONTRADICTIONS:  # in what a copy hides its facts are not proved, and may be such as no game can have
        return _left([*findings, _finding("report", (Wrong("other_report"),))], report)
    if texts.status == "passed" and made[TEXTS] != members[TEXTS]:
        texts = _finding("texts", (Wrong("other_texts"),))
    findings += [texts, _attempts(manifest, members, timeline)]
    findings += [
        _compared("report", Wrong("other_report"), manifest, same=made[REPORT] == members[REPORT]),
        _compared("readme", Wrong("other_readme"), manifest, same=made[README] == members[README]),
        _verifiers(members, verifiers, manifest),
    ]
    return Checked(tuple(findings), report)


def _finding(part: str, wrong: tuple[Wrong, ...], *said: Limit) -> Finding:
    return Finding(part, "failed", wrong) if wrong else Finding(part, "passed", said)


def _left(findings: list[Finding], report: Report | None) -> Checked:
    """Return what was found, and of all the rest that nobody has looked."""
    known = {finding.part: finding for finding in findings}
    status: Status = "not possible"
    return Checked(tuple([known.get(part, Finding(part, status, (NOT_CHECKED,))) for part in PARTS]), report)


def _other_digests(manifest: Manifest, members: Mapping[str, bytes]) -> Iterator[Wrong]:
    named = {MANIFEST, *manifest.members}
    for name in MEMBERS:
        if name not in named or (name != MANIFEST and filed(members[name]) != manifest.members[name]):
            yield Wrong("other_digest", {"name": name})
    for name in sorted(named - {*MEMBERS}):
        yield Wrong("unexpected_member", {"name": name})
    if manifest.language not in languages():
        yield Wrong("bad_manifest", {"why": manifest.language})


def _wrong_record(report: Report) -> Iterator[Wrong]:
    for check in report.failed:
        yield Wrong("wrong_record", {"why": f"{check.code}, line {check.line}"})
    for compared in report.heads:
        if compared.is_wrong:
            yield Wrong("other_record", {"why": str(compared.head)})


def _other_record(manifest: Manifest, timeline: Timeline) -> Iterator[Wrong]:
    """Yield in what the record is another one than the manifest names."""
    try:
        viewer = viewer_for(manifest.recipient, timeline.opening.seats)
    except ValueError:
        viewer = None
    for said, found in (
        (manifest.table, timeline.opening.table),
        (manifest.head, head_of(timeline)),
        (str(viewer), str(timeline.owner)),
    ):
        if said != found:
            yield Wrong("other_record", {"why": found})


def _wrong_case(manifest: Manifest, timeline: Timeline) -> Iterator[Wrong]:
    try:
        moment = str(moment_of(timeline, manifest.case))
    except NoCaseError:
        yield Wrong("no_case", {"case": manifest.case})
        return
    if moment != manifest.moment:
        yield Wrong("other_moment", {"moment": moment})


def _texts(manifest: Manifest, members: Mapping[str, bytes], timeline: Timeline) -> tuple[Beside, Finding]:
    try:
        private = private_in(members[TEXTS])
    except (ValueError, RecursionError):
        return Beside(), _finding("texts", (Wrong("other_texts"),))
    if private and manifest.recipient != DESK:
        return Beside(), _finding("texts", (Wrong("other_texts"),))
    said = (Limit("private", {"n": len(private)}),) if private else ()
    return Beside(private=private), _finding("texts", (), *said)


def _attempts(manifest: Manifest, members: Mapping[str, bytes], timeline: Timeline) -> Finding:
    recipient = viewer_for(manifest.recipient, timeline.opening.seats)
    found = checked_attempts(members[ATTEMPTS], timeline, recipient)
    if found.wrong is not None:
        return _finding("attempts", (found.wrong,))
    if not found.all:
        return Finding("attempts", "not possible", (Limit("no_attempts"),))
    return Finding("attempts", "not possible", (Limit("attempts", {"n": found.again, "all": found.all}),))


def _compared(part: str, wrong: Wrong, manifest: Manifest, *, same: bool) -> Finding:
    """Return what came of a part that this release writes; what another one is said to have written is unknown here."""
    if manifest.release != RELEASE:
        return Finding(part, "not possible", (Limit("other_release", {"release": manifest.release, "own": RELEASE}),))
    return _finding(part, () if same else (wrong,))


def _verifiers(members: Mapping[str, bytes], own: Mapping[str, bytes], manifest: Manifest) -> Finding:
    other = [name for name in VERIFIERS if members[name] != own[name]]
    if manifest.release != RELEASE:
        return _compared("verifiers", Wrong("other_verifier"), manifest, same=False)
    return _finding("verifiers", tuple([Wrong("other_verifier", {"name": name}) for name in other]))
