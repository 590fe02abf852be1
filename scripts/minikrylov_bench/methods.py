"""Methods relative to the bytes that they must move, and merged relative to basic formulations."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .records import only_solve
from .targets import Samples, Targets, at_least, at_most

if TYPE_CHECKING:
    import h5py

    from .machine import Machine

# The preconditioner used with each method.
JACOBI = ("pcg", "sapcg", "nbpcg", "pipecg", "pipecg-rr", "pipe2cg", "pipeprcg", "plcg", "pbicgstab", "rbicgstab")
NONE = ("cg", "cg-saad", "cg-chronopoulos-gear", "bicgstab", "ibicgstab", "pipebicgstab", "pipebicgstab-rr")
PRECONDITIONED_PIPELINE = ("ppipebicgstab", "ppipebicgstab-rr")
# B. Krasnopolsky (2019), table 4 (Lomonosov-2): share of time saved by merging, with 1 and with 16 right-hand sides.
MERGING = {
    "bicgstab": {1: 0.07, 16: 0.10},
    "ibicgstab": {1: 0.18, 16: 0.25},
    "pipebicgstab": {1: 0.21, 16: 0.27},
    "pbicgstab": {1: 0.03, 16: 0.07},
    "rbicgstab": {1: 0.10, 16: 0.14},
    "ppipebicgstab": {1: 0.21, 16: 0.26},
}
TARGETS: Targets = {"time / bytes of its catalogue row": at_most(1.15)} | {
    f"saved by merging, while the triad is the same, m = {width}: {method}": at_least(share)
    for method, shares in MERGING.items()
    for width, share in shares.items()
}


@dataclass(frozen=True)
class Repetition:
    """A timed solve: its typical iteration in seconds, and bytes per second of the triads beside it."""

    seconds: float
    triad: float


def repetitions_of(
    solve: h5py.Group, typical: Callable[[Iterable[float]], float] = statistics.median
) -> list[Repetition]:
    """All timed solves of a method."""
    pairs = zip(solve["iteration_seconds"][:], solve["triads_beside"][:], strict=True)
    return [Repetition(typical(map(float, seconds)), float(triad)) for seconds, triad in pairs]


def triad_bytes_per_iteration(
    solve: h5py.Group, typical: Callable[[Iterable[float]], float] = statistics.median
) -> float:
    """Bytes that the triad beside a repetition moves in the time of a typical iteration: the median over repetitions.

    Hardly affected when the memory of a shared machine is temporarily faster or slower.
    """
    return statistics.median(r.seconds * r.triad for r in repetitions_of(solve, typical))


@dataclass(frozen=True)
class CatalogueRow:
    """What `minikrylov list methods` says about a step of a method, with dot products in kernels of their own."""

    products: int
    preconditions: int
    vectors: int

    def bytes_of_iteration(self, solve: h5py.Group, matrix: h5py.Group) -> float:
        """The bytes of a solve's median iteration with diagonal M.

        A step may be two iterations, so A is applied less often per iteration than per step. Only approximately so:
        pipelines begin and end with special iterations, which are not the median one.
        """
        rows = float(solve.attrs["rows"])
        column = 8 * rows * float(solve.attrs["rhs"])
        product = float(matrix.attrs["matrix_bytes"]) + 2 * column
        step = self.vectors * column + self.products * product + self.preconditions * (2 * column + 8 * rows)
        return step / max(1, round(self.products / float(solve.attrs["products"])))


def catalogue_of(text: str) -> dict[str, CatalogueRow]:
    """The rows of `minikrylov list methods` by method."""
    row = re.compile(r"^(\S+) +\d+(?: per \d+)?: .* (\d+) +(\d+) +\d+ A \d+ M +(\d+)\+(\d+) ", re.MULTILINE)
    return {m[1]: CatalogueRow(int(m[2]), int(m[3]), int(m[4]) + int(m[5])) for m in row.finditer(text)}


def add_bounds(results: h5py.File, width: int, catalogue: dict[str, CatalogueRow], samples: Samples) -> None:
    """Time per iteration relative to the time that its bytes take at the rate of the triad measured beside it.

    Twice: for the bytes of the method's catalogue row, and for the bytes actually moved, which are fewer where sums and
    updates are fused with products. The latter uses the mean of all iterations, to which these bytes belong.
    """
    for solve in results["solves"].values():
        method, triad_bytes = solve.attrs["method"], triad_bytes_per_iteration(solve)
        row = (
            catalogue[method]
            if solve.attrs["preconditioner"] != "none"
            else replace(catalogue[method], preconditions=0)
        )
        by_catalogue = row.bytes_of_iteration(solve, results["matrix"])
        samples[f"time / bytes of its catalogue row, m = {width}: {method}"].append(triad_bytes / by_catalogue)
        moved = float(solve.attrs["bytes_per_iteration"])
        samples[f"time / bytes that it moves, m = {width}: {method}"].append(
            triad_bytes_per_iteration(solve, statistics.fmean) / moved
        )


def savings(merged: list[Repetition], basic: list[Repetition]) -> list[float]:
    """The share of time saved, over all pairs of repetitions whose triads agree within a tenth."""
    return [1 - m.seconds / b.seconds for m in merged for b in basic if abs(m.triad - b.triad) <= 0.1 * b.triad]


def saved_by_merging(machine: Machine, method: str, words: list[str]) -> list[float]:
    """The share of the basic formulation's time saved by merging, from alternating runs."""
    repetitions: dict[str, list[Repetition]] = {"merged": [], "basic": []}
    for formulation in ("merged", "basic", "merged", "basic"):
        with machine.minikrylov(method, *words, "--formulation", formulation) as results:
            repetitions[formulation] += repetitions_of(only_solve(results))
    return savings(repetitions["merged"], repetitions["basic"])


def add_methods(machine: Machine, width: int, samples: Samples) -> None:
    """Every method and its bound, and the savings of merging where the paper measured them."""
    catalogue = catalogue_of(machine.list_methods())
    few = [] if width == 1 else ["--fixed-iterations", "4", "--repetitions", "6"]
    for preconditioner, methods in (("jacobi", JACOBI + PRECONDITIONED_PIPELINE), ("none", NONE)):
        for method in methods:
            words = ["--preconditioner", preconditioner, "--rhs", str(width), *few]
            with machine.minikrylov(method, *words) as results:
                add_bounds(results, width, catalogue, samples)
            if method in MERGING:
                saved = saved_by_merging(machine, method, words)
                samples[f"saved by merging, while the triad is the same, m = {width}: {method}"] += saved
