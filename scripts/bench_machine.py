"""Runs miniKrylov and its peers on the cores of this machine."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import h5py

Samples = dict[str, list[float]]


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
            "MINIKRYLOV_CACHE": os.devnull,  # each run measures the triad beside the times compared with it
        }
        command = ["mpirun", "-n", str(ranks), "--map-by", f"slot:PE={threads}", "--bind-to", "core", *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def minikrylov(self, methods: str, *extra: str, ranks: int = 2, threads: int = 1) -> h5py.File:
        """The results of a solve job, as an open file that is deleted on closing."""
        import h5py  # only needed for results files

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "results.h5"
            job = ["solve", "--size", str(self.size), "--method", methods, "--fixed-iterations", str(self.iterations)]
            self._run(ranks, threads, [str(self.program), *job, "--repetitions", "2", "--output", str(file), *extra])
            return h5py.File(io.BytesIO(file.read_bytes()), "r")

    def list_methods(self) -> str:
        """The table of methods, as printed."""
        return self._run(1, 1, [str(self.program), "list", "methods"])

    def petsc(self, solvers: list[str], preconditioner: str) -> dict[str, float]:
        """Seconds per iteration of PETSc's solvers on two ranks."""
        words = ["-n", str(self.size), "-its", str(self.iterations), "-reps", "2", "-pc", preconditioner]
        return seconds_of(self._run(2, 1, [str(self.peers / "petsc_ksp"), *words, "-ksps", ",".join(solvers)]), "petsc")

    def petsc_iccg(self, size: int) -> tuple[int, float]:
        """Iterations and seconds of PETSc's CG with block-Jacobi ICC(0) until 1e-8, on two ranks."""
        words = ["-n", str(size), "-its", "10000", "-reps", "2", "-ksps", "cg", "-pc", "bjacobi"]
        words += ["-sub_pc_type", "icc", "-ksp_norm_type", "unpreconditioned", "-ksp_rtol", "1e-8"]
        return solve_of(self._run(2, 1, [str(self.peers / "petsc_ksp"), *words]), "petsc")

    def symgs(self, size: int) -> float:
        """Seconds per iteration of HPCG's reference kernels (CG with symmetric Gauss-Seidel, 27 points) on two ranks."""
        words = ["-n", str(size), "-its", str(self.iterations), "-reps", "2"]
        iterations, seconds = solve_of(self._run(2, 1, [str(self.peers / "symgs_pcg"), *words]), "hpcg")
        return seconds / iterations

    def hypre(self) -> dict[str, float]:
        """Seconds per iteration of hypre's solvers with diagonal scaling on two ranks."""
        words = ["-n", str(self.size), "-its", str(self.iterations), "-reps", "2"]
        return seconds_of(self._run(2, 1, [str(self.peers / "hypre_krylov"), *words]), "hypre")


def solve_of(text: str, peer: str) -> tuple[int, float]:
    """Iterations and seconds of the only solve in a peer's output."""
    (row,) = [line.split(",") for line in text.splitlines() if line.startswith(peer + ",")]
    return int(row[5]), int(row[5]) * float(row[6])


def seconds_of(text: str, peer: str) -> dict[str, float]:
    """Seconds per iteration from the output lines of a peer: peer,solver,preconditioner,ranks,n,iterations,seconds,…"""
    rows = [line.split(",") for line in text.splitlines() if line.startswith(peer + ",")]
    return {f"{peer} {row[1]}": float(row[6]) for row in rows}
