"""Every kernel against its bytes and against its twin: names what is below its bound."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .bounds import Floor, Place, Twin, floor_of, twins_of
from .machine import USUAL_SIZE
from .records import KernelTime, computes_powers, has_product, kernels_of, sums_panels
from .workloads import Group, Variant, groups

if TYPE_CHECKING:
    import h5py

    from .machine import Machine

ITERATION = "iteration"  # in place of a kernel's name: all of it


@dataclass(frozen=True)
class Key:
    """A kernel of a method in one variant of a workload."""

    place: Place
    kernel: str


@dataclass(frozen=True)
class Sample:
    """One measurement: seconds, bytes, and the triad's bytes per second in the same run."""

    seconds: float
    moved: float
    triad: float

    @property
    def of_triad(self) -> float:
        return self.moved / self.seconds / self.triad


@dataclass(frozen=True)
class Finding:
    """A measured ratio and its bound."""

    key: Key
    found: float
    bound: Floor | Twin

    @property
    def kept(self) -> bool:
        if isinstance(self.bound, Floor):
            return self.found >= self.bound.at_least
        return self.found <= self.bound.at_most

    def __str__(self) -> str:
        place = self.key.place
        where = (
            f"{place.workload}, {place.scale}, m = {place.width}, {place.variant}, {place.method}: {self.key.kernel}"
        )
        if isinstance(self.bound, Floor):
            return f"{where}: {self.found:.2f} of the triad, not {self.bound.at_least:.2f} ({self.bound.reason})"
        return f"{where}: {self.bound.name} = {self.found:.2f}, not {self.bound.at_most:.2f} ({self.bound.reason})"


@dataclass
class Measurements:
    """All samples of all rounds, by kernel and round."""

    samples: dict[Key, dict[int, Sample]] = field(default_factory=lambda: defaultdict(dict))
    run: dict[str, Any] = field(default_factory=dict)
    done: set[tuple[int, str]] = field(default_factory=set)  # rounds and names of groups

    def add(self, group: Group, variant: Variant, number: int, results: h5py.File) -> None:
        """The kernels and iterations of a run."""
        self.run = {name: plain(value) for name, value in results["run"].attrs.items()}
        for solve in results["solves"].values():
            method, triad = str(solve.attrs["method"]), float(solve.attrs["triad_bandwidth"])

            def note(
                kind: str, kernel: str, seconds: float, moved: float, method: str = method, triad: float = triad
            ) -> None:
                place = Place(group.workload.name, group.scale, group.width, variant.name, method, kind)
                self.samples[Key(place, kernel)][number] = Sample(seconds, moved, triad)

            for kernel in kernels_of(solve):
                note(kind_of(kernel, group), kernel.name, kernel.seconds, kernel.moved)
            moved = float(solve.attrs["bytes_per_iteration"])
            note(ITERATION, ITERATION, float(solve.attrs["seconds_per_iteration_median"]), moved)

    def of_triad(self, key: Key) -> float:
        """The median over rounds of a kernel's share of the triad."""
        return statistics.median(sample.of_triad for sample in self.samples[key].values())

    def relative(self, key: Key, partner: Key) -> float:
        """The median over rounds of a kernel's time relative to its twin's; in memory, each at its own triad."""
        mine, other = self.samples[key], self.samples[partner]
        both = [(mine[k], other[k]) for k in mine if k in other]
        if key.place.scale == "memory":
            return statistics.median(a.seconds * a.triad / (b.seconds * b.triad) for a, b in both)
        return statistics.median(a.seconds / b.seconds for a, b in both)


def plain(value: Any) -> Any:
    """An attribute as text, a number or a list of them, as JSON can store it."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, list):
        return [plain(each) for each in value]
    return plain(value.tolist()) if hasattr(value, "tolist") else value


def kind_of(kernel: KernelTime, group: Group) -> str:
    """What bounds a kernel: the matrix, its powers, inner products of many vectors, a substitution, or vectors alone."""
    if has_product(kernel):
        return "product"
    if computes_powers(kernel):
        return "powers"
    if sums_panels(kernel):
        return "panel"
    return "substitution" if "M⁻¹" in kernel.name and "ic0" in group.workload.preconditioner else "update"


def partner_of(key: Key, twin: Twin, known: dict[Key, dict[int, Sample]]) -> Key | None:
    """The same kernel of the twin, if it ran; product against product where their formulas differ."""
    place = replace(key.place, variant=twin.partner)
    same = Key(place, key.kernel)
    if same in known:
        return same
    alike = [other for other in known if other.place == place]
    return alike[0] if len(alike) == 1 else None


def judge(measured: Measurements) -> list[Finding]:
    """All findings, kept and missed."""
    findings = []
    for key in measured.samples:
        floor = floor_of(key.place)
        if floor is not None and floor.at_least > 0:
            findings.append(Finding(key, measured.of_triad(key), floor))
        for twin in twins_of(key.place):
            partner = partner_of(key, twin, measured.samples)
            if partner is not None:
                findings.append(Finding(key, measured.relative(key, partner), twin))
    return findings


Keep = Callable[[Measurements], bool]


def run_group(machine: Machine, group: Group, number: int, cache: str, measured: Measurements) -> None:
    """The variants of a group right after each other, every second round in reverse."""
    workload, factor = group.workload, (machine.size / USUAL_SIZE) ** 3
    for variant in workload.variants[:: -1 if number % 2 else 1]:
        words = [*variant.words, *workload.words(group.scale, group.width, factor)]
        with machine.minikrylov(
            workload.methods, *words, ranks=variant.ranks, threads=variant.threads, cache=cache
        ) as results:
            measured.add(group, variant, number, results)


def measure(
    machine: Machine, rounds: int, only: str, before: Measurements | None = None, keep: Keep = lambda _: True
) -> Measurements:
    """Runs everything that was not measured before, `rounds` times, as long as `keep`, called after each group, allows."""
    measured, chosen = before or Measurements(), list(groups(only))
    for number in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            for k, group in enumerate(chosen, start=1):
                if (number, group.name) in measured.done:
                    continue
                where = f"round {number + 1} of {rounds}: {k} of {len(chosen)}, {group.name}"
                print(where, file=sys.stderr, flush=True)
                # What is in cache takes less time than one triad, so there one per round must do.
                run_group(machine, group, number, cache if group.scale == "cache" else os.devnull, measured)
                measured.done.add((number, group.name))
                if not keep(measured):
                    return measured
    return measured


def missing(measured: Measurements, rounds: int, only: str) -> int:
    """How many groups, of all rounds, are still to be measured."""
    return sum((number, group.name) not in measured.done for number in range(rounds) for group in groups(only))
