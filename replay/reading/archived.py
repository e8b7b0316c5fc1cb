"""What the manifests of archives say of the records in them: which must be there, and what each must be."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from domain.audit.manifest import NAME, Filed, parse_manifest
from replay.errors import InputError
from replay.reading.packed import why


def named_in(paths: Iterable[str]) -> dict[str, Filed]:
    """Return, by their files, what the manifests of these folders and of those directly in them say of records.

    Raises `InputError` for a manifest that cannot be read.
    """
    named: dict[str, Filed] = {}
    for folder in _folders(paths):
        manifest = os.path.join(folder, NAME)
        try:
            with open(manifest, "rb") as file:
                records = parse_manifest(file.read()).records
        except FileNotFoundError:
            continue
        except OSError as error:
            raise InputError(f"{manifest}: {why(error)}") from None
        except (ValueError, RecursionError):
            continue  # somebody else's file may be called so
        else:
            named |= {os.path.join(folder, filed.file): filed for filed in records}
    return named


def _folders(paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        if os.path.isdir(path):
            yield path
            try:
                inner = [os.path.join(path, name) for name in sorted(os.listdir(path))]
            except OSError:
                continue  # said where the records are gathered
            yield from filter(os.path.isdir, inner)
