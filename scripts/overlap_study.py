"""How much of a solver's time does hiding the halo exchange save on this machine, for small, medium and large domains?

The question of figures 10 and 21 in K. Nakajima et al., HPCAsia 2022 Workshop, https://doi.org/10.1145/3503470.3503477:
the improvement of static and dynamic overlap over none, of PCG with a point preconditioner (rows ordered interior first)
and of ICCG with coloured rows (reordered-2). Every round runs each of them once, so that slow changes of the machine
meet all alike; an improvement compares two runs of one round, and what is reported is the median over rounds.
"""

from __future__ import annotations

import argparse
import csv
import io
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path

# The two solvers: what minikrylov is told beside size and overlap.
STUDIES = {
    "pcg": ("--preconditioner", "jacobi", "--ordering", "interior-first"),
    "iccg": ("--preconditioner", "ic0", "--ordering", "reordered-2"),
}
TITLES = {"pcg": "PCG, Jacobi (figure 10)", "iccg": "ICCG, red-black (figure 21)"}


@dataclass(frozen=True)
class Case:
    """A domain that a solver runs on: the points of all ranks in each direction."""

    study: str
    domain: str
    size: str


@dataclass(frozen=True)
class Mode:
    """A kind of overlap; rows a chunk where it is dynamic: a number, or auto."""

    overlap: str
    chunk: str = ""

    @property
    def name(self) -> str:
        """As it stands in tables and legends."""
        return f"{self.overlap} {self.chunk}".strip()

    def words(self) -> list[str]:
        """The options of minikrylov."""
        return ["--overlap", self.overlap] + (["--chunk-rows", self.chunk] if self.chunk else [])


@dataclass(frozen=True)
class Sample:
    """One run."""

    study: str
    domain: str
    size: str
    mode: str
    round: int
    seconds_per_iteration: float
    hidden_share: float  # of all rows, those computed while the halo was exchanged
    chunk_rows: int  # that were used; 0: no chunks


@dataclass(frozen=True)
class Improvement:
    """Over none, as a fraction of the improved time, in the rounds of one case and mode."""

    study: str
    domain: str
    mode: str
    median: float
    lowest: float
    highest: float
    milliseconds: float  # an iteration without overlap
    hidden_share: float
    chunk_rows: int


Run = Callable[[Case, Mode], tuple[float, float, int]]


def modes_of(chunks: Iterable[str]) -> list[Mode]:
    """None, static, and dynamic with each size of chunks."""
    return [Mode("none"), Mode("static"), *(Mode("dynamic", chunk) for chunk in chunks)]


def cases_of(studies: Iterable[str], domains: dict[str, str]) -> list[Case]:
    """Every solver on every domain."""
    return [Case(study, domain, size) for study, (domain, size) in itertools.product(studies, domains.items())]


def measure(run: Run, cases: list[Case], modes: list[Mode], rounds: int) -> Iterator[Sample]:
    """Interleaved rounds; each begins with another mode, so that none always comes first."""
    for k in range(rounds):
        for case in cases:
            for mode in modes[k % len(modes) :] + modes[: k % len(modes)]:
                yield Sample(case.study, case.domain, case.size, mode.name, k, *run(case, mode))


def improvements(samples: Iterable[Sample]) -> list[Improvement]:
    """Paired by rounds, in the order of the samples."""
    seconds: dict[tuple[str, str, str], dict[int, Sample]] = defaultdict(dict)
    for sample in samples:
        seconds[sample.study, sample.domain, sample.mode][sample.round] = sample
    rows = []
    for (study, domain, mode), by_round in seconds.items():
        if mode == "none":
            continue
        before = seconds[study, domain, "none"]
        gains = [before[k].seconds_per_iteration / s.seconds_per_iteration - 1 for k, s in by_round.items()]
        last = list(by_round.values())[-1]
        alone = 1e3 * statistics.median(s.seconds_per_iteration for s in before.values())
        chunk = round(statistics.median_low([s.chunk_rows for s in by_round.values()]))
        rows.append(
            Improvement(
                study, domain, mode, statistics.median(gains), min(gains), max(gains), alone, last.hidden_share, chunk
            )
        )
    order = list(dict.fromkeys((row.study, row.domain) for row in rows))
    return sorted(rows, key=lambda row: (order.index((row.study, row.domain)), _rank_of(row.mode)))


def _rank_of(mode: str) -> tuple[bool, bool, int]:
    chunk = mode.partition(" ")[2]
    return (mode != "static", chunk == "auto", int(chunk) if chunk.isdecimal() else 0)


def report(rows: list[Improvement]) -> str:
    """A line for each case and mode."""
    heading = ("solver", "domain", "without", "hidden rows", "overlap", "chunk", "improvement")
    lines = ["{:<6} {:<8} {:>11} {:>12}  {:<16} {:>7} {:>11}   (lowest to highest)".format(*heading)]
    for row in rows:
        lines.append(
            f"{row.study:<6} {row.domain:<8} {row.milliseconds:8.3f} ms {row.hidden_share:11.0%}   {row.mode:<16} "
            f"{row.chunk_rows or '-':>7} {row.median:+10.1%}   ({row.lowest:+.1%} to {row.highest:+.1%})"
        )
    return "\n".join(lines)


def write_csv(file: Path, samples: list[Sample]) -> None:
    """Every sample, one a line."""
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, [field.name for field in fields(Sample)])
        writer.writeheader()
        writer.writerows(asdict(sample) for sample in samples)


def read_csv(file: Path) -> list[Sample]:
    """What write_csv() wrote."""
    with file.open(newline="", encoding="utf-8") as stream:
        return [
            Sample(
                row["study"],
                row["domain"],
                row["size"],
                row["mode"],
                int(row["round"]),
                float(row["seconds_per_iteration"]),
                float(row["hidden_share"]),
                int(row["chunk_rows"]),
            )
            for row in csv.DictReader(stream)
        ]


def write_hdf5(file: Path, samples: list[Sample], how: dict[str, str | int]) -> None:
    """Tables `samples` and `improvements`; how it was measured as attributes."""
    import h5py  # here and below, so that what needs no such package works without it
    import numpy as np

    types = {"str": h5py.string_dtype(), "int": np.int64, "float": np.float64}

    def table(rows: list[Sample] | list[Improvement], kind: type) -> np.ndarray:
        columns = np.dtype([(field.name, types[str(field.type)]) for field in fields(kind)])
        return np.array([astuple(row) for row in rows], dtype=columns)

    with h5py.File(file, "w") as results:
        results.attrs.update(how)
        results["samples"] = table(samples, Sample)
        results["samples"].attrs["unit of seconds_per_iteration"] = "s"
        results["improvements"] = table(improvements(samples), Improvement)


def plot(file: Path, rows: list[Improvement], title: str) -> None:
    """Bars as in the paper's figures: a group for each domain, a panel for each solver; whiskers from lowest to
    highest."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    studies = list(dict.fromkeys(row.study for row in rows))
    modes = sorted({row.mode for row in rows}, key=_rank_of)
    figure, panels = pyplot.subplots(
        1, len(studies), figsize=(1.5 + 4.5 * len(studies), 4.2), sharey=True, squeeze=False, layout="constrained"
    )
    width = 0.8 / len(modes)
    colours = [
        "#4c4c4c",
        *pyplot.get_cmap("viridis")([0.15 + 0.75 * k / max(1, len(modes) - 2) for k in range(len(modes) - 1)]),
    ]
    for panel, study in zip(panels[0], studies):
        domains = list(dict.fromkeys(row.domain for row in rows if row.study == study))
        for place, mode in enumerate(modes):
            bars = [row for row in rows if row.study == study and row.mode == mode]
            at = [domains.index(row.domain) + (place - (len(modes) - 1) / 2) * width for row in bars]
            height = [100 * row.median for row in bars]
            below = [100 * (row.median - row.lowest) for row in bars]
            above = [100 * (row.highest - row.median) for row in bars]
            panel.bar(
                at,
                height,
                width,
                label=mode,
                color=colours[place],
                yerr=[below, above],
                capsize=2,
                error_kw={"lw": 0.8},
            )
        labels = {row.domain: f"{row.domain}\n{row.milliseconds:.3g} ms" for row in rows if row.study == study}
        panel.set_xticks(range(len(domains)), [labels[domain] for domain in domains])
        panel.set_title(TITLES.get(study, study))
        panel.axhline(0, color="black", lw=0.8)
        panel.grid(axis="y", lw=0.3)
        panel.set_axisbelow(True)
        panel.set_xlabel("domain, and an iteration without overlap")
    panels[0][0].set_ylabel("improvement over no overlap (%)")
    panels[0][-1].legend(loc="upper left", bbox_to_anchor=(1.02, 1), title="overlap, rows a chunk")
    figure.suptitle(title)
    figure.savefig(file, dpi=150)
    pyplot.close(figure)


class Machine:
    """Starts minikrylov on some ranks with some threads each."""

    def __init__(self, program: Path, launch: str, ranks: int, threads: int, iterations: int, extra: list[str]) -> None:
        self.program, self.iterations, self.extra = program, iterations, extra
        self.launch = launch.format(ranks=ranks, threads=threads).split()
        self.environment = {"OMP_PROC_BIND": "close", "OMP_PLACES": "cores"} | os.environ
        self.environment |= {"OMP_NUM_THREADS": str(threads), "KOKKOS_DISABLE_WARNINGS": "1"}

    def __call__(self, case: Case, mode: Mode) -> tuple[float, float, int]:
        """Seconds per iteration, the share of rows behind which the halo was hidden, and the rows of a chunk."""
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
    parser.add_argument("--threads", type=int, default=1, help="threads of each rank (default: 1)")
    parser.add_argument(
        "--launch",
        default="mpirun -n {ranks} --map-by slot:PE={threads} --bind-to core",
        help="what starts the ranks (default: %(default)s; with Slurm: srun -n {ranks} -c {threads})",
    )
    parser.add_argument("--small", default="32", metavar="SIZE", help="--size of all ranks together (default: 32)")
    parser.add_argument("--medium", default="64", metavar="SIZE", help="(default: 64)")
    parser.add_argument("--large", default="128", metavar="SIZE", help="(default: 128)")
    parser.add_argument("--studies", default=",".join(STUDIES), help="solvers (default: %(default)s)")
    parser.add_argument(
        "--chunks", default="1024,4096,auto", help="--chunk-rows of dynamic overlap (default: %(default)s)"
    )
    parser.add_argument("--iterations", type=int, default=50, help="iterations of each solve (default: 50)")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (default: 5)")
    parser.add_argument(
        "--output", type=Path, default=Path("overlap"), help="beginning of file names (default: overlap)"
    )
    parser.add_argument("--redraw", action="store_true", help="measure nothing: report and plot OUTPUT.csv again")
    parser.add_argument("extra", nargs="*", help="more options of minikrylov, after --: for example -- --format crs")
    arguments = parser.parse_args(words)
    unknown = [study for study in arguments.studies.split(",") if study not in STUDIES]
    if unknown:
        parser.error(f"there is no study {', '.join(unknown)} (unknown name) use some of {', '.join(STUDIES)}")
    if arguments.rounds < 1:
        parser.error(f"--rounds {arguments.rounds} makes no sense (nothing is measured) give 1 or more")
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
    plot(a.output.with_suffix(".png"), rows, f"{a.ranks} ranks with {a.threads} threads each")


if __name__ == "__main__":
    main()
