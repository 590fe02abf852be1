"""Pictures of scaling: which solves make a series."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from sample_results import solve, write_results
from sample_solves import solves_of

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from minikrylov_report import plots_scaling
from minikrylov_report.results import read_all


def efficiency(figure: object) -> list[float]:
    return list(figure.axes[1].lines[0].get_ydata())


def test_strong_scaling_needs_the_same_system(tmp_path: Path) -> None:
    runs = [[solve("cg", 8e-3)], [solve("cg", 5e-3, ranks=2)], [solve("cg", 4e-3, ranks=2, threads=2)]]
    figure = plots_scaling.strong_scaling(solves_of(tmp_path, *runs))
    assert figure is not None
    assert efficiency(figure) == pytest.approx([100, 80, 50])
    assert plots_scaling.strong_scaling(solves_of(tmp_path, [solve("cg")], [solve("cg", ranks=2, rows=2000)])) is None


def test_weak_scaling_needs_the_same_rows_a_core(tmp_path: Path) -> None:
    runs = [[solve("cg", 8e-3)], [solve("cg", 10e-3, ranks=2, rows=2000)], [solve("cg", ranks=4)]]
    figure = plots_scaling.weak_scaling(solves_of(tmp_path, *runs))
    assert figure is not None
    assert efficiency(figure) == pytest.approx([100, 80])
    assert plots_scaling.weak_scaling(solves_of(tmp_path, [solve("cg")], [solve("cg", ranks=2)])) is None


def test_weak_scaling_is_found_beside_strong_scaling(tmp_path: Path) -> None:
    runs = [[solve("cg", 8e-3)], [solve("cg", 4e-3, ranks=2)], [solve("cg", 10e-3, ranks=2, rows=2000)]]
    solves = solves_of(tmp_path, *runs)
    assert [s.label for s in solves] == ["cg · 1 rank · 1,000 rows", "cg · 2 ranks · 1,000 rows", "cg · 2 ranks · 2,000 rows"]
    weak, strong = plots_scaling.weak_scaling(solves), plots_scaling.strong_scaling(solves)
    assert weak is not None
    assert strong is not None
    assert efficiency(weak) == pytest.approx([100, 80])
    assert efficiency(strong) == pytest.approx([100, 100])


def test_many_series_get_a_panel_each(tmp_path: Path) -> None:
    names = [f"method{k}" for k in range(10)]
    figure = plots_scaling.strong_scaling(
        solves_of(tmp_path, [solve(n, 8e-3) for n in names], [solve(n, 5e-3, ranks=2) for n in names])
    )
    assert figure is not None
    assert [axis.get_title(loc="left") for axis in figure.axes if axis.get_visible()] == names


def test_emulated_networks_are_not_compared_with_real_ones(tmp_path: Path) -> None:
    real = write_results(tmp_path / "real.h5", [solve("cg", 8e-3)])
    slow = write_results(tmp_path / "slow.h5", [solve("cg", 5e-3, ranks=2)], emulated_latency=3e-4)
    solves = read_all([real, slow])
    assert [s.label for s in solves] == ["cg · 1 rank", "cg · EMULATED 300 µs per message · 2 ranks"]
    assert plots_scaling.strong_scaling(solves) is None


def test_a_solve_on_one_rank_begins_the_series_of_all_ways_to_communicate(tmp_path: Path) -> None:
    alone = solve("cg", 8e-3, reduction="none")
    by_two = [solve("cg", 5e-3, ranks=2, reduction=kind, overlap="static") for kind in ("blocking", "nonblocking")]
    series = plots_scaling.series_of(solves_of(tmp_path, [alone], by_two))
    assert [[s.metadata["reduction"] for s in line] for line in series] == [["none", "blocking"], ["none", "nonblocking"]]
    threads = [solve("cg", 4e-3, threads=2, reduction="none")]
    assert [len(line) for line in plots_scaling.series_of(solves_of(tmp_path, [alone], threads))] == [2]


def test_series_are_named_by_how_they_communicate(tmp_path: Path) -> None:
    by_two = [solve("cg", 5e-3, ranks=2, reduction=kind) for kind in ("blocking", "nonblocking")]
    figure = plots_scaling.strong_scaling(solves_of(tmp_path, [solve("cg", 8e-3, reduction="none")], by_two))
    assert figure is not None
    named = figure.legends[0].get_texts()
    assert {text.get_text() for text in named} == {"cg · blocking", "cg · nonblocking", "ideal"}
