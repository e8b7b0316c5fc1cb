"""Files are handed out under the digest of all, and those that only developers read are not."""

from __future__ import annotations

import gzip

import pytest

from web.assets import Assets, all_files, media


def test_every_file_of_ours_has_a_media_type_and_an_address() -> None:
    assets = all_files({"costumes.css": b"a{}"})
    assert {"base/words.js", "vendor/lit-html/lit-html.js", "costumes.css"} <= {*assets.paths}
    for path in assets.paths:
        assert assets.address(path) == f"/web/v/{assets.digest}/{path}"
    assert not [path for path in assets.paths if path.endswith((".d.ts", ".md"))]


def test_the_digest_is_of_names_and_contents() -> None:
    digests = [
        Assets(files).digest
        for files in ({"a.js": b"1"}, {"a.js": b"2"}, {"b.js": b"1"}, {"a.js": b"1", "b.js": b"1"}, {})
    ]
    assert len({*digests}) == len(digests)
    assert Assets({"b.js": b"2", "a.js": b"1"}).digest == Assets({"a.js": b"1", "b.js": b"2"}).digest


def test_a_file_is_compressed_where_that_helps() -> None:
    assets = Assets({"long.js": b"let a;" * 100, "short.js": b"1"})
    long, short = assets.find("long.js"), assets.find("short.js")
    assert long is not None
    assert long.gzipped is not None
    assert gzip.decompress(long.gzipped) == long.content
    assert short is not None
    assert short.gzipped is None
    assert assets.find("../assets.py") is None


@pytest.mark.parametrize(
    ("path", "kind"), [("a/b.js", "text/javascript"), ("a.css", "text/css"), ("a/LICENSE", "text/plain")]
)
def test_media_types(path: str, kind: str) -> None:
    assert media(path).partition(";")[0] == kind


@pytest.mark.parametrize("path", ["a.py", "js", "a.js.map", "b/.env"])
def test_a_file_that_pages_have_no_use_for_is_an_error(path: str) -> None:
    with pytest.raises(ValueError, match="media type"):
        Assets({path: b""})
