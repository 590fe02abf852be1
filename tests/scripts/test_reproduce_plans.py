"""What the plans of the papers' experiments hold: the figures that are shown, and systems of the papers' sizes."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("h5py")
pytest.importorskip("matplotlib")

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from minikrylov_reproduce import experiment
from minikrylov_reproduce.eller_gropp_strong import efficiencies
from minikrylov_reproduce.experiment import EMULATED, MEASURED, PREDICTED, Figure, ranks_here
from minikrylov_reproduce.nakajima_sizes import CELLS, CUBES, GRIDS, NAMES, RANKS_PER_NODE, case
from minikrylov_reproduce.outcome import Measured, equivalent_ranks
from minikrylov_reproduce.papers import PAPERS, figures_of, paper_of
from minikrylov_reproduce.published import read_published, statements_of

SHOWN = {
    "krasnopolsky-2019": [f"table-{k}" for k in range(1, 7)] + [f"figure-{k}" for k in (*range(2, 13), 14, 15, 16)],
    "eller-gropp-2016": ["weak-scaling", "strong-scaling", "21-iteration-tests", "noise", "weak-scaling-matrices"]
    + ["table-methods", "merged-operations", "accuracy", "preconditioners", "matrix-powers", "expected-performance"],
    "selvitopi-aykanat-2014": ["figure-5", "partitions", "emulated"],
    "nakajima-2022": ["table-2", "lower-precision", "hybrid"]
    + [f"figure-{k}" for k in (5, 10, 11, 12, *range(21, 26))],
    "krasnopolsky-medvedev-2020": [f"slides-{what}" for what in ("model", "validation", "progression")]
    + ["slides-p2p-overlap", "slides-allreduce-overlap"],
}
# The papers have pictures of these, but no words; or they are not theirs.
WITHOUT_WORDS = {"slides-validation", "hybrid", "lower-precision"}


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_figure_that_is_asked_for_can_be_run(paper: experiment.Paper) -> None:
    figures = [figures_of(paper_of(paper.name), [name])[0] for name in SHOWN[paper.name]]
    assert {figure.name for figure in figures} == {figure.name for figure in paper.figures}


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_figure_is_held_against_words_or_numbers(paper: experiment.Paper) -> None:
    published = read_published(paper.name)
    judged = {name for name, section in published.items() if statements_of(section) or section.get("rows")}
    assert {figure.name for figure in paper.figures} - judged <= WITHOUT_WORDS


@pytest.mark.parametrize("nodes", GRIDS)
@pytest.mark.parametrize("box", [*CUBES.values(), *CELLS.values()], ids=str)
def test_systems_have_as_many_points_on_each_node(box: tuple[int, int, int], nodes: int) -> None:
    settings = case(box, nodes)
    assert settings["ranks"] == RANKS_PER_NODE * nodes
    assert math.prod(map(int, str(settings["size"]).split("x"))) == nodes * math.prod(box)


def test_the_papers_sizes_are_in_the_clusters_jobs() -> None:
    names = {"figure-10": CUBES, "figure-11": CUBES} | {f"figure-{k}": CELLS for k in (21, 22, 23, 25)}
    for name, boxes in names.items():
        (plan,) = figures_of(paper_of("nakajima"), [name])[0].cluster
        sizes = {NAMES[job.ranks, job.options["size"]] for job in plan.jobs()}
        assert sizes == set(boxes), name
    # At 2048 nodes as many degrees of freedom as section 5.1 says.
    assert 3 * math.prod(map(int, case(CUBES["large"], 2048)["size"].split("x"))) == 24_576_000_000


@pytest.mark.parametrize("name", ["figure-11", "figure-23", "hybrid"])
def test_the_ranks_of_a_node_share_its_cores(name: str) -> None:
    paper = paper_of("nakajima")
    figure = figures_of(paper, [name])[0]
    odyssey, oakforest = (experiment.cluster_study_of(paper, figure, 1, cores).runs for cores in (48, 64))
    assert [run.name for run in odyssey] == [run.name for run in oakforest]  # so that they can be compared
    if name != "hybrid":
        assert {run.threads for run in odyssey} == {12} and {run.threads for run in oakforest} == {16}
    else:
        assert {(run.threads, run.ranks // 64) for run in odyssey} == {(1, 48), (4, 12), (12, 4), (24, 2), (48, 1)}
        assert {(run.threads, run.ranks // 64) for run in oakforest} == {(1, 48), (5, 12), (16, 4), (32, 2), (64, 1)}


def test_ranks_leave_cores_for_their_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiment.os, "cpu_count", lambda: 8)
    assert ranks_here(1, 2, 4, 8, 16) == [1, 2, 4, 8]
    assert ranks_here(2, 4, 8, threads=2) == [2, 4]
    monkeypatch.setattr(experiment.os, "cpu_count", lambda: 1)
    assert ranks_here(2, 4, 8, threads=2) == [2]  # halos need two


def test_smaller_systems_stand_in_for_more_ranks() -> None:
    solve = SimpleNamespace(metadata={"rows": 16**3})
    measured = Measured("pcg", {"ranks": 2}, (solve,))  # type: ignore[arg-type]
    assert equivalent_ranks(measured, 32**3) == 16
    assert efficiencies([(8, 1.0), (1, 4.0), (2, 2.0)]) == [1.0, 0.5]


def test_the_cluster_has_a_network_and_sizes_of_its_own() -> None:
    figure = Figure("f", "t", EMULATED, (), lambda _: None, note="halos take 100 µs", note_there="Medium")  # type: ignore[arg-type,return-value]
    assert (figure.on_cluster().kind, figure.on_cluster().note) == (MEASURED, "Medium")
    assert Figure("f", "t", PREDICTED, (), figure.draw).on_cluster().kind == PREDICTED
