"""The results of simulated clusters that are part of the project: scripts/simulated."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from minikrylov_simulate.page import page
from minikrylov_simulate.points import MODELLED, SIMULATED, Point, PointFile, read_points

RESULTS, PAGE = ROOT / "scripts/simulated", ROOT / "scripts/simulation.md"


def faults(folder: Path, page_on_all: str) -> list[str]:
    """What is wrong with the results in a folder, of which a page tells."""
    found = []
    for file in sorted(folder.glob("*.csv")):
        there, picture = file.with_suffix(".md"), file.with_suffix(".png")
        study, words, points = read_points(file)
        if not there.is_file() or there.read_text(encoding="utf-8") != page(study, points, words, picture.name):
            found.append(f"{there.name} is not of the points in {file.name}: scripts/simulate.py draw {file}")
        if not picture.is_file():
            found.append(f"{picture.name} is not there")
        if f"(simulated/{there.name})" not in page_on_all:
            found.append(f"{there.name} is not linked")
    left = {file.stem for file in folder.glob("*") if file.suffix != ".csv"} - {f.stem for f in folder.glob("*.csv")}
    return found + [f"{stem}: without points" for stem in sorted(left)]


def test_pages_are_of_their_points_and_linked() -> None:
    assert faults(RESULTS, PAGE.read_text(encoding="utf-8")) == []


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A study as it is to be."""
    file = PointFile(tmp_path / "s.csv", "scaling", "a cluster")
    file.add(Point(source, "square", "pcg", "point-to-point", 16, 1e-5) for source in (SIMULATED, MODELLED))
    (tmp_path / "s.png").write_bytes(b"a picture")
    (tmp_path / "s.md").write_text(page(*of(file), "s.png"), encoding="utf-8")
    return tmp_path


def of(file: PointFile) -> tuple[str, list[Point], str]:
    """What a page is made of."""
    study, words, points = read_points(file.path)
    return study, points, words


def test_what_is_wrong_with_results_is_found(results: Path) -> None:
    linked = "[results](simulated/s.md)"
    assert faults(results, linked) == []
    assert faults(results, "no link") == ["s.md is not linked"]
    PointFile(results / "s.csv", "scaling", "a cluster").add(
        [Point(SIMULATED, "square", "pcg", "point-to-point", 64, 1e-5)]
    )
    (fault,) = faults(results, linked)
    assert fault.startswith("s.md is not of the points in s.csv")
    shutil.copy(results / "s.png", results / "t.png")
    assert "t: without points" in faults(results, linked)
