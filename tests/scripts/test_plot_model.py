"""Plots of predictions: the curves in them, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

h5py = pytest.importorskip("h5py")
pytest.importorskip("matplotlib")

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "plot_model.py"
sys.path.insert(0, str(SCRIPT.parent))

import plot_model


def write(path: Path, settings: list[dict[str, object]]) -> None:
    with h5py.File(path, "w") as file:
        file.attrs["format"] = "miniKrylov prediction"
        file.attrs["schema_version"] = 1
        for number, setting in enumerate(settings):
            group = file.create_group(f"model/curves/{number}")
            base = {"method": "bicgstab", "classical": "bicgstab", "model": "data-transfer", "data": "memory"}
            for name, value in {**base, "gamma": 1.0, "rhs": 1, "alpha": 0.0, **setting}.items():
                group.attrs[name] = value
            for name in ("nodes", "seconds", "relative_performance", "speedup"):
                group[name] = [1.0, 2.0, 4.0]
        file["model"].attrs["machine"] = '# a machine\nname = "abacus"\n'
        file["model"].attrs["workload"] = "poisson2d-5, 1000 points"


def run(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), *map(str, words)], capture_output=True, text=True, check=False)


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "p.h5"
    write(file, [{"gamma": g, "data": d, "method": m} for g in (1.0, 0.0) for d in ("memory", "cache") for m in "ab"])
    done = run(file)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "p.png").stat().st_size > 10000


def test_steps_are_part_of_a_name(tmp_path: Path) -> None:
    file = tmp_path / "p.h5"
    write(file, [{"method": "cg"}, {"method": "ca-cg", "s_step": 4}])
    assert [c.method for c in plot_model.read_prediction(file, "seconds").curves] == ["cg", "ca-cg (s = 4)"]


def test_settings_are_chosen_by_number_and_word(tmp_path: Path) -> None:
    file = tmp_path / "p.h5"
    write(file, [{"gamma": 1.0}, {"gamma": 0.5}, {"gamma": 0.5, "data": "cache"}])
    curves = plot_model.read_prediction(file, "seconds").curves
    assert len(curves) == 3
    assert len(plot_model.chosen(curves, ["gamma=.5"])) == 2
    assert len(plot_model.chosen(curves, ["gamma=0.5", "data=cache"])) == 1
    assert plot_model.settings_of(curves, "data") == ["memory", "cache"]


def test_a_page_says_what_it_shows(tmp_path: Path) -> None:
    file = tmp_path / "p.h5"
    write(file, [{"gamma": 1.0, "rhs": 4}, {"gamma": 0.5, "rhs": 4}])
    prediction = plot_model.read_prediction(file, "speedup")
    text = plot_model.heading(prediction, prediction.curves, ("data", "gamma"), "speedup")
    assert "predicted for abacus" in text
    assert "poisson2d-5, 1000 points" in text
    assert "m = 4, α = 0" in text
    assert "γ" not in text
    assert "data-transfer model" in text


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "p.h5"
    write(file, [{"rhs": 1}, {"rhs": 4}])
    assert "also differ in rhs" in run(file).stderr
    assert run(file, "--columns", "rhs").returncode == 0
    assert "no curve is left" in run(file, "--only", "rhs=5").stderr
    assert "there is no setting" in run(file, "--only", "colour=5").stderr
    with h5py.File(tmp_path / "other.h5", "w"):
        pass
    assert "is not a prediction file" in run(tmp_path / "other.h5").stderr


@pytest.mark.parametrize("name", ["missing/a.png", "a.unknown"])
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, name: str) -> None:
    file = tmp_path / "p.h5"
    write(file, [{}])
    done = run(file, "--output", tmp_path / name)
    assert done.returncode == 1
    assert done.stderr.startswith(f"plot_model.py: {tmp_path / name} cannot be written (")
    assert done.stderr.rstrip().endswith("give another --output")
