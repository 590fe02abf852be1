#!/usr/bin/env python3
"""Error rates of the acceptance run: false alarms on sound machines, and faults that it misses.

scripts/acceptance/rates.py alarms --programs build/openmp/minikrylov build/x86-64/minikrylov --runs 200
scripts/acceptance/rates.py faults --program build/openmp/tests/accept_faults --faults 1000

`alarms` makes short runs with varying ranks, threads, sizes and allreduce algorithms. `faults` runs the program of
tests/acceptance/faults, which injects one fault per run; where that ends a process, another one continues after it.
Each line of --log is a run; the table that is printed is summarised in miniapp/accept/README.md. Faults that are in the
log already are not made again, so an experiment that was interrupted goes on where it stopped. With --kinds, several
parts may run at a time, each with its log; --log with all of these lines then prints the table.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from minikrylov_report.crowded import CROWDED  # isort: skip
from runs import Run, logged, read_log, runs_of  # isort: skip

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KINDS = {
    "matrix": (25, "a bit of the matrix"),
    "vectors": (30, "a bit of a vector"),
    "sums": (15, "a bit of a sum over ranks"),
    "halos": (15, "a bit of a halo message"),
    "slow-rank": (5, "a rank half as fast"),
    "allreduce": (10, "a wrong MPI_Allreduce"),
}
ALGORITHMS = (
    "",
    "3",
    "4",
    "5",
)  # of Open MPI's tuned collectives: its choice, recursive doubling, ring, segmented ring
ATTEMPTS = 3
UNFIT = ("other size", "timed for ")  # what short runs are invalid for, whatever the machine


def environment(threads: int, algorithm: str = "") -> dict[str, str]:
    """How programs are started."""
    values = CROWDED | {"OMP_NUM_THREADS": str(threads)}
    if algorithm:
        values |= {
            "OMPI_MCA_coll_tuned_use_dynamic_rules": "1",
            "OMPI_MCA_coll_tuned_allreduce_algorithm": algorithm,
            "OMPI_MCA_coll_tuned_priority": "100",
        }
    return dict(os.environ, **values)


def inject(program: Path, kind: str, first: int, count: int, ranks: int, points: int) -> Iterator[Run]:
    """Runs with faults first … first + count - 1 of a kind, in as many processes as needed."""
    last = first + count
    idle = 0  # processes in succession that made no fault: on a crowded machine even a sound run may take too long
    while first < last:
        command = ["mpirun", "-n", str(ranks), str(program), kind, str(first), str(last - first), str(points), "0.05"]
        with tempfile.TemporaryFile("w+") as output:
            subprocess.run(command, env=environment(1), check=False, stdout=output, stderr=subprocess.DEVNULL)
            output.seek(0)
            runs = list(runs_of(output))
        yield from runs
        faults = [run.seed for run in runs if run.kind == kind]
        idle = 0 if faults else idle + 1
        if idle == ATTEMPTS:
            message = f"{' '.join(command)} did nothing, {ATTEMPTS} times"
            raise RuntimeError(message)
        first = max(faults, default=first - 1) + 1


def shares(total: int) -> dict[str, int]:
    """How many faults of each kind make so many together."""
    counts = {kind: total * percent // 100 for kind, (percent, _) in KINDS.items()}
    counts["vectors"] += total - sum(counts.values())
    return counts


def all_faults(
    program: Path, total: int, kinds: list[str], ranks: list[int], points: list[int], made: dict[str, int]
) -> Iterator[Run]:
    """These kinds, of `total` faults of all, spread over numbers of ranks and sizes, after the `made` ones of each."""
    for kind, count in shares(total).items():
        if kind not in kinds:
            continue
        usable = [r for r in ranks if r > 1] if kind in {"halos", "slow-rank", "allreduce"} else ranks
        places = list(itertools.product(usable, points))
        first = 1
        for k, (r, p) in enumerate(places):
            here = count * (k + 1) // len(places) - count * k // len(places)
            begin = max(first, made.get(kind, 0) + 1)
            first += here
            if begin < first:
                yield from inject(program, kind, begin, first - begin, r, p)


def fault_table(runs: Iterable[Run]) -> str:
    """The table of faults; those that changed nothing are told apart by the rule of the README."""
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    alarms: Counter[str] = Counter()
    for run in runs:
        if run.kind == "none":
            alarms[run.verdict] += 1
        else:
            counts[run.kind][run.verdict] += 1
    lines = [
        "| fault | made | found | run ended or hung | missed | without effect |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    total: Counter[str] = Counter()
    for kind, count in counts.items():
        lines.append(row_of(KINDS[kind][1], count))
        total += count
    lines.append(row_of("all", total))
    effective = total["found"] + total["ended"] + total["hung"] + total["missed"]
    found = effective - total["missed"]
    share = f"{100 * found / effective:.1f} %" if effective else "-"
    lines.append(f"\nOf {effective} faults with an effect {share} were found;")
    lines.append(f"{alarms['alarm']} of {alarms['alarm'] + alarms['sound']} runs without a fault beside them failed.")
    return "\n".join(lines)


def row_of(name: str, count: Counter[str]) -> str:
    """One row of that table. A fault that never struck was not made."""
    made = sum(count.values()) - count["idle"]
    ended = count["ended"] + count["hung"]
    return f"| {name} | {made} | {count['found']} | {ended} | {count['missed']} | {count['harmless']} |"


def short_runs(programs: list[Path], count: int, seed: int) -> list[tuple[Path, int, int, int, str]]:
    """Program, ranks, threads, size and algorithm of so many runs: all combinations in a random order, again and again."""
    combinations = [
        (program, ranks, threads, points, algorithm)
        for program in programs
        for ranks, threads in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (4, 1))
        for points in (8, 12, 16, 17, 24)
        for algorithm in (ALGORITHMS if ranks > 1 else ALGORITHMS[:1])
    ]
    order = random.Random(seed)
    runs: list[tuple[Path, int, int, int, str]] = []
    while len(runs) < count:
        order.shuffle(combinations)
        runs += combinations[: count - len(runs)]
    return runs


def reasons_of(line: str) -> list[str]:
    """Why a run failed, but for its being short; the last line of a report."""
    head = "miniKrylov result is INVALID: "
    if not line.startswith(head):
        return [f"its last line is {line!r}"]
    return [reason for reason in line.removeprefix(head).split("; ") if not reason.startswith(UNFIT)]


def alarms(programs: list[Path], count: int, seconds: float, seed: int, made: int) -> Iterator[Run]:
    """Short runs on this machine, which is taken to be sound, after the `made` first ones."""
    for k, (program, ranks, threads, points, algorithm) in enumerate(short_runs(programs, count, seed)):
        if k < made:
            continue
        with tempfile.TemporaryDirectory() as folder:
            command = ["mpirun", "-n", str(ranks), str(program.resolve()), "accept", "--size", str(points)]
            command += ["--time", str(seconds), "--output", "a.h5", "--text", "a.txt"]
            done = subprocess.run(
                command,
                env=environment(threads, algorithm),
                cwd=folder,
                check=False,
                capture_output=True,
                text=True,
            )
        last = done.stdout.rstrip("\n").rsplit("\n", 1)[-1]
        reasons = reasons_of(last)
        where = f"{program.parent.name}, {ranks} x {threads}, {points}, algorithm {algorithm or 'as it likes'}"
        yield Run("none", k, "alarm" if reasons else "sound", where, "; ".join(reasons))


def main(arguments: list[str] | None = None) -> int:
    """Runs one of the two experiments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--log", type=Path, help="file that gets a line per run")
    commands = parser.add_subparsers(dest="experiment", required=True)
    sound = commands.add_parser("alarms", help="short runs on this machine")
    sound.add_argument("--programs", type=Path, nargs="+", required=True, help="minikrylov, in one or more builds")
    sound.add_argument("--runs", type=int, default=200, help="how many")
    sound.add_argument("--time", type=float, default=0.5, help="seconds of timed sets in each")
    sound.add_argument("--seed", type=int, default=1, help="of the order of runs")
    faulty = commands.add_parser("faults", help="runs with faults")
    faulty.add_argument("--program", type=Path, required=True, help="accept_faults, as built with the tests")
    faulty.add_argument("--faults", type=int, default=1000, help="how many")
    faulty.add_argument("--kinds", nargs="+", default=list(KINDS), choices=list(KINDS), help="only these of them")
    faulty.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 3], help="numbers of ranks")
    faulty.add_argument("--points", type=int, nargs="+", default=[8, 12], help="sizes")
    options = parser.parse_args(arguments)
    if options.experiment == "faults":
        made = Counter(run.kind for run in read_log(options.log))
        runs = logged(
            all_faults(options.program, options.faults, options.kinds, options.ranks, options.points, made), options.log
        )
        print(fault_table(runs))
        return 1 if any(run.verdict == "missed" for run in runs) else 0
    runs = logged(alarms(options.programs, options.runs, options.time, options.seed, len(read_log(options.log))), options.log)
    failed = [run for run in runs if run.verdict == "alarm"]
    for run in failed:
        print(f"{run.where}: {run.check}")
    print(f"{len(failed)} of {len(runs)} runs on a sound machine failed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
