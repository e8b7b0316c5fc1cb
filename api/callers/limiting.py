"""Who comes in, and how often: the one gate of every request, whatever answers it behind."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from flask import g, request

from api.callers.auth import Caller, Credential, caller, identify
from api.limits import Budget, Left
from api.service import Service, service
from api.wire.problems import ProblemError

UNCOUNTED = ("/healthz", "/readyz")  # whoever asks them for the sake of the service hears the truth
FILES = "/web/v/"  # of pages: the same for everybody, from memory, and many at once
SAFE = ("GET", "HEAD", "OPTIONS")  # RFC 9110, 9.2.1
ADMITTED = "matchledger.admitted"  # of an environment: whom this gate has let in before, or why not
HOUSEHOLD = 64  # bits of an IPv6 address that tell one customer from the next (RFC 6177)


def admit() -> None:
    """Read who calls and count the request; raises `ProblemError` (`too_many_requests`, `bad_credentials` and so on).

    Without credentials, and with such as are not valid, it counts for the address that it comes from. Once the
    service stops nothing new is begun (`unavailable`); whoever reads is still answered. Raises `UnavailableError` for
    a request that was let in before and may have been done.
    """
    if request.path in UNCOUNTED or request.path.startswith(FILES):
        return
    if service().store.stopping and request.method not in SAFE:
        raise ProblemError("unavailable", "The service stops.", headers={"Retry-After": "1"})
    before: Admitted | ProblemError | None = request.environ.get(ADMITTED)
    if isinstance(before, ProblemError):
        raise before
    if before is not None:
        g.credential, g.caller, g.left = before.credential, before.caller, before.left
        if before.failure is not None:
            raise before.failure
        return
    try:
        identify()
    except ProblemError:
        _count("address", address())
        raise
    who = caller()
    if who.kind == "anybody":
        _count("address", address())
    else:
        g.left = count_caller(service(), who)


class Admitted(NamedTuple):
    """A caller who was let in, with what it came, and what is left to it.

    `failure` is why its request is answered without being begun again: it may have been done.
    """

    credential: Credential
    caller: Caller
    left: Left | None
    failure: Exception | None = None


def count_caller(here: Service, who: Caller) -> Left | None:
    """Count a request of a caller who is known, and return what is left; raises `ProblemError`."""
    return None if who.kind == "operator" else _counted(here, "caller", who.identity)


def check_opening(who: Caller) -> None:
    """Count a table that is opened; raises `ProblemError`. Who opens tables for others is trusted with their number."""
    if who.kind not in ("operator", "organiser"):
        _count("opening", _payer(who))


def check_guesses(who: Caller) -> None:
    """Raise `ProblemError` for a caller who has guessed too many join codes."""
    left = service().limits.used_up("guesses", _payer(who))
    if left is not None:
        service().metrics.limited("guesses")
        raise _too_many(left)


def check_hints(who: Caller) -> None:
    """Count a hint that is asked for; raises `ProblemError`."""
    _count("hints", who.identity)


def note_guess(who: Caller) -> None:
    """Count a join code that fits no seat."""
    service().limits.take("guesses", _payer(who))


def told_left() -> dict[str, str]:
    """Return the header fields that tell this caller what is left."""
    return headers_of(g.get("left"))


def headers_of(left: Left | None) -> dict[str, str]:
    """Return the header fields that tell what is left."""
    return {} if left is None else left.headers()


def _payer(who: Caller) -> str:
    """Return who answers for what tokens do that anybody can have any number of: players, else addresses."""
    return who.identity if who.key is not None else address()


def _count(budget: Budget, who: str) -> None:
    left = _counted(service(), budget, who)
    if left is not None:
        g.left = left


def _counted(here: Service, budget: Budget, who: str) -> Left | None:
    left = here.limits.take(budget, who)
    if left is not None and left.over:
        here.metrics.limited(budget)
        raise _too_many(left)
    return left


def _too_many(left: Left) -> ProblemError:
    return ProblemError(
        "too_many_requests",
        "You may do this {quota} times in {window} seconds: come back in {seconds}.",
        headers=left.headers(),
        quota=left.quota,
        window=left.window,
        seconds=max(1, left.reset),
    )


def address() -> str:
    """Return where the request comes from, as far as the trusted proxies say; of IPv6 the customer's part."""
    return _customer(request.remote_addr or "")


@lru_cache(4096)
def _customer(text: str) -> str:
    try:
        found = ip_address(text.partition("%")[0].strip("[]"))
    except ValueError:
        return text
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return f"{IPv6Address(int(found) >> (128 - HOUSEHOLD) << (128 - HOUSEHOLD))}/{HOUSEHOLD}"
    return str(found if not isinstance(found, IPv6Address) else found.ipv4_mapped)
