"""Downloads a source package from the user's package index and verifies its checksum. None of its code is run: pip
download would ask the package for its metadata, which executes code."""

from __future__ import annotations

import hashlib
import html.parser
import os
import subprocess
import sys
import urllib.parse
import urllib.request
from pathlib import Path

MOST_BYTES = 1 << 30


class Links(html.parser.HTMLParser):
    """Collects the addresses on a page of a package index."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes the target of an <a>."""
        self.found += [value for name, value in attrs if tag == "a" and name == "href" and value]


def configured_index() -> str | None:
    """The index configured for pip, by environment or configuration; None: pip's default."""
    if index := os.environ.get("PIP_INDEX_URL"):
        return index
    asked = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True, check=False
    )
    return asked.stdout.strip() or None


def fetch_from_index(index: str, name: str, version: str) -> bytes | None:
    """The package's bytes by an index's simple interface; None if it has no such file."""
    page = f"{index.rstrip('/')}/{name}/"
    with urllib.request.urlopen(page, timeout=60) as answer:
        links = Links()
        links.feed(answer.read(MOST_BYTES).decode("utf-8", "replace"))
        page = answer.url
    for link in links.found:
        address = urllib.parse.urldefrag(urllib.parse.urljoin(page, link)).url
        if urllib.parse.unquote(address).rsplit("/", 1)[-1] == f"{name}-{version}.tar.gz":
            with urllib.request.urlopen(address, timeout=600) as answer:
                return bytes(answer.read(MOST_BYTES))
    return None


def fetch_by_finder(name: str, version: str) -> bytes | None:
    """The package's bytes, found and downloaded by pip's own internals (which may change: then None)."""
    try:
        from pip._internal.commands import create_command
        from pip._vendor.packaging.specifiers import SpecifierSet

        command = create_command("download")
        options, _ = command.parse_args(["--no-deps", "--no-binary", name, f"{name}=={version}"])
        with command.main_context():
            session = command.get_default_session(options)
            finder = command._build_package_finder(options, session)
            best = finder.find_best_candidate(name, SpecifierSet(f"=={version}")).best_candidate
            if best is None:
                return None
            address = best.link.url_without_fragment
            answer = session.get(address, headers={"Accept-Encoding": "identity"})
            answer.raise_for_status()
            return bytes(answer.content)
    except (ImportError, AttributeError, TypeError, OSError) as problem:
        print(f"fetch_source.py: pip's finder did not work ({problem!r})", file=sys.stderr)
        return None


def fetch(name: str, version: str) -> bytes | None:
    """The package's bytes, or None if they cannot be downloaded."""
    index = configured_index()
    if index is None:
        return fetch_by_finder(name, version)
    try:
        return fetch_from_index(index, name, version) or fetch_by_finder(name, version)
    except OSError as problem:
        print(f"fetch_source.py: the index did not answer ({problem})", file=sys.stderr)
        return fetch_by_finder(name, version)


def main(name: str, version: str, sha256: str, destination: str) -> int:
    """Writes the package to `destination` if its checksum is correct; returns the exit code."""
    content = fetch(name, version)
    if content is None:
        print(f"fetch_source.py: {name} {version} could not be downloaded", file=sys.stderr)
        return 1
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        print(f"fetch_source.py: {name} {version} has sha256 {found}, not {sha256}: not used", file=sys.stderr)
        return 1
    Path(destination).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
