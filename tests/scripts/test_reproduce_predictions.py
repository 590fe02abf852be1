"""Figures that show predictions, alone or beside measurements."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("h5py")
pytest.importorskip("matplotlib")

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import reproduce
from minikrylov_report import style
from minikrylov_reproduce.experiment import Figure, Job, Paper, cluster_study_of, study_of
from minikrylov_reproduce.papers import PAPERS, figures_of
from minikrylov_sweep.running import file_of
from sample_predictions import NODES, settings_of, write_prediction
from sample_results import solve, write_results

PREDICTIONS = [
    pytest.param(paper, figure, id=f"{paper.name}-{figure.name}")
    for paper in PAPERS
    for figure in paper.figures
    if all(plan.job == "model predict" for plan in figure.plans)
]


@pytest.mark.parametrize(("paper", "figure"), PREDICTIONS)
def test_all_predicted_figures_are_drawn(paper: Paper, figure: Figure, tmp_path: Path) -> None:
    study = study_of(paper, figure, 1)
    for job in study.runs:
        assert isinstance(job, Job)
        methods = list(job.options["method"])
        # Each later method of the list is slower on one node, and faster on more.
        curves = [
            {**setting, "seconds": [(1 + place) / nodes ** (1 + place / 10) for nodes in NODES]}
            for setting in settings_of(job)
            for place in [methods.index(str(setting["method"]))]
        ]
        write_prediction(file_of(tmp_path, job), curves)
    style.set_up()
    words = reproduce.draw(paper, figure, study, tmp_path)
    assert words.endswith(".")
    assert "PREDICTED" in (tmp_path / f"{figure.name}.txt").read_text(encoding="utf-8")
    assert (tmp_path / f"{figure.name}.png").stat().st_size > 10000


def test_a_prediction_is_drawn(tmp_path: Path) -> None:
    figure = figures_of(PAPERS[0], ["figure-7"])[0]
    (job,) = study_of(PAPERS[0], figure, 1).runs
    path = tmp_path / PAPERS[0].name / figure.name / "runs" / f"{job.name}.h5"
    curves = [
        {"method": method, "gamma": gamma, "alpha": alpha, "seconds": [1.0 + place, 1.0, 0.1 / (1 + place)]}
        for place, method in enumerate(job.options["method"])
        for gamma in (1.0, 0.5, 0.0)
        for alpha in ((0.0,) if place < 3 else (2.0, 20.0, 50.0))
    ]
    write_prediction(path, curves)
    style.set_up()
    assert (
        reproduce.reproduce(
            reproduce.arguments(["krasnopolsky-2019", "figure-7", "--folder", str(tmp_path), "--redraw"])
        )
        == 0
    )
    text = path.parents[1].joinpath("figure-7.txt").read_text(encoding="utf-8")
    assert "from 100 nodes (α = 2) and 100 nodes (α = 50)" in text


@pytest.mark.parametrize("there", [False, True])
def test_measurements_are_drawn_between_the_bounds_of_memory_and_cache(there: bool, tmp_path: Path) -> None:
    """4 GB per iteration at 10 GB/s of memory, or 40 GB/s of the caches that hold the smaller shares."""
    paper = PAPERS[0]
    figure = figures_of(paper, ["figure-3"])[0]
    study = cluster_study_of(paper, figure, 1, 48) if there else study_of(paper, figure, 1)
    solves = [job for job in study.runs if isinstance(job, Job) and job.job == ("solve",)]
    for job in study.runs:
        assert isinstance(job, Job)
        if job not in solves:
            curves = [
                {**setting, "seconds": [3.7, 1.0, 0.1] if setting["data"] == "memory" else [1.0, 0.5, 0.1]}
                for setting in settings_of(job)
            ]
            write_prediction(file_of(tmp_path, job), curves)
            continue
        x, y = map(int, str(job.options["size"]).split("x"))
        share = x * y / 1e6 / job.ranks  # of the system, on each rank
        small = share < 0.1
        seconds = 0.4 * share / (4 if small else 1)
        known = {"rows": x * y, "bytes_per_iteration": 4e9 * share * job.ranks, "triad_bandwidth": 10e9 * job.ranks}
        known |= {"working_set_bandwidth": (40e9 if small else 10e9) * job.ranks, "preconditioner": "none"}
        write_results(file_of(tmp_path, job), [solve("bicgstab", seconds, **known)])
    style.set_up()
    reproduce.draw(paper, figure, study, tmp_path, there)
    text = (tmp_path / "figure-3.txt").read_text(encoding="utf-8")
    assert "memory over cache on one node: 3.7" in text and "memory over cache on 100 nodes: 1\n" in text
    # The cluster's fewest ranks, 48, have a share that is in cache already.
    assert f"largest share over its memory bound: {0.25 if there else 1}\n" in text
    assert "smallest share over its memory bound: 0.25\n" in text
    assert (tmp_path / "figure-3.png").stat().st_size > 10000
