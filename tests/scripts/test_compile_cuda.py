"""The command line of scripts/compile_cuda.sh; nothing is compiled."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/compile_cuda.sh"


def run(*words: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | ({"PATH": path} if path else {})
    return subprocess.run([str(SCRIPT), *words], capture_output=True, text=True, check=False, env=environment)


def test_what_it_cannot_do_ends_it_with_the_reason() -> None:
    done = run("minikrylov")
    assert done.returncode == 2
    assert "unknown argument 'minikrylov'" in done.stderr and "usage: scripts/compile_cuda.sh" in done.stderr


def test_help_says_how_it_is_used() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "usage: scripts/compile_cuda.sh" in done.stdout


def test_without_a_compiler_for_gpus_it_says_so(tmp_path: Path) -> None:
    for tool in ("bash", "dirname", "env"):
        (tmp_path / tool).symlink_to(Path("/usr/bin") / tool)
    done = run(path=str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "")
    assert "there is no nvcc" in done.stderr
