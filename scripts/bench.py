"""Measures miniKrylov against its targets and its peers, in interleaved rounds, and reports medians of ratios."""

from __future__ import annotations

import argparse
import re
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import bench_preconditioners
from bench_machine import Machine, Samples
from bench_preconditioners import best_seconds_per_iteration, only_solve

if TYPE_CHECKING:
    import h5py

# What each method is measured with: its preconditioner, and the same method of a peer with the bound on our share of its
# time per iteration.
JACOBI = ("pcg", "sapcg", "nbpcg", "pipecg", "pipecg-rr", "pipe2cg", "pipeprcg", "plcg", "pbicgstab", "rbicgstab")
NONE = ("cg", "cg-saad", "cg-chronopoulos-gear", "bicgstab", "ibicgstab", "pipebicgstab", "pipebicgstab-rr")
PRECONDITIONED_PIPELINE = ("ppipebicgstab", "ppipebicgstab-rr")
PEERS = {
    ("pcg", "petsc cg"): 0.67,
    ("pbicgstab", "petsc bcgs"): 0.55,
    ("pbicgstab", "hypre bicgstab"): 0.60,
    ("pipecg", "petsc pipecg"): 0.60,
    ("pipebicgstab", "petsc pipebcgs"): 0.55,
    ("ibicgstab", "petsc ibcgs"): 0.60,
}
# B. Krasnopolsky (2019), table 4 (Lomonosov-2): the share of time that merging saves, with 1 and with 16 right-hand sides.
MERGING = {
    "bicgstab": {1: 0.07, 16: 0.10},
    "ibicgstab": {1: 0.18, 16: 0.25},
    "pipebicgstab": {1: 0.21, 16: 0.27},
    "pbicgstab": {1: 0.03, 16: 0.07},
    "rbicgstab": {1: 0.10, 16: 0.14},
    "ppipebicgstab": {1: 0.21, 16: 0.26},
}


@dataclass(frozen=True)
class Target:
    """One promise: the median of a ratio, and the bound that it has to keep."""

    bound: float
    at_most: bool

    def verdict(self, value: float) -> str:
        """The bound, and whether `value` keeps it."""
        kept = value <= self.bound if self.at_most else value >= self.bound
        return f"{'<=' if self.at_most else '>='} {self.bound:.2f} {'kept' if kept else 'MISSED'}"


def add_matrix(machine: Machine, samples: Samples) -> None:
    """The product in SELL against the triad of the same run, and against CRS."""
    for ranks, threads in ((1, 2), (2, 1)):
        where = f"{ranks} ranks x {threads} threads"
        rates = {}
        for layout in ("sell", "crs"):
            with machine.minikrylov(
                "cg", "--preconditioner", "none", "--format", layout, ranks=ranks, threads=threads
            ) as results:
                rates[layout] = float(results["matrix"].attrs["product_bandwidth"])
                if layout == "sell":
                    samples[f"SELL product / triad, {where}"].append(
                        rates[layout] / float(results["run"].attrs["triad_bandwidth"])
                    )
        samples[f"CRS product time / SELL product time, {where}"].append(rates["sell"] / rates["crs"])


def add_sweeps(results: h5py.File, samples: Samples) -> None:
    """Bytes a second of sweeps (no product, no preconditioner of its own among them) against the triad."""
    for solve in results["solves"].values():
        triad = solve.attrs["triad_bandwidth"]
        for kernel in solve["kernels"]:
            name = kernel["name"].decode() if isinstance(kernel["name"], bytes) else kernel["name"]
            if "= A " not in name and kernel["calls"] > 5:
                share = (kernel["bytes_read"] + kernel["bytes_written"]) / kernel["seconds"] / triad
                samples[f"sweep / triad: {name}"].append(share)


def triad_bytes_per_iteration(
    solve: h5py.Group, typical: Callable[[Iterable[float]], float] = statistics.median
) -> float:
    """Bytes that the triad beside a repetition moves in the time of a typical iteration: the median of the repetitions.

    It changes little when the memory of a shared machine is faster or slower for a while.
    """
    repetitions = zip(solve["iteration_seconds"][:], solve["triads_beside"][:], strict=True)
    return statistics.median(typical(map(float, seconds)) * float(triad) for seconds, triad in repetitions)


@dataclass(frozen=True)
class CatalogueRow:
    """What `minikrylov list methods` says of a step of a method, with dot products as sweeps of their own."""

    products: int
    preconditions: int
    vectors: int

    def bytes_of_iteration(self, solve: h5py.Group, matrix: h5py.Group) -> float:
        """The bytes of a solve's median iteration, where M is a diagonal.

        A step may be two iterations, so A is applied less often an iteration than a step. Only about so: pipelines
        begin and end with iterations of their own, which are not the median one.
        """
        rows = float(solve.attrs["rows"])
        column = 8 * rows * float(solve.attrs["rhs"])
        product = float(matrix.attrs["matrix_bytes"]) + 2 * column
        step = self.vectors * column + self.products * product + self.preconditions * (2 * column + 8 * rows)
        return step / max(1, round(self.products / float(solve.attrs["products"])))


def catalogue_of(text: str) -> dict[str, CatalogueRow]:
    """The rows of `minikrylov list methods` by method."""
    row = re.compile(r"^(\S+) +\d+: .* (\d+) +(\d+) +\d+ A \d+ M +(\d+)\+(\d+) ", re.MULTILINE)
    return {m[1]: CatalogueRow(int(m[2]), int(m[3]), int(m[4]) + int(m[5])) for m in row.finditer(text)}


def add_bounds(results: h5py.File, width: int, catalogue: dict[str, CatalogueRow], samples: Samples) -> None:
    """Time per iteration over the time that its bytes need at the rate of the triad measured beside it.

    Once the bytes of the method's catalogue row; and once those that it moved, which are fewer where sums and updates
    are attached to products: the mean of all iterations, since these bytes are theirs, too.
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
        moved = float(solve.attrs["predicted_seconds_per_iteration"]) * float(solve.attrs["triad_bandwidth"])
        samples[f"time / bytes that it moves, m = {width}: {method}"].append(
            triad_bytes_per_iteration(solve, statistics.fmean) / moved
        )


def add_peers(machine: Machine, samples: Samples) -> None:
    """Time per iteration of ours over that of PETSc and hypre, right after each other."""
    for method in dict.fromkeys(method for method, _ in PEERS):
        preconditioner = "none" if method in NONE else "jacobi"
        with machine.minikrylov(method, "--preconditioner", preconditioner) as results:
            ours = best_seconds_per_iteration(only_solve(results))
            add_sweeps(results, samples)
        for peer in [peer for compared, peer in PEERS if compared == method]:
            library, solver = peer.split()
            theirs = machine.petsc([solver], preconditioner) if library == "petsc" else machine.hypre()
            samples[f"{method} / {peer}"].append(ours / theirs[peer])


def add_methods(machine: Machine, width: int, samples: Samples) -> None:
    """Every method against its bound, and what merging saves where the paper measured it."""
    catalogue = catalogue_of(machine.list_methods())
    few = [] if width == 1 else ["--fixed-iterations", "4", "--repetitions", "6"]
    for preconditioner, methods in (("jacobi", JACOBI + PRECONDITIONED_PIPELINE), ("none", NONE)):
        for method in methods:
            words = ["--preconditioner", preconditioner, "--rhs", str(width), *few]
            with machine.minikrylov(method, *words) as results:
                add_bounds(results, width, catalogue, samples)
                merged = triad_bytes_per_iteration(only_solve(results))
            if method in MERGING:
                with machine.minikrylov(method, *words, "--formulation", "basic") as results:
                    basic = triad_bytes_per_iteration(only_solve(results))
                name = f"saved by merging, each at the triad beside it, m = {width}: {method}"
                samples[name].append(1 - merged / basic)


PARTS: dict[str, Callable[[Machine, Samples], None]] = {
    "matrix": add_matrix,
    "peers": add_peers,
    "methods": lambda machine, samples: add_methods(machine, 1, samples),
    "blocks": bench_preconditioners.add_blocks,
    "ic0": bench_preconditioners.add_ic0,
    "iccg": bench_preconditioners.add_iccg,
    "table2": bench_preconditioners.add_table_2,
    "methods16": lambda machine, samples: add_methods(machine, 16, samples),
}


def target_of(name: str) -> Target | None:
    """The promise about a ratio, if there is one."""
    for (method, peer), bound in PEERS.items():
        if name == f"{method} / {peer}":
            return Target(bound, at_most=True)
    if name.startswith("saved by merging"):
        width = int(name.split("m = ")[1].split(":")[0])
        return Target(MERGING[name.split(": ")[1]][width], at_most=False)
    starts = {
        "SELL product": Target(0.85, at_most=False),
        "CRS product": Target(1.25, at_most=False),
        "sweep / triad": Target(0.90, at_most=False),
        "time / bytes of its catalogue row": Target(1.15, at_most=True),
        "elasticity3d product": Target(1.3, at_most=False),
        "IC(0) in CRS": Target(1.4, at_most=False),
        "IC(0) in SELL / triad": Target(0.7, at_most=False),
        "PETSc's ICCG": Target(1.2, at_most=False),
        "HPCG's reference": Target(2.0, at_most=False),
        "table 2": Target(1.0, at_most=True),
    }
    return next((target for start, target in starts.items() if name.startswith(start)), None)


def report(samples: Samples) -> str:
    """Medians, ranges and verdicts, a line for each ratio."""
    width = max(len(name) for name in samples)
    lines = [f"{'ratio':<{width}}  median   min   max  target"]
    for name, values in samples.items():
        median = statistics.median(values)
        target = target_of(name)
        verdict = target.verdict(median) if target else ""
        lines.append(f"{name:<{width}}  {median:6.3f} {min(values):5.2f} {max(values):5.2f}  {verdict}")
    return "\n".join(lines)


def main() -> None:
    """Runs the rounds and reports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, required=True, help="minikrylov")
    parser.add_argument("--peers", type=Path, required=True, help="folder of petsc_ksp and hypre_krylov")
    parser.add_argument("--size", type=int, default=160, help="grid points in each direction (default: 160)")
    parser.add_argument("--iterations", type=int, default=30, help="iterations of each solve (default: 30)")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (default: 5)")
    parser.add_argument("--parts", default="matrix,peers", help=f"what to measure, of {','.join(PARTS)}")
    arguments = parser.parse_args()
    parts = arguments.parts.split(",")
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"there is no part {', '.join(unknown)} (unknown name) use some of {', '.join(PARTS)}")
    machine = Machine(arguments.program, arguments.peers, arguments.size, arguments.iterations)
    samples: Samples = defaultdict(list)
    for k in range(arguments.rounds):
        print(f"round {k + 1} of {arguments.rounds}", file=sys.stderr, flush=True)
        for part in parts:
            PARTS[part](machine, samples)
    print(report(samples))


if __name__ == "__main__":
    main()
