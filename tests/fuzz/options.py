"""Runs the program with random options until its time is over.

Every run must end with exit code 0, 1 or 2 within its limit, say why where it refuses, and write valid files where it does
not. Options that change how a solve is computed, but not what, must leave iterations what they are: each solve is compared
with one that has none of them. A run depends on its number alone: --seed NUMBER --runs 1 repeats it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shlex
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random, SystemRandom

sys.path.insert(0, str(Path(__file__).resolve().parent))

from command_lines import NEVER, Files, Maker, Option, Words, matrices, read_table
from program import Ended, Program, Solved, complaints_of_ending, complaints_of_files, difference, solves_in

# How often each command is run.
WEIGHTS = {
    "solve": 80,
    "embed-study": 4,
    "explain": 1,
    "list": 1,
    "accept": 1,
    "merging": 2,
    "model calibrate": 1,
    "model compare": 3,
    "model machine": 1,
    "model predict": 4,
    "overlap": 4,
}
# What must not change the iterations of a solve.
HOW = {
    *("--chunk", "--chunk-rows", "--detailed", "--dump-matrix", "--dump-rhs"),
    *("--emulate-bandwidth", "--emulate-latency", "--emulate-noise", "--force"),
    *("--format", "--formulation", "--fuse", "--gpu-aware-mpi", "--grouping", "--mapping", "--noise-seed", "--output"),
    *("--overlap", "--progress", "--progress-calls", "--reduction", "--repetitions", "--reserve-cores"),
    *("--sigma", "--trace", "--warm-up"),
}
# Nor these, with a preconditioner that is the same on any number of ranks and in any order of rows.
WHERE = {"--ordering", "--partition", "--ranks-grid"}
SAME_EVERYWHERE = {"", "auto", "none", "jacobi", "block-lu", "emulated"}


@dataclass
class Fuzzer:
    """All runs, one after the other."""

    program: Program
    table: dict[str, list[Option]]
    known: dict[tuple[str, ...], list[Solved]] = field(default_factory=dict)  # solves without options that say how
    counts: Counter[str] = field(default_factory=Counter)

    def settle(self, words: Words, ranks: int, threads: int, random: Random) -> tuple[Words, Ended]:
        """Runs it, and as long as it is refused, leaves out what it complains of, or follows the advice."""
        for _ in range(12):
            self.clear()
            ended = self.program.run(words.list(), ranks, threads)
            if ended.code != 2 or any(complaints_of_ending(words, ended)):
                break
            self.counts["refused"] += 1
            words = self.mended(words, ended.reasons, random)
        return words, ended

    def clear(self) -> None:
        """Removes what earlier runs wrote."""
        for name in ("out", "trace", "text", "matrix", "sides", "job.toml"):
            with contextlib.suppress(FileNotFoundError):
                (self.program.folder / name).unlink()
        for path in self.program.folder.glob("minikrylov-*"):
            path.unlink()

    def mended(self, words: Words, complaints: list[str], random: Random) -> Words:
        """What to try after a refusal."""
        known = {option.name for option in self.table[words.command]}
        named: set[str] = set()
        for line in complaints:
            head, _, remedy = line.partition(" (")
            about = {name for name in words.given if name and re.search(rf"{re.escape(name)}\b", head)}
            advised = re.findall(r"use (?:--)?([a-z0-9-]+) ([a-z0-9-]+)", remedy)
            advice = [(f"--{name}", value) for name, value in advised if f"--{name}" in known]
            methods = re.search(r"use one of ([a-z0-9, -]+)", remedy)
            if advice and random.random() < 0.6:
                name, value = random.choice(advice)
                words[name] = value
            elif methods and "--method" in words.given:
                words["--method"] = random.choice(methods.group(1).strip(" ,").split(", "))
            else:
                named |= about or {random.choice(sorted(words.given))}
        return words.without(named - NEVER.get(words.command, set())).small()  # else it may take minutes

    def from_job_file(self, words: Words, ranks: int) -> Words:
        """The same job from a file that the program writes of it."""
        dump = self.program.run([*words.list(), "--dump-config"], ranks)
        if dump.code != 0:
            return words
        (self.program.folder / "job.toml").write_text(dump.stdout, encoding="utf-8")
        return Words(words.command, {"--config": ["--config", "job.toml"]})

    def compared(self, words: Words, ranks: int, threads: int) -> Iterator[str]:
        """Where its solves differ from those without options that say how."""
        anywhere = words.value("--preconditioner") in SAME_EVERYWHERE
        plain = words.without(HOW | WHERE if anywhere else HOW - {"--sigma"})
        key = (*plain.list(), *(() if anywhere else (str(ranks),)))
        found = solves_in(self.program.folder / "out")
        if key not in self.known:
            self.clear()
            again = [*plain.list(), "--output", "out", "--repetitions", "1", "--warm-up", "0"]
            ended = self.program.run(again, 1 if anywhere else ranks, threads)
            if ended.code not in (0, 1):
                yield f"exit code {ended.code} without options that say how: {shlex.join(again)}\n{ended.stderr}"
                return
            self.known[key] = solves_in(self.program.folder / "out")
        for one, other in zip(self.known[key], found, strict=True):
            self.counts["compared"] += 1
            if words_of_difference := difference(one, other):
                yield f"{words_of_difference} (of {shlex.join(plain.list())})"

    def one(self, number: int, results: list[Path]) -> Iterator[str]:
        """One run by its number; what is wrong with it."""
        random = Random(number)
        ranks, threads = random.choice((1, 1, 2, 3, 4, 5)) if self.program.launcher else 1, random.choice((1, 1, 2, 3))
        command = random.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        maker = Maker(self.table, Files(self.program.folder, results, random.choice(matrices())), ranks, random)
        words = maker.make(command)
        spoilt = maker.spoil(words) if random.random() < 0.04 else ""
        from_file = command == "solve" and random.random() < 0.1
        if spoilt:
            self.clear()
            ended = self.program.run(words.list(), ranks, threads)
            if ended.code == 2 and spoilt not in ended.stderr:
                yield f"{spoilt} is not named"
            elif ended.code != 2:
                yield f"exit code {ended.code} instead of 2"
        else:
            if command == "solve":
                words["--output"] = "out"
            words, ended = self.settle(words, ranks, threads, random)
            if from_file and ended.code in (0, 1):
                self.clear()
                given, words = words, self.from_job_file(words, ranks)
                ended = self.program.run(words.list(), ranks, threads)
                if ended.code not in (0, 1):
                    yield f"exit code {ended.code} from a job file of {shlex.join(given.list())}"
        self.counts[f"{command}: exit code {ended.code}"] += 1
        told = list(complaints_of_ending(words, ended)) + list(complaints_of_files(words, ended, self.program.folder))
        if command == "solve" and not told and ended.code in (0, 1) and words.value("--output"):
            told += self.compared(words, ranks, threads)
        if told:
            place = shlex.join(self.program.command(words.list(), ranks))
            yield "\n  ".join([*told, f"OMP_NUM_THREADS={threads} {place}", *ended.reasons[-12:]])


def earlier_results(program: Program) -> list[Path]:
    """Files for jobs that read some."""
    path = program.folder / "earlier.h5"
    ended = program.run(["solve", "--size", "8", "--repetitions", "2", "--output", path.name])
    if ended.code != 0:
        sys.exit(f"the first run ended with {ended.code}:\n{ended.stderr}")
    return [path]


def check_types(table: dict[str, list[Option]], files: Files) -> None:
    """Every option has values: a type that is not known here is named at once, not by chance in an hour."""
    unknown = set()
    for command in WEIGHTS:
        maker = Maker(table, files, 2, Random(0))
        for option in table[command]:
            try:
                maker.value(replace(option, default=""))
            except KeyError as error:
                unknown.add(f"{command} {option.name}: {error}")
    if unknown:
        sys.exit("no values are known for " + ", ".join(sorted(unknown)))


def main() -> None:
    """Exit code 0: nothing is wrong; 1: something is, as printed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.environ.get("MINIKRYLOV"), help="default: $MINIKRYLOV")
    parser.add_argument("--launcher", default=os.environ.get("MPIEXEC", ""), help="of MPI; default: $MPIEXEC")
    parser.add_argument("--seconds", type=float, default=60, help="how long (default: 60)")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**9), help="the first run")
    parser.add_argument("--runs", type=int, default=10**9, help="at most so many")
    parser.add_argument("--limit", type=float, default=120, help="seconds that one run may take (default: 120)")
    arguments = parser.parse_args()
    if not arguments.program:
        parser.error("no program is named (no --program, no $MINIKRYLOV)")
    print(f"--seed {arguments.seed}, {arguments.seconds:g} s", flush=True)
    folder = Path(tempfile.mkdtemp())
    try:
        program = Program(os.path.abspath(arguments.program), arguments.launcher, folder, arguments.limit)
        fuzzer = Fuzzer(program, read_table(json.loads(program.run(["list", "options"]).stdout)))
        options = {option.name for option in fuzzer.table["solve"]}
        if unknown := sorted((HOW | WHERE) - options):
            sys.exit(f"the program has no options {', '.join(unknown)}")
        results = earlier_results(program)
        check_types(fuzzer.table, Files(folder, results, matrices()[0]))
        end, number, failures = time.monotonic() + arguments.seconds, arguments.seed, 0
        while time.monotonic() < end and number < arguments.seed + arguments.runs:
            try:
                complaints = list(fuzzer.one(number, results))
            except (KeyError, OSError, RuntimeError, ValueError):  # the other runs are worth having
                complaints = [traceback.format_exc()]
            for complaint in complaints:
                failures += 1
                print(f"FAILED: --seed {number} --runs 1\n  {complaint}", flush=True)
            number += 1
    finally:
        shutil.rmtree(folder)
    print(f"runs {arguments.seed} to {number - 1}: {failures} failures")
    print("\n".join(f"  {count:6} {what}" for what, count in sorted(fuzzer.counts.items())))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
