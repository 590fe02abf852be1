"""Sentences on measured times end with the machine that the files name, wherever they are drawn."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("h5py")
pytest.importorskip("matplotlib")

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import h5py
import reproduce
from minikrylov_report import UnreadableFileError, style
from minikrylov_reproduce.experiment import COUNTED, EMULATED, MEASURED, PREDICTED, Figure, Job, Paper, Plan, study_of
from minikrylov_reproduce.krasnopolsky_scaling import PREDICTED_AND_MEASURED
from minikrylov_reproduce.machines import in_words, machines_of, place_from
from minikrylov_reproduce.outcome import Outcome
from minikrylov_reproduce.verdict import Finding
from minikrylov_sweep.running import file_of
from sample_predictions import settings_of, write_prediction
from sample_results import solve, write_results

# 7 × 3 cores: as many as few machines have that draw this.
ABACUS = {"processor": "Abacus 77", "cores": 42, "hosts": ["node"], "ranks": 7, "threads": 3}
SLIDE_RULE = ABACUS | {"processor": "Slide Rule 2", "ranks": 5, "threads": 1}


def run_on(**more: Any) -> dict[str, Any]:
    """What a file records of its run."""
    return ABACUS | {"device": "OpenMP"} | more


def figure_of(kind: str, *more: Plan) -> Figure:
    """A figure of one method, which draws nothing."""
    plan = Plan({"problem": "poisson2d-5", "size": 8, "method": ["pcg"]})

    def draw(outcome: Outcome) -> Finding:
        outcome.picture.touch()
        return Finding(ours=f"pcg takes {outcome.one(method='pcg').median():.3f} s")

    return Figure("figure-0", "A test", kind, (plan, *more), draw)


def paper_with(figure: Figure) -> Paper:
    """A paper whose words are published, though none on this figure."""
    return Paper("krasnopolsky-2019", "A test", (figure,), {})


def drawn(figure: Figure, folder: Path, *machines: dict[str, Any], beside: Path | None = None) -> str:
    """The sentence on a round on each of these machines."""
    paper = paper_with(figure)
    study = study_of(paper, figure, len(machines))
    rounds = iter(machines)
    for run in study.runs:
        assert isinstance(run, Job)
        file_of(folder, run).parent.mkdir(parents=True, exist_ok=True)
        if run.job == ("solve",):
            write_results(file_of(folder, run), [solve("pcg", 0.125)], machine=next(rounds))
        else:
            write_prediction(
                file_of(folder, run), [{**settings, "seconds": [1, 1, 1]} for settings in settings_of(run)]
            )
    style.set_up()
    return reproduce.draw(paper, figure, study, folder, beside=beside)


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """What draws is another machine than what measured."""
    monkeypatch.setattr(os, "cpu_count", lambda: 99)
    monkeypatch.setattr(platform, "processor", lambda: "Drawing Board 1")


@pytest.mark.parametrize("kind", [MEASURED, EMULATED, PREDICTED_AND_MEASURED])
def test_measurements_end_with_the_processor_of_their_files(kind: str, tmp_path: Path) -> None:
    words = drawn(figure_of(kind), tmp_path, ABACUS, ABACUS)
    assert words.endswith("here pcg takes 0.125 s; on Abacus 77, 21 cores.")
    assert f"{kind.upper()} on Abacus 77; the paper" in (tmp_path / "figure-0.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", [PREDICTED, COUNTED])
def test_what_is_the_same_everywhere_names_no_processor(kind: str, tmp_path: Path) -> None:
    assert drawn(figure_of(kind), tmp_path, ABACUS).endswith("here pcg takes 0.125 s.")


def test_each_of_several_processors_is_named_once(tmp_path: Path) -> None:
    words = drawn(figure_of(MEASURED), tmp_path, ABACUS, SLIDE_RULE, ABACUS)
    assert words.endswith("; on Abacus 77, 21 cores, and Slide Rule 2, 5 cores.")
    assert "MEASURED on Abacus 77 and Slide Rule 2;" in (tmp_path / "figure-0.txt").read_text(encoding="utf-8")


def test_a_model_beside_measurements_runs_anywhere(tmp_path: Path) -> None:
    common = {"machine": "lomonosov", "problem": "poisson2d-5", "size": 8, "method": ["pcg"]}
    model = Plan({**common, "nodes": 8}, job="model predict")
    # Files of predictions from these tests name no processor: whatever reads them for one fails.
    assert drawn(figure_of(PREDICTED_AND_MEASURED, model), tmp_path, ABACUS).endswith("; on Abacus 77, 21 cores.")


def test_another_machine_is_named_after_ours(tmp_path: Path) -> None:
    drawn(figure_of(MEASURED), tmp_path / "other", SLIDE_RULE)
    words = drawn(figure_of(MEASURED), tmp_path / "ours", ABACUS, beside=tmp_path / "other")
    assert words.endswith("; on Abacus 77, 21 cores; the other machine is Slide Rule 2, 5 cores.")


def test_a_file_without_its_processor_is_refused(tmp_path: Path) -> None:
    figure = figure_of(MEASURED)
    drawn(figure, tmp_path, ABACUS)
    paper = paper_with(figure)
    study = study_of(paper, figure, 1)
    with h5py.File(file_of(tmp_path, study.runs[0]), "r+") as file:
        del file["run"].attrs["processor"]
    with pytest.raises(UnreadableFileError, match="unexpected content: processor"):
        reproduce.draw(paper, figure, study, tmp_path)


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        ([run_on(ranks=p, threads=1) for p in (2, 1, 2)], "Abacus 77, 1 and 2 cores"),
        ([run_on(ranks=p, threads=1, hosts=["a", "b"]) for p in (1, 8, 84)], "Abacus 77, 1 to 84 cores"),
        ([run_on(ranks=1, threads=1)], "Abacus 77, 1 core"),
        ([run_on(ranks=2, threads=1, reserved_cores=1)], "Abacus 77, 4 cores"),
        ([run_on(ranks=p, threads=1, cores=2) for p in (4, 8)], "Abacus 77, 4 and 8 ranks on 2 cores"),
        ([run_on(ranks=2, threads=4, cores=4)], "Abacus 77, 8 threads on 4 cores"),
        ([run_on(processor="  Abacus   77\n ")], "Abacus 77, 21 cores"),
        ([run_on(processor="unknown")], "an unknown processor, 21 cores"),
        ([run_on(device="Cuda", ranks=1)], "Cuda beside Abacus 77, 1 rank"),
        ([run_on(simulated="SimGrid, 3.32; cluster: x", ranks=64)], "a cluster simulated by SimGrid, 64 ranks"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_only_what_was_there_is_claimed(runs: list[dict[str, Any]], words: str) -> None:
    assert in_words(machines_of(map(place_from, runs))) == words
