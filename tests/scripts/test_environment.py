"""Scripts start with one command whatever Python comes first, and nothing downloaded runs unverified."""

from __future__ import annotations

import functools
import hashlib
import http.server
import io
import os
import re
import subprocess
import sys
import tarfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sample_results import solve, write_results

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from minikrylov_report import environment


@pytest.fixture
def bare_python(tmp_path: Path) -> Path:
    """A Python with none of the modules."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "bare")], check=True)
    python = tmp_path / "bare/bin/python3"
    assert not environment.has_modules(python)
    return python


def test_a_script_finds_a_python_that_has_its_modules(tmp_path: Path, bare_python: Path) -> None:
    if not environment.has_modules("/usr/bin/python3"):
        pytest.skip("the system's Python has no h5py or matplotlib")
    write_results(tmp_path / "a.h5", [solve("pcg")])
    variables = {key: value for key, value in os.environ.items() if key != environment.STARTED_AGAIN}
    command = [str(bare_python), str(SCRIPTS / "report.py"), str(tmp_path / "a.h5"), "--folder", str(tmp_path / "out")]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out/report.html").exists()


def scripts_on_pages() -> list[str]:
    """The Python scripts that the pages tell people to start."""
    root = SCRIPTS.parent
    pages = [root / "README.md", *root.glob("miniapp/**/*.md"), SCRIPTS / "README.md"]
    return sorted({name for page in pages for name in re.findall(r"scripts/([a-z_]+\.py)", page.read_text("utf-8"))})


@pytest.mark.parametrize("name", scripts_on_pages())
def test_a_script_starts_by_its_name_with_any_python(name: str, bare_python: Path) -> None:
    variables = {key: value for key, value in os.environ.items() if key != environment.STARTED_AGAIN}
    variables["PATH"] = f"{bare_python.parent}:{os.environ['PATH']}"
    done = subprocess.run([str(SCRIPTS / name), "--help"], env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "usage" in done.stdout


def test_a_script_that_was_started_again_does_not_start_a_third_time(tmp_path: Path, bare_python: Path) -> None:
    command = [str(bare_python), str(SCRIPTS / "report.py"), str(tmp_path / "a.h5")]
    variables = os.environ | {environment.STARTED_AGAIN: "1"}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "not found by" in done.stderr and "Traceback" not in done.stderr


def test_an_environment_of_our_own_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = tmp_path / "requirements.txt"
    nothing.write_text("# nothing\n")
    monkeypatch.setattr(environment, "REQUIREMENTS", nothing)
    monkeypatch.setenv("MINIKRYLOV_CACHE", str(tmp_path / "cache"))
    made: list[Path] = []
    monkeypatch.setattr(environment, "make_environment", lambda folder, _: (folder.mkdir(), made.append(folder)))
    first, second = environment.own_python(), environment.own_python()
    assert first == second == made[0] / "bin/python3"
    assert len(made) == 1
    nothing.write_text("# other versions\n")
    assert environment.own_python() != first


def test_versions_are_locked() -> None:
    lines = [line for line in environment.REQUIREMENTS.read_text().splitlines() if not line.startswith("#")]
    assert {line.split("==")[0] for line in lines} >= set(environment.MODULES)
    assert all("==" in line for line in lines)


def source_package(folder: Path, marker: Path) -> bytes:
    """A package that leaves a mark as soon as any of its code runs."""
    files = {
        "pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "evil"\nbackend-path = ["."]\n',
        "evil.py": f"open({str(marker)!r}, 'w').close()\n",
        "setup.py": f"open({str(marker)!r}, 'w').close()\n",
        "PKG-INFO": "Metadata-Version: 2.1\nName: evilkokkos\nVersion: 1.0\n",
    }
    target = folder / "evilkokkos-1.0.tar.gz"
    with tarfile.open(target, "w:gz") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(f"evilkokkos-1.0/{name}")
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))
    return target.read_bytes()


@pytest.fixture
def index(tmp_path: Path) -> Iterator[tuple[str, bytes, Path]]:
    """A package index with one package: its address, the package, and the mark that its code would leave."""
    folder, marker = tmp_path / "index/simple/evilkokkos", tmp_path / "code-was-run"
    folder.mkdir(parents=True)
    content = source_package(folder, marker)
    (folder / "index.html").write_text('<a href="evilkokkos-1.0.tar.gz#sha256=0">evilkokkos-1.0.tar.gz</a>')
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path / "index"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/simple", content, marker
        server.shutdown()


@pytest.mark.parametrize("right", [True, False])
def test_a_download_is_checked_before_any_of_its_code_can_run(
    tmp_path: Path, index: tuple[str, bytes, Path], right: bool
) -> None:
    address, content, marker = index
    sha256 = hashlib.sha256(content).hexdigest() if right else "0" * 64
    command = [sys.executable, str(SCRIPTS / "fetch_source.py"), "evilkokkos", "1.0", sha256, str(tmp_path / "archive")]
    variables = os.environ | {"PIP_INDEX_URL": address, "no_proxy": "127.0.0.1"}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == (0 if right else 1), done.stderr
    assert (tmp_path / "archive").exists() == right
    assert not marker.exists()
    if right:
        assert (tmp_path / "archive").read_bytes() == content
