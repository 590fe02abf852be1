"""Figures that compare two machines, from the runs of both."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("h5py")
pytest.importorskip("matplotlib")

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from minikrylov_reproduce.experiment import Job, cluster_study_of, study_of
from minikrylov_reproduce.nakajima_sizes import NAMES
from minikrylov_reproduce.papers import PAPERS, figures_of
from minikrylov_sweep.running import file_of
from sample_results import solve, write_results

PAPER = PAPERS[-1]


def run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPTS / "reproduce.py"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def run_all(folder: Path, name: str, slower: float, there: bool = False, cores: int = 48, fewest: int = 0) -> Path:
    """Leaves results of jobs with at least `fewest` ranks, of some ranks and chunks: others would be alike."""
    figure = figures_of(PAPER, [name])[0]
    study = cluster_study_of(PAPER, figure, 1, cores) if there else study_of(PAPER, figure, 1)
    shown = folder / PAPER.name / figure.name / ("cluster" if there else "")
    for job in study.runs:
        assert isinstance(job, Job)
        if job.ranks < fewest or job.ranks in (1024, 2048, 8192) or job.options.get("chunk-rows", 1000) != 1000:
            continue
        seconds = 1e-3 * (slower if job.ranks > 512 else 1.75) * (2 if job.options["overlap"] == "none" else 1)
        names = ("preconditioner", "format", "overlap")
        known = {key: job.options[key] for key in names} | {"hidden_rows": 900, "solve_seconds_median": 20 * seconds}
        file_of(shown, job).parent.mkdir(parents=True, exist_ok=True)
        write_results(file_of(shown, job), [solve("pcg", seconds, **known)])
    return shown


def facts_of(text: Path) -> dict[str, str]:
    lines = text.read_text(encoding="utf-8").splitlines()
    return dict(line.rpartition(": ")[::2] for line in lines[3:])


@pytest.mark.parametrize("name", ["figure-12", "figure-24"])
def test_one_machine_is_drawn_over_another(name: str, tmp_path: Path) -> None:
    ours = run_all(tmp_path / "odyssey", name, 1, there=True)
    run_all(tmp_path / "oakforest", name, 2, there=True, cores=64)
    done = run("nakajima", name, "--folder", tmp_path / "odyssey", "--there", "--beside", tmp_path / "oakforest")
    assert done.returncode == 0, done.stderr
    figure = figures_of(PAPER, [name])[0]
    assert (ours / f"{figure.name}.png").stat().st_size > 10000
    found = facts_of(ours / f"{figure.name}.txt")
    # 128 nodes have 512 ranks, where both take as long; from there on the other one takes twice as long.
    assert float(found["smallest improvement over the other machine"]) == 0
    assert float(found["largest improvement over the other machine"]) == 1
    assert float(found["improvement over the other machine, fewest ranks"]) == 0
    assert float(found["improvement over the other machine, most ranks less fewest"]) == 1
    assert "over the other machine +0% to +100%" in done.stdout


def test_only_what_both_have_run_is_compared(tmp_path: Path) -> None:
    ours = run_all(tmp_path / "one", "figure-24", 1, there=True)
    run_all(tmp_path / "two", "figure-24", 2, there=True, fewest=4096)
    words = ("nakajima", "figure-24", "--folder", tmp_path / "one", "--there", "--beside", tmp_path / "two")
    done = run(*words)
    assert done.returncode == 0, done.stderr
    found = facts_of(ours / "figure-23.txt")
    assert float(found["smallest improvement over the other machine"]) == 1
    assert "improvement over the other machine, most ranks less fewest" not in found


def test_without_another_machine_it_says_what_is_missing(tmp_path: Path) -> None:
    run_all(tmp_path, "figure-23", 1)
    done = run("nakajima", "figure-24", "--folder", tmp_path, "--redraw")
    assert done.returncode == 0, done.stderr
    assert "figure-24 compares it with another machine" in done.stdout
    assert "over the other machine" not in (tmp_path / PAPER.name / "figure-23/figure-23.txt").read_text()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["figure-24", "--redraw", "--beside", "nowhere"], "has no finished run in nowhere"),
        (["figure-25", "--redraw", "--beside", "nowhere"], "none of these compares two machines"),
        (["figure-24", "--no-run", "--beside", "nowhere"], "nothing is drawn"),
    ],
)
def test_what_cannot_be_compared_is_refused(words: list[str], why: str, tmp_path: Path) -> None:
    run_all(tmp_path, "figure-23", 1)
    done = run("nakajima", *words, "--folder", tmp_path)
    assert done.returncode == 2
    assert why in done.stderr


def test_sizes_have_the_papers_names() -> None:
    assert NAMES[512, "768x384x192"] == "small"
    assert NAMES[4096, "2560x1280x640"] == "large"
