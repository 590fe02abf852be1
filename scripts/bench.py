"""Measures miniKrylov against its targets and its peers, in interleaved rounds, and reports medians of ratios."""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import bench_preconditioners
from bench_machine import Machine, Samples
from bench_methods import MERGING, NONE, add_methods
from bench_preconditioners import best_seconds_per_iteration, only_solve

if TYPE_CHECKING:
    import h5py

# The same method of a peer, with the bound on our share of its time per iteration.
PEERS = {
    ("pcg", "petsc cg"): 0.67,
    ("pbicgstab", "petsc bcgs"): 0.55,
    ("pbicgstab", "hypre bicgstab"): 0.60,
    ("pipecg", "petsc pipecg"): 0.60,
    ("pipebicgstab", "petsc pipebcgs"): 0.55,
    ("ibicgstab", "petsc ibcgs"): 0.60,
}
@dataclass(frozen=True)
class Target:
    """A target: a bound on the median of a ratio."""

    bound: float
    at_most: bool

    def verdict(self, value: float) -> str:
        """The bound, and whether `value` keeps it."""
        kept = value <= self.bound if self.at_most else value >= self.bound
        return f"{'<=' if self.at_most else '>='} {self.bound:.2f} {'kept' if kept else 'MISSED'}"


def add_matrix(machine: Machine, samples: Samples) -> None:
    """The SELL product relative to the triad of the same run, and to CRS."""
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
    """Bytes per second of fused kernels (without products and separate preconditioners) relative to the triad."""
    for solve in results["solves"].values():
        triad = solve.attrs["triad_bandwidth"]
        for kernel in solve["kernels"]:
            name = kernel["name"].decode() if isinstance(kernel["name"], bytes) else kernel["name"]
            if "= A " not in name and kernel["calls"] > 5:
                share = (kernel["bytes_read"] + kernel["bytes_written"]) / kernel["seconds"] / triad
                samples[f"fused kernel / triad: {name}"].append(share)


def add_peers(machine: Machine, samples: Samples) -> None:
    """Our time per iteration over that of PETSc and hypre, run right after each other."""
    for method in dict.fromkeys(method for method, _ in PEERS):
        preconditioner = "none" if method in NONE else "jacobi"
        with machine.minikrylov(method, "--preconditioner", preconditioner) as results:
            ours = best_seconds_per_iteration(only_solve(results))
            add_sweeps(results, samples)
        for peer in [peer for compared, peer in PEERS if compared == method]:
            library, solver = peer.split()
            theirs = machine.petsc([solver], preconditioner) if library == "petsc" else machine.hypre()
            samples[f"{method} / {peer}"].append(ours / theirs[peer])


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
    """The target for a ratio, if there is one."""
    for (method, peer), bound in PEERS.items():
        if name == f"{method} / {peer}":
            return Target(bound, at_most=True)
    if name.startswith("saved by merging"):
        width = int(name.split("m = ")[1].split(":")[0])
        return Target(MERGING[name.split(": ")[1]][width], at_most=False)
    starts = {
        "SELL product": Target(0.85, at_most=False),
        "CRS product": Target(1.25, at_most=False),
        "fused kernel / triad": Target(0.90, at_most=False),
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
    """Medians, ranges and verdicts, one line per ratio."""
    width = max(len(name) for name in samples)
    lines = [f"{'ratio':<{width}}  median   min   max  target"]
    for name, values in samples.items():
        if not values:
            lines.append(f"{name:<{width}}  no two repetitions had the same memory bandwidth")
            continue
        median = statistics.median(values)
        target = target_of(name)
        verdict = target.verdict(median) if target else ""
        lines.append(f"{name:<{width}}  {median:6.3f} {min(values):5.2f} {max(values):5.2f}  {verdict}")
    return "\n".join(lines)


def main() -> None:
    """Runs the rounds and reports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, required=True, help="minikrylov")
    parser.add_argument("--peers", type=Path, required=True, help="folder with petsc_ksp and hypre_krylov")
    parser.add_argument("--size", type=int, default=160, help="grid points in each direction (default: 160)")
    parser.add_argument("--iterations", type=int, default=30, help="iterations per solve (default: 30)")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (default: 5)")
    parser.add_argument("--parts", default="matrix,peers", help=f"what to measure, of {','.join(PARTS)}")
    arguments = parser.parse_args()
    parts = arguments.parts.split(",")
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"there is no part {', '.join(unknown)} (unknown name) choose from {', '.join(PARTS)}")
    machine = Machine(arguments.program, arguments.peers, arguments.size, arguments.iterations)
    samples: Samples = defaultdict(list)
    for k in range(arguments.rounds):
        print(f"round {k + 1} of {arguments.rounds}", file=sys.stderr, flush=True)
        for part in parts:
            PARTS[part](machine, samples)
    print(report(samples))


if __name__ == "__main__":
    main()
