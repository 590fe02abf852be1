"""Time per iteration relative to other libraries, run right after each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .formats import add_fused_kernels
from .machine import CORES
from .methods import NONE
from .records import best_seconds_per_iteration, only_solve, product_seconds
from .targets import Samples, Targets, at_most

if TYPE_CHECKING:
    from .machine import Machine

# The same method of a peer, with the bound on our share of its time per iteration. The first two come as Debian builds
# them; PETSc built for this processor is the peer that counts.
PEERS = {
    ("pcg", "petsc cg"): 0.67,
    ("pbicgstab", "petsc bcgs"): 0.55,
    ("pbicgstab", "hypre bicgstab"): 0.60,
    ("pipecg", "petsc pipecg"): 0.60,
    ("pipebicgstab", "petsc pipebcgs"): 0.55,
    ("ibicgstab", "petsc ibcgs"): 0.60,
    ("pcg", "petsc-native cg"): 0.52,
    ("pipecg", "petsc-native pipecg"): 0.50,
    ("pbicgstab", "petsc-native bcgs"): 0.50,
    ("pcg", "trilinos cg"): 0.60,
    ("pbicgstab", "trilinos bicgstab"): 0.60,
}
TARGETS: Targets = {f"{method} / {peer}": at_most(bound) for (method, peer), bound in PEERS.items()} | {
    "SELL product / MKL's optimised": at_most(0.87)
}
# Stencils of products beside MKL's: points, problem, and the size relative to that of 7 points.
PRODUCTS = ((7, "poisson3d-7", 1.0), (27, "poisson3d-27", 0.8))


def seconds_of_peer(machine: Machine, library: str, solver: str, preconditioner: str) -> float:
    """Seconds per iteration of a peer's solver."""
    if library == "hypre":
        return machine.hypre()[f"hypre {solver}"]
    if library == "trilinos":
        return machine.trilinos(solver)
    return machine.petsc([solver], preconditioner, build=library)[f"petsc {solver}"]


def add_peers(machine: Machine, samples: Samples) -> None:
    """Our time per iteration over that of the peers' solvers, and per product over MKL's."""
    compared = [(method, peer) for method, peer in PEERS if peer.split()[0] in machine.peers]
    for method in dict.fromkeys(method for method, _ in compared):
        preconditioner = "none" if method in NONE else "jacobi"
        with machine.minikrylov(method, "--preconditioner", preconditioner) as results:
            ours = best_seconds_per_iteration(only_solve(results))
            add_fused_kernels(results, samples)
        for peer in [peer for same, peer in compared if same == method]:
            samples[f"{method} / {peer}"].append(ours / seconds_of_peer(machine, *peer.split(), preconditioner))
    if "mkl" in machine.peers:
        add_mkl(machine, samples)


def add_mkl(machine: Machine, samples: Samples) -> None:
    """Our product over that of MKL's inspector-executor, both with two threads."""
    for points, problem, scale in PRODUCTS:
        size = round(scale * machine.size)
        words = ["--problem", problem, "--size", str(size), "--fixed-iterations", "1", "--repetitions", "1"]
        with machine.minikrylov("cg", "--preconditioner", "none", *words, ranks=1, threads=CORES) as results:
            ours = product_seconds(results)
        samples[f"SELL product / MKL's optimised, {points} points, {size}^3"].append(ours / machine.mkl(size, points))
