"""Solves read from files that stand for runs, ready for pictures."""

from __future__ import annotations

import sys
from pathlib import Path

from sample_results import write_results

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from minikrylov_report import style
from minikrylov_report.results import Solve, read_all


def solves_of(folder: Path, *runs: list[dict[str, object]]) -> list[Solve]:
    """All solves of some runs, each of which writes a file into `folder`."""
    style.set_up()
    return read_all([write_results(folder / f"{k}.h5", list(run)) for k, run in enumerate(runs)])
