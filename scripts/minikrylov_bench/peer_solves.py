"""Time to solution of the peers' CG, each with the best of its own preconditioners."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

from .targets import Samples

if TYPE_CHECKING:
    from .machine import Machine

# By peer and name. hypre has no incomplete Cholesky factors: ILU(0) of a symmetric matrix is the same product.
PRECONDITIONERS: dict[str, dict[str, tuple[str, ...]]] = {
    "petsc": {
        "jacobi": ("-pc", "jacobi"),
        "bjacobi-icc": ("-pc", "bjacobi", "-sub_pc_type", "icc"),
        "sor": ("-pc", "sor", "-pc_sor_local_symmetric"),
        "chebyshev": ("-pc", "ksp", "-ksp_ksp_type", "chebyshev", "-ksp_ksp_max_it", "4", "-ksp_ksp_norm_type", "none",
                      "-ksp_ksp_convergence_test", "skip", "-ksp_pc_type", "jacobi"),
    },
    "hypre": {name: ("-pc", name) for name in ("jacobi", "bjacobi-ilu", "sor", "chebyshev")},
}  # fmt: skip


def best_seconds(machine: Machine, peer: str, points: int, size: int, samples: Samples) -> float:
    """Seconds to solution with the peer's best preconditioner in this round; those of each are samples, too."""
    solve = machine.petsc_solve if peer == "petsc" else machine.hypre_solve
    found = {}
    for name, words in PRECONDITIONERS[peer].items():
        iterations, found[name] = solve(size, *words, points=points)
        row = f"powers, {points} points: seconds to solution, {peer}, {name} ({iterations} iterations)"
        samples[row].append(found[name])
    best = min(found.values())
    if not math.isfinite(best):
        sys.exit(f"bench.py: {peer}'s CG did not converge with any of {', '.join(found)} (see its program)")
    return best
