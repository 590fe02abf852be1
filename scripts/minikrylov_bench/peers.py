"""Time per iteration relative to other libraries, run right after each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .formats import add_fused_kernels
from .methods import NONE
from .products import add_products
from .records import best_seconds_per_iteration, only_solve
from .targets import Samples, Targets, at_most

if TYPE_CHECKING:
    from .machine import Machine

# The same method of a peer, with the bound on our share of its time per iteration, if there is one. The first two come as
# Debian builds them; PETSc built for this processor is the peer that counts, with its matrix in AIJ or in its SELL.
PEERS: dict[tuple[str, str], float | None] = {
    ("pcg", "petsc cg"): 0.67,
    ("pbicgstab", "petsc bcgs"): 0.55,
    ("pbicgstab", "hypre bicgstab"): 0.60,
    ("pipecg", "petsc pipecg"): 0.60,
    ("pipebicgstab", "petsc pipebcgs"): 0.55,
    ("ibicgstab", "petsc ibcgs"): 0.60,
    ("pcg", "petsc-native cg"): 0.52,
    ("pipecg", "petsc-native pipecg"): 0.50,
    ("pbicgstab", "petsc-native bcgs"): 0.50,
    ("pcg", "petsc-native sell cg"): None,
    ("pbicgstab", "petsc-native sell bcgs"): None,
    ("pcg", "trilinos cg"): 0.60,
    ("pbicgstab", "trilinos bicgstab"): 0.60,
}
# Our own program where it only calls Kokkos Kernels, statement by statement, with our product and with theirs.
KOKKOS_KERNELS = {
    "kokkos-kernels formulation": ("--formulation", "kokkos-kernels"),
    "kokkos-kernels formulation in CRS": ("--formulation", "kokkos-kernels", "--format", "crs"),
}
KOKKOS_METHODS = ("pcg", "pbicgstab")
TARGETS: Targets = {
    f"{method} / {peer}": at_most(bound) for (method, peer), bound in PEERS.items() if bound is not None
}


def seconds_of_peer(machine: Machine, peer: str, preconditioner: str) -> float:
    """Seconds per iteration of a peer's solver: "petsc cg", or with a format "petsc-native sell cg"."""
    library, *layout, solver = peer.split()
    if library == "hypre":
        return machine.hypre()[f"hypre {solver}"]
    if library == "trilinos":
        return machine.trilinos(solver)
    return machine.petsc([solver], preconditioner, build=library, convert="".join(layout))[f"petsc {solver}"]


def add_method(machine: Machine, method: str, peers: list[str], samples: Samples) -> None:
    """Our time per iteration of a method over that of its peers, run right after it."""
    preconditioner = "none" if method in NONE else "jacobi"
    words = ["--preconditioner", preconditioner]
    with machine.minikrylov(method, *words) as results:
        ours = best_seconds_per_iteration(only_solve(results))
        add_fused_kernels(results, samples)
    for peer in peers:
        samples[f"{method} / {peer}"].append(ours / seconds_of_peer(machine, peer, preconditioner))
    for name, choice in (KOKKOS_KERNELS if method in KOKKOS_METHODS else {}).items():
        with machine.minikrylov(method, *words, *choice) as results:
            samples[f"{method} / {name}"].append(ours / best_seconds_per_iteration(only_solve(results)))


def add_peers(machine: Machine, samples: Samples) -> None:
    """Our time per iteration over that of the peers' solvers, and per product over the bare loop's and MKL's."""
    compared: dict[str, list[str]] = {method: [] for method in KOKKOS_METHODS}
    for method, peer in PEERS:
        if peer.split()[0] in machine.peers:
            compared.setdefault(method, []).append(peer)
    for method, peers in compared.items():
        add_method(machine, method, peers, samples)
    add_products(machine, samples)
