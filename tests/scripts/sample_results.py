"""Small results files for tests, with the program's layout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import h5py
import numpy as np

TEXT = h5py.string_dtype()
KERNELS = np.dtype(
    [
        ("name", TEXT),
        ("calls", "i8"),
        ("seconds", "f8"),
        ("bytes_read", "f8"),
        ("bytes_written", "f8"),
        ("flops", "f8"),
    ]
)
REDUCTIONS = np.dtype(
    [
        ("label", TEXT),
        ("calls", "i8"),
        ("values", "i8"),
        ("start_seconds", "f8"),
        ("finish_seconds", "f8"),
        ("alone_seconds", "f8"),
    ]
)
TIMELINE = np.dtype([("rank", "i8"), ("track", TEXT), ("name", TEXT), ("begin_seconds", "f8"), ("end_seconds", "f8")])
ITERATIONS = 10
HOSTS = ["node1", "node2"]
PROCESSOR = "Test 9000"  # which no machine has that runs these tests


def solve(method: str, seconds: float = 1e-3, **metadata: Any) -> dict[str, Any]:
    """The metadata of a solve whose iterations all take `seconds`."""
    return {
        "method": method,
        "formulation": "merged",
        "preconditioner": "jacobi",
        "format": "sell",
        "ordering": "natural",
        "overlap": "none",
        "reduction": "blocking",
        "progress": "none",
        "fuse": "on",
        "grouping": "minimum",
        "ranks": 1,
        "threads": 1,
        "rhs": 1,
        "rows": 1000,
        "iterations": ITERATIONS,
        "true_relative_residual": 5e-9,
        "accepted": "yes",
        "seconds_per_iteration_median": seconds,
        "seconds_per_iteration_low": 0.9 * seconds,
        "seconds_per_iteration_high": 1.1 * seconds,
        "predicted_seconds_per_iteration": 0.5 * seconds,
        "triad_bandwidth": 20e9,
    } | metadata


def write_solve(group: h5py.Group, metadata: dict[str, Any], objections: list[str]) -> None:
    """One group below /solves."""
    for name, value in metadata.items():
        group.attrs[name] = value
    seconds = metadata["seconds_per_iteration_median"]
    history = np.logspace(0, -8, ITERATIONS + 1)[:, None]
    group["residual_history"] = history
    group["true_residual_history"] = 1.5 * history
    group["iteration_seconds"] = np.full((3, ITERATIONS), seconds)
    group["triads_beside"] = np.full(3, 20e9)
    group.create_dataset("objections", data=objections, dtype=TEXT, shape=(len(objections),))
    group["kernels"] = np.array(
        [
            ("q = A p, (p,q)", ITERATIONS, 0.6 * seconds * ITERATIONS, 8e6, 2e6, 1e6),
            ("z = M⁻¹ r", ITERATIONS, 0.1 * seconds * ITERATIONS, 2e6, 1e6, 1e5),
            ("x = x + α p", ITERATIONS, 0.2 * seconds * ITERATIONS, 2e6, 1e6, 2e5),
        ],
        dtype=KERNELS,
    )
    group["reductions"] = np.array([("ρ = (r,r)", ITERATIONS, ITERATIONS, 1e-4, 2e-4, 8e-4)], dtype=REDUCTIONS)
    spans = []
    for rank in range(int(metadata["ranks"])):
        for k in range(2):
            begin = k * seconds
            spans += [
                (rank, "iteration", f"iteration {11 + k}", begin, begin + seconds),
                (rank, "kernel", "q = A p, (p,q)", begin, begin + 0.6 * seconds),
                (rank, "halo in flight", "halo", begin, begin + 0.2 * seconds),
                (rank, "halo wait", "halo: 2 messages", begin + 0.1 * seconds, begin + (0.2 + 0.1 * rank) * seconds),
                (rank, "sum in flight", "ρ = (r,r)", begin + 0.6 * seconds, begin + 0.9 * seconds),
                (rank, "sum wait", "ρ = (r,r)", begin + 0.8 * seconds, begin + 0.9 * seconds),
            ]
    group["timeline"] = np.array(spans, dtype=TIMELINE)


def write_run(file: h5py.File, kind: str = "results", version: int = 1, **metadata: Any) -> h5py.Group:
    """What every file of measurements has: its format, and where it was measured."""
    file.attrs["format"], file.attrs["schema_version"] = f"miniKrylov {kind}", version
    run = file.create_group("run")
    machine = {"processor": PROCESSOR, "cores": 24, "device": "OpenMP", "ranks": 1, "threads": 1}
    run.attrs.update(machine | {name: value for name, value in metadata.items() if name != "hosts"})
    run.create_dataset("hosts", data=metadata.get("hosts", HOSTS), dtype=TEXT)
    return run


def write_results(
    path: Path,
    solves: list[dict[str, Any]],
    version: int = 1,
    objections: tuple[str, ...] = (),
    emulated_latency: float | None = None,
    simulated: str = "",
    matrix: dict[str, Any] | None = None,
    machine: dict[str, Any] | None = None,
) -> Path:
    """A results file; `machine`: what its run records of it."""
    with h5py.File(path, "w") as file:
        shape = {name: solve[name] for solve in solves[:1] for name in ("ranks", "threads")}
        run = write_run(file, "results", version, **(shape | (machine or {})))
        problem = file.create_group("problem")
        run.attrs["version"] = "1.2.3"
        if emulated_latency is not None:
            run.attrs["emulated_latency"] = emulated_latency
        if simulated:
            run.attrs["simulated"] = simulated
        run.attrs["date"] = "2026-01-02T03:04:05Z"
        run.attrs["command_line"] = "minikrylov solve --note <b>&"
        problem.attrs["problem"] = "poisson3d-7"
        if matrix is not None:
            file.create_group("matrix").attrs.update(matrix)
        for number, metadata in enumerate(solves):
            write_solve(file.create_group(f"solves/{number}"), metadata, list(objections))
    return path
