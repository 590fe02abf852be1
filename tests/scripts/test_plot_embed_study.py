"""Studies of halos inside reductions, from the program to the plot."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("MINIKRYLOV", "")


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not PROGRAM:
        pytest.skip("needs MINIKRYLOV")
    file = tmp_path_factory.mktemp("study") / "study.csv"
    words = ["embed-study", "--problem", "poisson3d-7", "--size", "12", "--ranks", "2,8,27,64", "--output", str(file)]
    subprocess.run([PROGRAM, *words], check=True, capture_output=True)
    return file


def test_messages_of_embedded_schemes_are_logarithms_of_ranks(study: Path) -> None:
    rows = list(csv.DictReader(study.open(newline="")))
    assert {row["scheme"] for row in rows} == {"CONV", "EMB", "EMB-KLF", "EMB-KLR"}
    for row in rows:
        steps = (int(row["ranks"]) - 1).bit_length()
        if row["scheme"] == "CONV":
            assert int(row["messages_maximum"]) > steps
        else:
            assert int(row["messages_maximum"]) == steps
            assert float(row["messages_average"]) == steps


def test_forwarding_costs_volume_and_mappings_save_some(study: Path) -> None:
    volume = {(int(r["ranks"]), r["scheme"]): float(r["values_average"]) for r in csv.DictReader(study.open(newline=""))}
    for ranks in (8, 27, 64):
        assert volume[ranks, "CONV"] <= volume[ranks, "EMB-KLF"] <= volume[ranks, "EMB"]
        assert volume[ranks, "EMB-KLR"] <= volume[ranks, "EMB"]


def test_a_plot_has_a_panel_for_each_machine(study: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for quantity in ("speedup", "values_average"):
        plot = tmp_path / f"{quantity}.png"
        script = [sys.executable, str(ROOT / "scripts/plot_embed_study.py"), str(study)]
        done = subprocess.run(
            [*script, "--quantity", quantity, "--output", str(plot)], check=True, capture_output=True, text=True
        )
        assert "2 panels" in done.stdout
        assert plot.read_bytes().startswith(b"\x89PNG")
