"""What a figure of a paper needs: its runs here and on a cluster, and the function that draws them."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minikrylov_sweep.study import Run, Study, runs_of

if TYPE_CHECKING:
    from .outcome import Outcome
    from .verdict import Finding

# One or two ranks would else be bound to a core each, with all of their threads.
LAUNCH = "mpirun -n {ranks} --oversubscribe --bind-to none"
LAUNCH_THERE = "mpirun -n {ranks} --map-by core --bind-to core"
MEASURED = "measured"
EMULATED = "measured on an emulated network"
PREDICTED = "predicted"
COUNTED = "counted"
COMPUTED = (("model", "predict"), ("embed-study",))  # jobs that give the same on every machine


@dataclass(frozen=True)
class Job(Run):
    """A run of any job of the program; `series` is its name without its round."""

    job: tuple[str, ...] = ("solve",)
    series: str = ""

    def words(self) -> list[str]:
        """The program's arguments, without --output."""
        return [*self.job, *super().words()[1:]]

    @property
    def settings(self) -> dict[str, Any]:
        """All options, and how many ranks and threads."""
        return {"ranks": self.ranks, "threads": self.threads, **self.options}


@dataclass(frozen=True)
class Plan:
    """Runs of one job, written like a study: options of all, combinations of others, options that go together."""

    common: dict[str, Any]
    vary: dict[str, list[Any]] = field(default_factory=dict)
    cases: tuple[dict[str, Any], ...] = ({},)
    job: str = "solve"
    extra: dict[str, Any] = field(default_factory=dict)  # options with the name of a launch setting, like ranks
    ranks_per_node: int = 0  # which share a node's cores as their threads; 0: threads are given

    def jobs(self, cores: int = 0) -> list[Job]:
        """Each run once, under the same name whatever the `cores` of a node (0: threads as written). Raises StudyError."""
        words = tuple(self.job.split())
        runs = runs_of({"common": self.common, "vary": self.vary, "case": list(self.cases)}, Path(self.job))
        prefix = "" if self.job == "solve" else "-".join(words) + "_"
        shared = max(1, cores // self.ranks_per_node) if cores and self.ranks_per_node else 0
        return [
            Job(prefix + r.name, r.ranks, shared or r.threads, r.options | self.extra, words, prefix + r.name)
            for r in runs
        ]


@dataclass(frozen=True)
class Figure:
    """A figure or table that the program can run; `also` are figures of the paper in the same picture."""

    name: str
    title: str
    kind: str
    plans: tuple[Plan, ...]
    draw: Callable[[Outcome], Finding]
    also: tuple[str, ...] = ()
    cluster: tuple[Plan, ...] = ()
    deterministic: bool = False  # the same in every round
    note: str = ""  # what differs from the paper's experiment
    note_there: str = ""  # the same of the cluster's runs
    two_machines: tuple[str, ...] = ()  # figures among these that need the same runs of another machine

    def on_cluster(self) -> Figure:
        """The figure as the cluster's runs show it, which have a network of their own."""
        kind = MEASURED if self.kind == EMULATED else self.kind
        return replace(self, kind=kind, note=self.note_there)

    @property
    def measured(self) -> bool:
        """Whether any of it depends on the machine."""
        return MEASURED in self.kind

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and those of what it also shows."""
        return (self.name, *self.also)


@dataclass(frozen=True)
class Paper:
    """A paper: its figures, and what the program cannot run, with the reason."""

    name: str
    title: str
    figures: tuple[Figure, ...]
    missing: dict[str, str]


def ranks_here(*ranks: int, threads: int = 1) -> list[int]:
    """Those for which this machine has cores; two at least."""
    return [p for p in ranks if p <= max(2, (os.cpu_count() or 2) // threads)]


def in_round(series: str, number: object) -> str:
    """The name of a run of this series; "*" stands for all of them in a pattern of files."""
    return f"{series}_round-{number}"


def interleaved(jobs: list[Job], rounds: int) -> list[Job]:
    """Every job once per round, each round beginning with another one, so that slow changes affect all alike."""
    if not jobs:
        return []
    return [
        Job(in_round(job.series, k + 1), job.ranks, job.threads, job.options, job.job, job.series)
        for k in range(rounds)
        for job in jobs[k % len(jobs) :] + jobs[: k % len(jobs)]
    ]


def study_of(paper: Paper, figure: Figure, rounds: int, launch: str = LAUNCH) -> Study:
    """All runs of a figure on this machine, in rounds."""
    jobs = [job for plan in figure.plans for job in plan.jobs()]
    runs = interleaved(jobs, 1 if figure.deterministic else rounds)
    return Study(f"{paper.name}-{figure.name}", figure.title, list(runs), launch, {"OMP_PROC_BIND": "false"})


def cluster_study_of(paper: Paper, figure: Figure, rounds: int, cores: int) -> Study:
    """All runs of a figure on a cluster, at the paper's sizes."""
    runs = interleaved([job for plan in figure.cluster for job in plan.jobs(cores)], rounds)
    environment = {"OMP_PROC_BIND": "close", "OMP_PLACES": "cores"}
    settings = {"cores-per-node": cores, "minutes": 60}
    return Study(f"{paper.name}-{figure.name}", figure.title, list(runs), LAUNCH_THERE, environment, settings)
