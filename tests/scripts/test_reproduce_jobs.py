"""Figures of jobs other than solve are drawn from their files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("h5py")
pytest.importorskip("matplotlib")

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import h5py
import numpy as np
from minikrylov_reproduce import selvitopi
from minikrylov_reproduce.experiment import Job, cluster_study_of, study_of
from minikrylov_reproduce.overlap_figures import Time, over_ranks
from minikrylov_reproduce.papers import PAPERS, figures_of
from sample_results import write_run


def run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPTS / "reproduce.py"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def finished(folder: Path, name: str, there: bool) -> list[tuple[Job, Path]]:
    """A figure's jobs, and where their files belong."""
    paper = next(paper for paper in PAPERS for figure in paper.figures if name in figure.names)
    figure = figures_of(paper, [name])[0]
    study = cluster_study_of(paper, figure, 1, 48) if there else study_of(paper, figure, 1)
    runs = folder / paper.name / figure.name / ("cluster/runs" if there else "runs")
    runs.mkdir(parents=True)
    return [(job, runs / f"{job.name}.h5") for job in study.runs if isinstance(job, Job)]


def test_merged_updates_are_drawn(tmp_path: Path) -> None:
    kind = [("group", h5py.string_dtype()), ("place", h5py.string_dtype()), ("rhs", "i8"), ("seconds", "f8")]
    for _, path in finished(tmp_path, "table-1", there=False):
        with h5py.File(path, "w") as file:
            write_run(file, "merging")
            file["merging/times"] = np.array(
                [
                    (group, place, rhs, seconds)
                    for group, seconds in (("separate", 1.25), ("two-merged", 0.71), ("three-merged", 0.71))
                    for place in ("memory", "cache")
                    for rhs in (1, 4)
                ],
                dtype=kind,
            )
    done = run("krasnopolsky-2019", "figure-2", "--folder", tmp_path, "--redraw")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "krasnopolsky-2019/table-1/table-1.txt").read_text(encoding="utf-8")
    assert text.startswith("The shape agrees") and "1.76 times as fast in memory" in text
    assert text.partition("\n")[0].endswith("; on Test 9000, 1 core.")


def test_overlap_is_drawn_by_ranks(tmp_path: Path) -> None:
    kind = [("mode", h5py.string_dtype()), ("tests", "i8"), ("ranks", "i8"), ("bytes", "i8")]
    kind += [(name, "f8") for name in ("communicating_seconds", "seconds", "gamma")]
    for job, path in finished(tmp_path, "figure-14", there=True):
        with h5py.File(path, "w") as file:
            write_run(file, "overlap", ranks=job.ranks, cores=1536)
            file["overlap/times"] = np.array(
                [
                    (mode, 20 if mode == "tests" else 0, job.ranks, size, 1e-6, 2e-6, 0.5 + job.ranks / 4000)
                    for mode in ("blocking", "nonblocking", "tests", "thread")
                    for size in (8, 2048)
                ],
                dtype=kind,
            )
    done = run("krasnopolsky-2019", "figure-14", "--folder", tmp_path, "--there")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "krasnopolsky-2019/figure-14/cluster/figure-14.png").exists()
    assert not (tmp_path / "krasnopolsky-2019/figure-14/figure-14.png").exists()
    assert "; on Test 9000, 16 to 1536 cores.\n" in done.stdout
    times = [Time("tests", 20, p, 8, 1, 1, p / 100) for p in (64, 16)]
    assert over_ranks(times) == {"MPI_Test at 20 points": [(16.0, 0.16), (64.0, 0.64)]}


def test_partitions_are_drawn(tmp_path: Path) -> None:
    for job, path in finished(tmp_path, "partitions", there=False):
        sent = 100 if job.options["partition"] == "graph" else 80
        lines = [f"XE6,{scheme},{ranks},{sent}" for scheme in ("CONV", "EMB-KLF") for ranks in (2, 4)]
        path.write_text("\n".join(["machine,scheme,ranks,values_average", *lines]), encoding="utf-8")
    done = run("selvitopi", "partitions", "--folder", tmp_path, "--redraw")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "selvitopi-aykanat-2014/partitions/partitions.txt").read_text(encoding="utf-8")
    assert "CONV sends -20% values" in text


def test_any_number_of_ranks_takes_the_steps_of_its_sum() -> None:
    ranks = [int(p) for p in selvitopi.RANKS.split(",")]
    assert {3, 6, 1000} <= set(ranks)
    assert selvitopi.steps_of({"messages_maximum": "10", "ranks": "1000"}) == 1.0
