"""Runs miniKrylov and its peers on the cores of this machine."""

from __future__ import annotations

import io
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import h5py

# The program of each peer below its folder.
PROGRAMS = {
    "petsc": "petsc_ksp",
    "hypre": "hypre_krylov",
    "bare": "bare_spmv",
    "mkl": "mkl_spmv",
    "trilinos": "belos_tpetra",
    "petsc-native": "petsc_ksp_native",
}
OPTIONAL_PEERS = ("bare", "mkl", "trilinos", "petsc-native")  # installed by scripts/peers/install.sh
USUAL_SIZE = 160  # points in each direction, unless asked for others
REACHED = 1.1e-8  # relative residual of a solve to 1e-8, of whose rounding nothing is to depend
CORES = 2  # of this machine that are used, as by the published figures


class Machine:
    """Runs programs on two cores of this machine: two ranks of one thread, or one rank of two threads."""

    def __init__(self, program: Path, folder: Path, size: int, iterations: int) -> None:
        """`folder`: where the peers' programs are."""
        self.program, self.folder, self.size, self.iterations = program, folder, size, iterations
        self.peers: list[str] = []  # those to compare with
        self.matrices: Path | None = None  # folder of matrix files

    def _run(self, ranks: int, threads: int, words: list[str], cache: str = os.devnull) -> str:
        environment = os.environ | {
            "OMP_NUM_THREADS": str(threads),
            "KOKKOS_DISABLE_WARNINGS": "1",
            "MINIKRYLOV_CACHE": cache,
        }
        if ranks * threads > CORES:
            # OpenMP would bind the first thread of each rank to the same core; without binding, three ranks that wait
            # for each other may share one.
            environment["OMP_PROC_BIND"] = "false"
            place = ["--oversubscribe", "--map-by", "core", "--bind-to", "core:overload-allowed"]
        else:
            environment |= {"OMP_PROC_BIND": "close", "OMP_PLACES": "cores"}
            place = ["--map-by", f"slot:PE={threads}", "--bind-to", "core"]
        command = ["mpirun", "-n", str(ranks), *place, *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def minikrylov(
        self, methods: str, *extra: str, ranks: int = CORES, threads: int = 1, cache: str = os.devnull
    ) -> h5py.File:
        """The results of a solve job, as an open file that is deleted on closing.

        Without a folder as `cache` each run measures the triad beside the times compared with it.
        """
        import h5py  # only needed for results files

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "results.h5"
            job = ["solve", "--size", str(self.size), "--method", methods, "--fixed-iterations", str(self.iterations)]
            words = [str(self.program), *job, "--repetitions", "2", "--output", str(file), *extra]
            self._run(ranks, threads, words, cache)
            return h5py.File(io.BytesIO(file.read_bytes()), "r")

    def calibrate(self, file: Path, ranks: int) -> None:
        """Writes a description of this machine for the models."""
        self._run(ranks, 1, [str(self.program), "model", "calibrate", "--output", str(file)])

    def compare(self, here: Path, ranks: int, solve: tuple[str, ...]) -> list[tuple[str, str, float]]:
        """Models, methods, and the time per iteration that the model of the machine `here` predicts, relative to a solve
        job's."""
        table = self._compared(here, ranks, solve)
        return [
            (model, row["method"].decode(), 1 + float(row[error]))
            for model, error in (("model", "error"), ("model by LogGOPS", "loggops_error"))
            for row in table
        ]

    def predictions(self, here: Path, ranks: int, solve: tuple[str, ...]) -> list[tuple[str, float, float]]:
        """Methods, and seconds per iteration: by the model of the machine `here`, and of a solve job."""
        return [
            (row["method"].decode(), float(row["predicted_seconds"]), float(row["measured_seconds"]))
            for row in self._compared(here, ranks, solve)
        ]

    def _compared(self, here: Path, ranks: int, solve: tuple[str, ...]) -> Any:
        """The rows of `model compare`: of each solve, the repetition of three with the median error. They are short, as
        each is predicted by the triads beside it, and a shared memory's bandwidth may be another a second later."""
        import h5py  # only needed for results files

        with tempfile.TemporaryDirectory() as folder:
            solved, compared = Path(folder) / "solved.h5", Path(folder) / "compared.h5"
            iterations = str(min(self.iterations, 16))
            times = ("--fixed-iterations", iterations, "--repetitions", "3", "--warm-up", "0")
            self._run(ranks, 1, [str(self.program), "solve", *solve, *times, "--output", str(solved)])
            model = ["model", "compare", "--machine", str(here), "--results", str(solved), "--output", str(compared)]
            self._run(1, 1, [str(self.program), *model])
            with h5py.File(compared, "r") as results:
                return results["model/comparison"][:]

    def tune(self, ranks: int, threads: int) -> str:
        """The tables of `minikrylov tune`, as printed."""
        return self._run(ranks, threads, [str(self.program), "tune"])

    def list_methods(self) -> str:
        """The table of methods, as printed."""
        return self._run(1, 1, [str(self.program), "list", "methods"])

    def options(self) -> dict[str, list[str]]:
        """The options of solve, and the words that each takes."""
        table = json.loads(self._run(1, 1, [str(self.program), "list", "options"]))
        return {row["name"]: row.get("words", []) for row in table["solve"]}

    def peer(self, program: str, *words: str, ranks: int = CORES, threads: int = 1) -> str:
        """What a peer's program prints."""
        return self._run(ranks, threads, [str(self.folder / program), *words])

    def petsc(
        self,
        solvers: list[str],
        preconditioner: str,
        build: str = "petsc",
        points: int = 7,
        size: int = 0,
        convert: str = "",
    ) -> dict[str, float]:
        """Seconds per iteration of PETSc's solvers on two ranks, by "petsc cg" and so on.

        `build`: petsc or petsc-native. `convert`: its format of the matrix, if not AIJ.
        """
        words = ["-n", str(size or self.size), "-its", str(self.iterations), "-reps", "2", "-pc", preconditioner]
        words += ["-points", str(points), "-ksps", ",".join(solvers)]
        words += ["-convert", convert] if convert else []
        return seconds_of(self.peer(PROGRAMS[build], *words), "petsc")

    def petsc_solve(
        self, size: int, *preconditioner: str, points: int = 7, build: str = "petsc"
    ) -> tuple[int, float]:
        """Iterations and seconds of PETSc's CG until 1e-8, on two ranks; infinitely many if it does not get there."""
        words = ["-n", str(size), "-its", "10000", "-reps", "2", "-ksps", "cg", "-points", str(points), *preconditioner]
        words += ["-ksp_norm_type", "unpreconditioned", "-ksp_rtol", "1e-8"]
        return solve_of(self.peer(PROGRAMS[build], *words), "petsc", REACHED)

    def symgs(self, size: int) -> float:
        """Seconds per iteration of HPCG's reference kernels (CG with symmetric Gauss-Seidel, 27 points) on two ranks."""
        words = ["-n", str(size), "-its", str(self.iterations), "-reps", "2"]
        iterations, seconds = solve_of(self.peer("symgs_pcg", *words), "hpcg")
        return seconds / iterations

    def hypre(self) -> dict[str, float]:
        """Seconds per iteration of hypre's solvers with diagonal scaling on two ranks."""
        words = ["-n", str(self.size), "-its", str(self.iterations), "-reps", "2"]
        return seconds_of(self.peer("hypre_krylov", *words), "hypre")

    def hypre_solve(self, size: int, *preconditioner: str, points: int = 7) -> tuple[int, float]:
        """Iterations and seconds of hypre's PCG until 1e-8, on two ranks; infinitely many if it does not get there."""
        words = ["-n", str(size), "-its", "10000", "-reps", "2", "-methods", "pcg", "-points", str(points)]
        words += [*preconditioner, "-tol", "1e-8"]
        return solve_of(self.peer("hypre_krylov", *words), "hypre", REACHED)

    def products(self, peer: str, size: int, points: int) -> dict[str, float]:
        """Seconds per call of a peer's products with two threads: "bare product", "mkl optimised" and so on."""
        words = ["-n", str(size), "-points", str(points), "-its", str(self.iterations)]
        return seconds_of(self.peer(PROGRAMS[peer], *words, ranks=1, threads=CORES), peer)

    def trilinos(self, solver: str) -> float:
        """Seconds per iteration of Belos on Tpetra, with diagonal scaling, on two ranks."""
        words = ["-n", str(self.size), "-its", str(self.iterations), "-reps", "2", "-solvers", solver]
        return seconds_of(self.peer(PROGRAMS["trilinos"], *words), "trilinos")[f"trilinos {solver}"]


def solve_of(text: str, peer: str, tolerance: float = math.inf) -> tuple[int, float]:
    """Iterations and seconds of the only solve in a peer's output; infinitely many seconds if its relative residual is
    not within the tolerance: a solve that has failed at once is not a fast one."""
    (row,) = [line.split(",") for line in text.splitlines() if line.startswith(peer + ",")]
    iterations = int(row[5])
    return iterations, iterations * float(row[6]) if float(row[7]) <= tolerance else math.inf


def seconds_of(text: str, peer: str) -> dict[str, float]:
    """Seconds per iteration from the output lines of a peer: peer,solver,preconditioner,ranks,n,iterations,seconds,…"""
    rows = [line.split(",") for line in text.splitlines() if line.startswith(peer + ",")]
    return {f"{peer} {row[1]}": float(row[6]) for row in rows}
