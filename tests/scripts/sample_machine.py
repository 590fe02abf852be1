"""A machine that runs nothing: results files in memory, with the times that a test wants."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from sample_results import KERNELS

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from minikrylov_bench.machine import Machine

TRIAD = 40e9
ITERATIONS = 12


@dataclass(frozen=True)
class Run:
    """What was asked for."""

    method: str
    words: tuple[str, ...]
    ranks: int

    def option(self, name: str, usual: str) -> str:
        """The value of an option; the last one counts."""
        found = [value for flag, value in zip(self.words, self.words[1:], strict=False) if flag == name]
        return found[-1] if found else usual


# Seconds and bytes per call of each kernel of a run.
Kernels = dict[str, tuple[float, float]]


class FakeMachine(Machine):
    """Kernels take the times given; a solve takes what its kernels take."""

    def __init__(
        self, kernels: Callable[[Run], Kernels], methods: Sequence[str] = (), peers: Sequence[str] = ()
    ) -> None:
        super().__init__(Path("minikrylov"), Path("peers"), 160, ITERATIONS)
        self.kernels, self.known_methods, self.runs = kernels, list(methods), list[Run]()
        self.peers = list(peers)

    def minikrylov(self, methods: str, *extra: str, ranks: int = 2, threads: int = 1, cache: str = "") -> h5py.File:
        """A file in memory."""
        file = memory_file()
        file.create_group("run").attrs.update(
            {"processor": "Test 9000", "l2_cache": 2**20, "version": "1.0", "git_hash": "abc", "date": "today"}
        )
        file.create_group("problem").attrs.update({"rows": 1000, "nonzeros": 7000})
        for number, method in enumerate(methods.split(",")):
            run = Run(method, extra, ranks)
            self.runs.append(run)
            write_solve(file.create_group(f"solves/{number}"), run, self.kernels(run))
        product = next(seconds for name, (seconds, _) in self.kernels(run).items() if "= A " in name)
        file.create_group("matrix").attrs.update(
            {
                "product_bandwidth": (12 * 7000 + 16 * 1000) / product,
                "product_triad_bandwidth": TRIAD,
                "matrix_bytes": 1000 if run.option("--compress", "none") == "none" else 250,
                "uncompressed_bytes": 1000,
            }
        )
        return file

    def options(self) -> dict[str, list[str]]:
        """Those that not every program has."""
        return {"--method": self.known_methods, "--s-step": []}


def memory_file() -> h5py.File:
    """A file that is never written to a disk."""
    return h5py.File("sample", "w", driver="core", backing_store=False)


def write_solve(group: h5py.Group, run: Run, kernels: Kernels) -> None:
    """What benchmarks read of a solve."""
    seconds = sum(took for took, _ in kernels.values())
    attributes: dict[str, Any] = {
        "method": run.method,
        "rhs": int(run.option("--rhs", "1")),
        "iterations": ITERATIONS,
        "outcome": "converged",
        "triad_bandwidth": TRIAD,
        "seconds_per_iteration_median": seconds,
        "bytes_per_iteration": sum(moved for _, moved in kernels.values()),
        "solve_seconds_minimum": ITERATIONS * seconds,
        "solve_seconds_median": ITERATIONS * seconds,
    }
    if run.method.startswith("ca-") or run.option("--preconditioner", "") == "chebyshev":
        attributes["powers_gain"] = 1.75
    group.attrs.update(attributes)
    group["kernels"] = np.array(
        [(name, ITERATIONS, ITERATIONS * took, ITERATIONS * moved, 0, 0) for name, (took, moved) in kernels.items()],
        dtype=KERNELS,
    )
