"""The finished runs of a figure, as its drawing sees them."""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from minikrylov_report.results import Solve, emulations, read

from . import ReproduceError
from .experiment import COMPUTED, Figure, Job
from .machines import in_words, machines_of, place_in
from .rounds import Merging, Overlap, merging_times, noise_of, overlap_times


@dataclass(frozen=True)
class Measured:
    """A method in one setting: its solves, one for each round."""

    method: str
    settings: dict[str, Any]
    solves: tuple[Solve, ...]

    def __getitem__(self, name: str) -> Any:
        """A setting of the run."""
        return self.settings[name]

    def median(self, name: str = "seconds_per_iteration_median") -> float:
        """The median over rounds of a recorded number, by default of the median time of an iteration."""
        return statistics.median(float(solve.metadata[name]) for solve in self.solves)

    def spread(self, name: str = "seconds_per_iteration_median") -> tuple[float, float]:
        """The smallest and the largest of the rounds."""
        values = [float(solve.metadata[name]) for solve in self.solves]
        return min(values), max(values)

    def by_round(self, value: Callable[[Solve], float]) -> float:
        """The median over rounds of a number computed from a solve."""
        return statistics.median(map(value, self.solves))


@dataclass(frozen=True)
class Outcome:
    """A figure's finished runs with their files, what the paper reports, and where the picture goes."""

    figure: Figure
    runs: list[tuple[Job, Path]]
    published: dict[str, Any] = field(default_factory=dict)
    picture: Path = Path("figure.png")
    beside: Outcome | None = None  # the same of another machine

    @cached_property
    def solves(self) -> list[Measured]:
        """What `solve` has measured, in the order of the plan."""
        found: dict[tuple[str, str], tuple[Job, list[Solve]]] = {}
        for job, path in sorted((entry for entry in self.runs if entry[0].job == ("solve",)), key=self.place):
            for solve in read(path):
                found.setdefault((job.series, solve.method), (job, []))[1].append(solve)
        return [Measured(m, job.settings, tuple(solves)) for (_, m), (job, solves) in found.items()]

    def place(self, entry: tuple[Job, Path]) -> tuple[int, str]:
        """Sorts by the plan's order, then by rounds."""
        return self.order.index(entry[0].series), entry[0].name

    @cached_property
    def order(self) -> list[str]:
        """The series of all plans, and then those of the runs, in order."""
        plans = [job.series for plan in (*self.figure.plans, *self.figure.cluster) for job in plan.jobs()]
        return list(dict.fromkeys([*plans, *(job.series for job, _ in self.runs)]))

    def select(self, **settings: Any) -> list[Measured]:
        """Those in this setting; `method` counts as one."""
        return [m for m in self.solves if all(value_of(m, key) == wanted for key, wanted in settings.items())]

    def one(self, **settings: Any) -> Measured:
        """The only one in this setting."""
        found = self.select(**settings)
        if len(found) != 1:
            words = ", ".join(f"{key} {value}" for key, value in settings.items())
            raise ReproduceError(f"{self.figure.name} has {len(found)} runs of {words} (one is drawn) run it again")
        return found[0]

    def values(self, name: str) -> list[Any]:
        """The distinct values of a setting, in order."""
        return list(dict.fromkeys(value_of(m, name) for m in self.solves if value_of(m, name) is not None))

    @property
    def along(self) -> tuple[str, str]:
        """What varies along x, with its name: the latency of an emulated network, or on a cluster the ranks."""
        return ("emulate-latency", "emulated latency [µs]") if self.values("emulate-latency") else ("ranks", "ranks")

    def files(self, job: str) -> list[Path]:
        """The files of another job than solve."""
        return [path for run, path in self.runs if run.job == tuple(job.split())]

    def file(self, job: str, suffix: str = ".h5") -> Path:
        """The only file of a job, under a name beside the picture that tells what it is."""
        files = self.files(job)
        if not files:
            raise ReproduceError(f"{self.figure.name} has no results of {job} (that run failed) see the logs beside it")
        target = self.picture.with_suffix(suffix)
        shutil.copyfile(files[0], target)
        return target

    @property
    def noise(self) -> float | None:
        """By how much rounds of what was measured differ (see noise_of)."""
        if self.figure.deterministic:
            return None
        solves = [[float(s.metadata["seconds_per_iteration_median"]) for s in m.solves] for m in self.solves]
        overlap = [[float(row["seconds"]) for row in rows] for rows in self.overlap.values()]
        return noise_of([*solves, *overlap, *self.merging.values()])

    @cached_property
    def merging(self) -> Merging:
        """What `merging` has measured (see merging_times)."""
        return merging_times(self.files("merging"))

    @cached_property
    def overlap(self) -> Overlap:
        """What `overlap` has measured (see overlap_times)."""
        return overlap_times(self.files("overlap"))

    @cached_property
    def machines(self) -> dict[str, str]:
        """The processors of all runs but those of models, each with how much of it they had."""
        return machines_of(place_in(path) for job, path in self.runs if job.job not in COMPUTED)

    @property
    def measured_on(self) -> str:
        """The end of the sentence on measurements; nothing if the figure has none."""
        if not self.figure.measured:
            return ""
        other = f"; the other machine is {in_words(self.beside.machines)}" if self.beside else ""
        return f"on {in_words(self.machines)}{other}"

    @property
    def source(self) -> str:
        """Where the times are from, for the edge of the picture."""
        solves = [solve for m in self.solves for solve in m.solves]
        emulated = emulations(solves)
        kind = emulated or f"{self.figure.kind.upper()}"
        where = " and ".join(self.machines) if not emulated.startswith("SIMULATED") else ""
        return f"{kind} on {where}" if where else kind


def value_of(measured: Measured, name: str) -> Any:
    """A setting, or the method."""
    return measured.method if name == "method" else measured.settings.get(name)


def equivalent_ranks(measured: Measured, rows: float) -> float:
    """On how many ranks each would have as few of all `rows` as here."""
    return measured["ranks"] * rows / measured.median("rows")


def number(value: object) -> float:
    """A setting along x: ranks, or a latency like 50us."""
    return float(str(value).removesuffix("us"))
