"""Time to solution of the peers' CG, each with the best of its own preconditioners."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

from .targets import Samples

if TYPE_CHECKING:
    from .machine import Machine

PETSC: dict[str, tuple[str, ...]] = {
    "jacobi": ("-pc", "jacobi"),
    "bjacobi-icc": ("-pc", "bjacobi", "-sub_pc_type", "icc"),
    "sor": ("-pc", "sor", "-pc_sor_local_symmetric"),
    "chebyshev": ("-pc", "ksp", "-ksp_ksp_type", "chebyshev", "-ksp_ksp_max_it", "4", "-ksp_ksp_norm_type", "none",
                  "-ksp_ksp_convergence_test", "skip", "-ksp_pc_type", "jacobi"),
}  # fmt: skip
# By peer and name. hypre has no incomplete Cholesky factors: ILU(0) of a symmetric matrix is the same product.
PRECONDITIONERS: dict[str, dict[str, tuple[str, ...]]] = {
    "petsc": PETSC,
    "petsc-native": PETSC,
    "hypre": {name: ("-pc", name) for name in ("jacobi", "bjacobi-ilu", "sor", "chebyshev")},
}


def best_seconds(machine: Machine, peer: str, points: int, size: int, samples: Samples) -> float:
    """Seconds to solution with the peer's best preconditioner in this round; those of each are samples, too."""
    found = {}
    for name, words in PRECONDITIONERS[peer].items():
        if peer == "hypre":
            iterations, found[name] = machine.hypre_solve(size, *words, points=points)
        else:
            iterations, found[name] = machine.petsc_solve(size, *words, points=points, build=peer)
        row = f"powers, {points} points: seconds to solution, {peer}, {name} ({iterations} iterations)"
        samples[row].append(found[name])
    best = min(found.values())
    if not math.isfinite(best):
        sys.exit(f"bench.py: {peer}'s CG did not converge with any of {', '.join(found)} (see its program)")
    return best
