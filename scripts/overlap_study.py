#!/usr/bin/env python3
"""How much of a solver's time does hiding the halo exchange save on this machine, for small, medium and large domains?

The question of figures 10 and 21 in K. Nakajima et al., HPCAsia 2022 Workshop, https://doi.org/10.1145/3503470.3503477:
the improvement of static, dynamic and guided overlap over none, for PCG with a point preconditioner (rows ordered
interior first) and for ICCG with coloured rows (reordered-2). Every round runs each of them once, so that slow changes
of the machine affect all alike; improvements compare two runs of one round. Reported are the median over rounds, its
quartiles, and, as in the paper, the improvement of the fastest run.
"""

from __future__ import annotations

import argparse
import io
import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from overlap_results import Sample, improvements, plot, read_csv, report, write_csv, write_hdf5

# The two solvers: minikrylov's options besides size and overlap.
STUDIES = {
    "pcg": ("--preconditioner", "jacobi", "--ordering", "interior-first"),
    "iccg": ("--preconditioner", "ic0", "--ordering", "reordered-2"),
}


@dataclass(frozen=True)
class Case:
    """A domain on which a solver runs: the points of all ranks in each direction."""

    study: str
    domain: str
    size: str


@dataclass(frozen=True)
class Mode:
    """A kind of overlap; if dynamic or guided, with rows per chunk: a number, or auto."""

    overlap: str
    chunk: str = ""

    @property
    def name(self) -> str:
        """The name in tables and legends."""
        return f"{self.overlap} {self.chunk}".strip()

    def words(self) -> list[str]:
        """The options for minikrylov."""
        return ["--overlap", self.overlap] + (["--chunk-rows", self.chunk] if self.chunk else [])


Run = Callable[[Case, Mode], tuple[float, float, int]]


def modes_of(chunks: Iterable[str]) -> list[Mode]:
    """None, static, and dynamic and guided with each chunk size."""
    chunked = (Mode(overlap, chunk) for overlap, chunk in itertools.product(("dynamic", "guided"), chunks))
    return [Mode("none"), Mode("static"), *chunked]


def cases_of(studies: Iterable[str], domains: dict[str, str]) -> list[Case]:
    """Every solver on every domain."""
    return [Case(study, domain, size) for study, (domain, size) in itertools.product(studies, domains.items())]


def measure(run: Run, cases: list[Case], modes: list[Mode], rounds: int) -> Iterator[Sample]:
    """Interleaved rounds, each beginning with another mode, so that none always comes first."""
    for k in range(rounds):
        for case in cases:
            for mode in modes[k % len(modes) :] + modes[: k % len(modes)]:
                yield Sample(case.study, case.domain, case.size, mode.name, k, *run(case, mode))


class Machine:
    """Runs minikrylov on a number of ranks and threads."""

    def __init__(self, program: Path, launch: str, ranks: int, threads: int, iterations: int, extra: list[str]) -> None:
        self.program, self.iterations, self.extra = program, iterations, extra
        self.launch = launch.format(ranks=ranks, threads=threads).split()
        self.environment = {"OMP_PROC_BIND": "close", "OMP_PLACES": "cores"} | os.environ
        self.environment |= {"OMP_NUM_THREADS": str(threads), "KOKKOS_DISABLE_WARNINGS": "1"}

    def __call__(self, case: Case, mode: Mode) -> tuple[float, float, int]:
        """Seconds per iteration, the share of rows that hide the halo exchange, and the rows per chunk."""
        import h5py

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "results.h5"
            job = ["solve", "--size", case.size, "--method", "pcg", "--fixed-iterations", str(self.iterations)]
            words = [*job, *STUDIES[case.study], *mode.words(), "--repetitions", "2", *self.extra]
            self._run([*self.launch, str(self.program), *words, "--output", str(file)])
            with h5py.File(io.BytesIO(file.read_bytes()), "r") as results:
                solve = results["solves/0"].attrs
                hidden = float(solve["hidden_rows"]) / float(solve["rows"])
                return float(solve["seconds_per_iteration_median"]), hidden, int(solve.get("chunk_rows", 0))

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):  # 1: too few iterations to converge
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def parse(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, required=True, help="minikrylov, built with HDF5")
    parser.add_argument("--ranks", type=int, default=2, help="MPI ranks (default: 2)")
    parser.add_argument("--threads", type=int, default=1, help="threads per rank (default: 1)")
    parser.add_argument(
        "--launch",
        default="mpirun -n {ranks} --map-by slot:PE={threads} --bind-to core",
        help="command that starts the ranks (default: %(default)s; with Slurm: srun -n {ranks} -c {threads})",
    )
    parser.add_argument("--small", default="32", metavar="SIZE", help="--size of all ranks together (default: 32)")
    parser.add_argument("--medium", default="64", metavar="SIZE", help="(default: 64)")
    parser.add_argument("--large", default="128", metavar="SIZE", help="(default: 128)")
    parser.add_argument("--studies", default=",".join(STUDIES), help="solvers (default: %(default)s)")
    parser.add_argument(
        "--chunks", default="700,4096,auto", help="--chunk-rows of dynamic and guided overlap (default: %(default)s)"
    )
    parser.add_argument("--iterations", type=int, default=50, help="iterations per solve (default: 50)")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (default: 5)")
    parser.add_argument(
        "--output", type=Path, default=Path("overlap"), help="prefix of file names (default: overlap)"
    )
    parser.add_argument("--redraw", action="store_true", help="report and plot OUTPUT.csv again without measuring")
    parser.add_argument("extra", nargs="*", help="more options of minikrylov, after --: for example -- --format crs")
    arguments = parser.parse_args(words)
    unknown = [study for study in arguments.studies.split(",") if study not in STUDIES]
    if unknown:
        parser.error(f"there is no study {', '.join(unknown)} (unknown name) choose from {', '.join(STUDIES)}")
    if arguments.rounds < 1:
        parser.error(f"--rounds {arguments.rounds} is invalid (nothing would be measured) give 1 or more")
    return arguments


def main(words: list[str] | None = None) -> None:
    """Measures, reports, and writes OUTPUT.csv, OUTPUT.h5 and OUTPUT.png."""
    a = parse(words)
    if a.redraw:
        samples = read_csv(a.output.with_suffix(".csv"))
    else:
        machine = Machine(a.program, a.launch, a.ranks, a.threads, a.iterations, a.extra)
        domains = {"small": a.small, "medium": a.medium, "large": a.large}
        samples = []
        for sample in measure(
            machine, cases_of(a.studies.split(","), domains), modes_of(a.chunks.split(",")), a.rounds
        ):
            print(
                f"round {sample.round + 1}: {sample.study} {sample.domain} {sample.mode}", file=sys.stderr, flush=True
            )
            samples.append(sample)
        write_csv(a.output.with_suffix(".csv"), samples)
    rows = improvements(samples)
    print(report(rows))
    how: dict[str, str | int] = {"ranks": a.ranks, "threads": a.threads, "extra": " ".join(a.extra)}
    write_hdf5(a.output.with_suffix(".h5"), samples, how)
    plot(
        a.output.with_suffix(".png"),
        rows,
        f"{a.ranks} ranks × {a.threads} threads: medians, quartiles, fastest runs (points)",
    )


if __name__ == "__main__":
    main()
