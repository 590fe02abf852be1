"""The command line of scripts/gpu_check.sh; nothing is built."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/gpu_check.sh"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(SCRIPT), *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "usage: scripts/gpu_check.sh"),
        (("--build-only", "--preset", "device-on-host"), "usage: scripts/gpu_check.sh"),
        (("--nonsense", "pack.tar"), "unknown argument --nonsense"),
        (("--preset", "openmp", "pack.tar"), "preset openmp has no device"),
        (("--preset", "device-on-host", "--build-only", "/no/such.tar"), "/no/such.tar cannot be read"),
    ],
)
def test_what_it_cannot_do_ends_it_with_the_reason(words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert said in done.stderr


def test_help_names_every_option() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert {"--pack", "--preset", "--build-only"} <= set(done.stdout.replace("[", " ").replace("]", " ").split())
