"""Measures miniKrylov against its targets and its peers, in interleaved rounds, and reports medians of ratios."""

from __future__ import annotations

import argparse
import io
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import h5py


@dataclass(frozen=True)
class Target:
    """One promise: the median of a ratio, and the bound that it has to keep."""

    name: str
    bound: float
    at_most: bool

    def verdict(self, value: float) -> str:
        kept = value <= self.bound if self.at_most else value >= self.bound
        return "kept" if kept else "MISSED"


PEER_TARGETS = {
    ("pcg", "petsc cg"): 0.67,
    ("pbicgstab", "petsc bcgs"): 0.55,
    ("pbicgstab", "hypre bicgstab"): 0.60,
    ("pipecg", "petsc pipecg"): 0.60,
    ("ppipebicgstab", "petsc pipebcgs"): 0.55,
    ("ibicgstab", "petsc ibcgs"): 0.60,
}


class Machine:
    """Runs programs on the cores of this machine: two ranks of one thread, or one rank of two threads."""

    def __init__(self, program: Path, peers: Path, size: int, iterations: int) -> None:
        self.program, self.peers, self.size, self.iterations = program, peers, size, iterations

    def _run(self, ranks: int, threads: int, words: list[str]) -> str:
        environment = os.environ | {
            "OMP_NUM_THREADS": str(threads),
            "OMP_PROC_BIND": "close",
            "OMP_PLACES": "cores",
            "KOKKOS_DISABLE_WARNINGS": "1",
        }
        command = ["mpirun", "-n", str(ranks), "--map-by", f"slot:PE={threads}", "--bind-to", "core", *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def minikrylov(self, ranks: int, threads: int, methods: str, extra: list[str]) -> h5py.File:
        """Results of one solve job, as an open file that is gone when it is closed."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "results.h5"
            self._run(
                ranks,
                threads,
                [str(self.program), "solve", "--size", str(self.size), "--method", methods, "--fixed-iterations"]
                + [str(self.iterations), "--repetitions", "2", "--output", str(file), *extra],
            )
            return h5py.File(io.BytesIO(file.read_bytes()), "r")

    def petsc(self, solvers: str) -> dict[str, float]:
        """Seconds per iteration of PETSc's solvers with Jacobi on two ranks."""
        words = [str(self.peers / "petsc_ksp"), "-n", str(self.size), "-its", str(self.iterations), "-reps", "2"]
        return self._seconds(self._run(2, 1, [*words, "-ksps", solvers]), "petsc")

    def hypre(self) -> dict[str, float]:
        """Seconds per iteration of hypre's solvers with diagonal scaling on two ranks."""
        words = [str(self.peers / "hypre_krylov"), "-n", str(self.size), "-its", str(self.iterations), "-reps", "2"]
        return self._seconds(self._run(2, 1, words), "hypre")

    @staticmethod
    def _seconds(text: str, peer: str) -> dict[str, float]:
        rows = [line.split(",") for line in text.splitlines() if line.startswith(peer + ",")]
        return {f"{peer} {row[1]}": float(row[6]) for row in rows}


def matrix_ratios(machine: Machine, ranks: int, threads: int, samples: dict[str, list[float]]) -> None:
    """The product in SELL against the triad of the same run, and against CRS."""
    where = f"{ranks} ranks x {threads} threads"
    with machine.minikrylov(ranks, threads, "cg", ["--preconditioner", "none"]) as sell:
        rate = sell["matrix"].attrs["product_bandwidth"]
        samples[f"SELL product / triad, {where}"].append(rate / sell["run"].attrs["triad_bandwidth"])
    with machine.minikrylov(ranks, threads, "cg", ["--preconditioner", "none", "--format", "crs"]) as crs:
        samples[f"CRS product time / SELL product time, {where}"].append(
            rate / crs["matrix"].attrs["product_bandwidth"]
        )


def sweep_shares(results: h5py.File, samples: dict[str, list[float]]) -> None:
    """Bytes a second of sweeps (no product, no preconditioner of its own among them) against the triad."""
    triad = results["run"].attrs["triad_bandwidth"]
    for solve in results["solves"].values():
        for kernel in solve["kernels"]:
            name = kernel["name"].decode() if isinstance(kernel["name"], bytes) else kernel["name"]
            if "= A " not in name and kernel["calls"] > 5:
                share = (kernel["bytes_read"] + kernel["bytes_written"]) / kernel["seconds"] / triad
                samples[f"sweep / triad: {name}"].append(share)


def method_ratios(machine: Machine, methods: str, samples: dict[str, list[float]]) -> None:
    """Time per iteration of the methods on two ranks against PETSc, hypre and their own bytes at the triad's rate."""
    with machine.minikrylov(2, 1, methods, ["--preconditioner", "jacobi"]) as results:
        ours = {}
        for solve in results["solves"].values():
            name = solve.attrs["method"]
            ours[name] = float(solve.attrs["seconds_per_iteration_median"])
            samples[f"time / bytes at the triad's rate: {name}"].append(
                ours[name] / float(solve.attrs["predicted_seconds_per_iteration"])
            )
        sweep_shares(results, samples)
    wanted = {peer for method, peer in PEER_TARGETS if method in ours}
    petsc = ",".join(sorted(peer.split()[1] for peer in wanted if peer.startswith("petsc")))
    theirs = machine.petsc(petsc) if petsc else {}
    theirs |= machine.hypre()
    for method, peer in PEER_TARGETS:
        if method in ours and peer in theirs:
            samples[f"{method} / {peer}"].append(ours[method] / theirs[peer])


def target_of(name: str) -> Target | None:
    """The promise about a ratio, if there is one."""
    for (method, peer), bound in PEER_TARGETS.items():
        if name == f"{method} / {peer}":
            return Target(name, bound, at_most=True)
    if name.startswith("SELL product"):
        return Target(name, 0.85, at_most=False)
    if name.startswith("CRS product"):
        return Target(name, 1.25, at_most=False)
    if name.startswith("sweep / triad"):
        return Target(name, 0.90, at_most=False)
    if name.startswith("time / bytes"):
        return Target(name, 1.15, at_most=True)
    return None


def report(samples: dict[str, list[float]]) -> None:
    """Prints medians, ranges and verdicts."""
    width = max(len(name) for name in samples)
    print(f"{'ratio':<{width}}  median   min   max  target")
    for name, values in samples.items():
        median = statistics.median(values)
        target = target_of(name)
        verdict = f"{'<=' if target.at_most else '>='} {target.bound:.2f} {target.verdict(median)}" if target else ""
        print(f"{name:<{width}}  {median:6.3f} {min(values):5.2f} {max(values):5.2f}  {verdict}")


def main() -> None:
    """Runs the rounds and reports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, required=True, help="minikrylov")
    parser.add_argument("--peers", type=Path, required=True, help="folder of petsc_ksp and hypre_krylov")
    parser.add_argument("--size", type=int, default=160, help="grid points in each direction (default: 160)")
    parser.add_argument("--iterations", type=int, default=30, help="iterations of each solve (default: 30)")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (default: 5)")
    parser.add_argument("--methods", default="pcg,pbicgstab", help="methods to compare (default: pcg,pbicgstab)")
    arguments = parser.parse_args()
    machine = Machine(arguments.program, arguments.peers, arguments.size, arguments.iterations)
    samples: dict[str, list[float]] = defaultdict(list)
    for k in range(arguments.rounds):
        print(f"round {k + 1} of {arguments.rounds}", file=sys.stderr, flush=True)
        matrix_ratios(machine, 1, 2, samples)
        matrix_ratios(machine, 2, 1, samples)
        method_ratios(machine, arguments.methods, samples)
    report(samples)


if __name__ == "__main__":
    main()
