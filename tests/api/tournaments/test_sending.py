"""How a letter is taken to its receiver: to addresses that were looked at, in time, whatever it answers."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace

import pytest

from api.requests.webhooks.targets import TargetError, addresses, is_public, target_of
from api.running.webhooks import sending
from api.running.webhooks.sending import ADDRESSES_AT_MOST, HEAD_BYTES, SECONDS, Sender, Told, resolved
from tests.api.server import free_port
from tests.api.tournaments.receiver import Site, listening

HEADERS = {"webhook-id": "msg_1"}
BODY = b'{"n":1}'
OPENSSL = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost"


def anywhere(*leads_to: str) -> Sender:
    """Return a sender that may go anywhere, to these addresses if there are any."""
    return Sender(anywhere=True, resolve=lambda host, port: [*leads_to]) if leads_to else Sender(anywhere=True)


def test_a_letter_is_a_post_with_its_headers() -> None:
    with listening(Site()) as site:
        assert anywhere()(site.url, BODY, HEADERS) == Told(204)
    ((path, body, headers),) = site.letters
    assert (path, body) == ("/hook?of=cup", BODY)
    assert headers["webhook-id"] == "msg_1"
    assert headers["Host"] == f"localhost:{site.server_port}"
    assert headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"HTTP/1.1 500 Oh\r\n\r\n", Told(500)),
        (b"HTTP/1.0 200\r\n\r\n", Told(200)),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", Told(fault="no_answer")),
        (b"SMTP hello\r\n\r\n", Told(fault="no_answer")),
        (b"HTTP/1.1 200 OK\r\nx: " + b"x" * (HEAD_BYTES + 10_000), Told(200)),
        (b"", Told(fault="no_answer")),
    ],
)
def test_whatever_is_answered_is_a_status_or_none(answer: bytes, told: Told) -> None:
    with listening(Site(answer)) as site:
        assert anywhere()(site.url, BODY, HEADERS) == told


def test_a_redirect_is_not_followed() -> None:
    with listening(Site()) as inside:
        answer = b"HTTP/1.1 307 There\r\nLocation: " + inside.url.encode() + b"\r\n\r\n"
        with listening(Site(answer)) as site:
            assert anywhere()(site.url, BODY, HEADERS) == Told(307)
    assert (len(site.letters), inside.letters) == (1, [])


def test_the_connection_is_made_to_the_address_that_was_looked_at() -> None:
    """Nobody asks for the name a second time, so it cannot lead elsewhere then; also the name goes on in `Host`."""
    asked: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    with listening(Site()) as site:
        told = Sender(anywhere=True, resolve=resolve)(f"http://rebinding.test:{site.server_port}/", BODY, HEADERS)
    assert told == Told(204)
    assert asked == ["rebinding.test"]
    assert site.letters[0][2]["Host"] == f"rebinding.test:{site.server_port}"


def test_a_public_name_that_leads_inside_gets_nothing() -> None:
    """Also where only one of its addresses does."""
    for found in (["127.0.0.1"], ["93.184.215.14", "10.0.0.1"], ["::ffff:127.0.0.1"], ["fe80::1%eth0"]):
        with listening(Site()) as site:
            sender = Sender(anywhere=False, resolve=lambda host, port, found=found: found)  # type: ignore[misc]
            assert sender(f"https://organiser.example:{site.server_port}/", BODY, HEADERS) == Told(fault="address")
        assert site.letters == []


def test_the_next_address_of_a_host_is_tried() -> None:
    with listening(Site()) as site:
        assert anywhere("127.0.0.2", "127.0.0.1")(site.url, BODY, HEADERS) == Told(204)
        unlucky = ["127.0.0.2"] * ADDRESSES_AT_MOST
        assert anywhere(*unlucky, "127.0.0.1")(site.url, BODY, HEADERS) == Told(fault="unreachable")


def test_where_nobody_listens() -> None:
    assert anywhere()(f"http://127.0.0.1:{free_port()}/", BODY, HEADERS) == Told(fault="unreachable")


def test_a_name_that_leads_nowhere() -> None:
    def unknown(host: str, port: int) -> list[str]:
        raise socket.gaierror

    assert Sender(anywhere=True, resolve=unknown)("http://nowhere.test/", BODY, HEADERS) == Told(fault="unresolved")
    assert Sender(anywhere=True)("http://a..b/", BODY, HEADERS) == Told(fault="unresolved")
    assert resolved("127.0.0.1", 80) == ["127.0.0.1"]


def test_whoever_answers_too_slowly_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a byte comes now and then: the time is that of the whole."""
    now = iter([0.0, 0.0, 1.0, 2.0, SECONDS])  # the fourth is when the first byte is read
    monkeypatch.setattr(sending, "time", SimpleNamespace(monotonic=lambda: next(now)))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        accepted: list[socket.socket] = []
        plain = sending._plain

        def drip(found: list[str], port: int, end: float) -> socket.socket:
            connection = plain(found, port, end)
            accepted.append(listener.accept()[0])
            accepted[0].sendall(b"H")
            return connection

        monkeypatch.setattr(sending, "_plain", drip)
        url = f"http://slow.test:{listener.getsockname()[1]}/"
        assert anywhere("127.0.0.1")(url, BODY, HEADERS) == Told(fault="timeout")
        accepted[0].close()
    assert next(now, None) is None


def test_who_does_not_speak_tls() -> None:
    with listening(Site(b"HTTP/1.1 200 OK\r\n\r\n")) as site:
        assert anywhere()(site.url.replace("http:", "https:"), BODY, HEADERS).fault == "unreachable"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes a certificate")
def test_a_certificate_must_be_trusted_and_be_the_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection is made to the address, the certificate checked against the name."""
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    names = ["-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(
        ["openssl", *OPENSSL.split(), *names, "-keyout", key, "-out", certificate], check=True, capture_output=True
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    site = Site()
    site.socket = context.wrap_socket(site.socket, server_side=True)
    with listening(site):
        url = site.url.replace("http:", "https:")
        assert anywhere()(url, BODY, HEADERS) == Told(fault="certificate")
        monkeypatch.setenv("SSL_CERT_FILE", certificate)
        trusting = anywhere("127.0.0.1")
        assert trusting(url, BODY, HEADERS) == Told(204)
        assert trusting(url.replace("localhost", "other.test"), BODY, HEADERS) == Told(fault="certificate")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://organiser.example/", "scheme"),
        ("ftp://organiser.example/", "scheme"),
        ("organiser.example", "scheme"),
        ("https:///path", "malformed"),
        ("https://organiser.example/#part", "malformed"),
        ("https://organiser.example:0/", "malformed"),
        ("https://organiser.example:99999/", "malformed"),
        ("https://[::1/", "malformed"),
        (f"https://{'a' * 254}/", "malformed"),
        ("https://user:word@organiser.example/", "credentials"),
        ("https://@organiser.example/", "credentials"),
        ("https://127.0.0.1/", "address"),
        ("https://[::1]/", "address"),
        ("https://169.254.169.254/latest/meta-data", "address"),
    ],
)
def test_addresses_that_are_not_followed(url: str, reason: str) -> None:
    with pytest.raises(TargetError) as told:
        target_of(url, anywhere=False)
    assert told.value.reason == reason


@pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f.1", "0"])
def test_an_address_in_another_spelling_is_met_when_it_is_resolved(host: str) -> None:
    target = target_of(f"https://{host}/", anywhere=False)
    with pytest.raises(TargetError) as told:
        addresses(target, resolved, anywhere=False)
    assert told.value.reason in ("address", "unresolved")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("64:ff9b::5db8:d70e", True),  # 93.184.215.14 behind a translator
        ("0.0.0.0", False),
        ("10.1.2.3", False),
        ("100.64.0.1", False),
        ("127.0.0.1", False),
        ("169.254.169.254", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("198.18.0.1", False),
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("192.88.99.1", False),
        ("2002:c058:6301::", False),
        ("::", False),
        ("::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::", False),
        ("2001:0:1::1", False),
        ("2001:db8::1", False),
        ("fc00::1", False),
        ("fe80::1", False),
        ("fec0::1", False),
        ("ff02::1", False),
    ],
)
def test_what_everybody_can_reach(address: str, public: bool) -> None:
    assert is_public(ip_address(address)) is public
