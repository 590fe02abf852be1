"""Measures miniKrylov against its targets and its peers, in interleaved rounds, and reports medians of ratios."""

from __future__ import annotations

import argparse
import sys
from collections import ChainMap
from collections.abc import Callable
from pathlib import Path

from minikrylov_bench import (
    compress,
    formats,
    guard,
    guard_store,
    guard_table,
    matrix_files,
    methods,
    model,
    peers,
    powers,
    preconditioners,
    products,
    samples_store,
    tuning,
)
from minikrylov_bench.machine import OPTIONAL_PEERS, PROGRAMS, USUAL_SIZE, Machine
from minikrylov_bench.targets import Samples, Targets, report

PARTS: dict[str, Callable[[Machine, Samples], None]] = {
    "matrix": formats.add_matrix,
    "peers": peers.add_peers,
    "methods": lambda machine, samples: methods.add_methods(machine, 1, samples),
    "blocks": preconditioners.add_blocks,
    "ic0": preconditioners.add_ic0,
    "iccg": preconditioners.add_iccg,
    "table2": preconditioners.add_table_2,
    "methods16": lambda machine, samples: methods.add_methods(machine, 16, samples),
    "compress": compress.add_compress,
    "compress-files": matrix_files.add_matrix_files,
    "powers": powers.add_powers,
    "model": model.add_model,
    "tuning": tuning.add_tuning,
}
TARGETS: Targets = ChainMap(
    *(
        dict(module.TARGETS)
        for module in (
            formats,
            peers,
            products,
            methods,
            preconditioners,
            compress,
            matrix_files,
            powers,
            model,
            tuning,
        )
    )
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """What to measure, and how often."""
    parser.add_argument("--program", type=Path, required=True, help="minikrylov")
    parser.add_argument(
        "--peers-folder", type=Path, required=True, help="folder of the peers' programs"
    )
    parser.add_argument(
        "--size",
        type=int,
        default=USUAL_SIZE,
        help=f"points in each direction, to which other sizes are relative (default: {USUAL_SIZE})",
    )
    parser.add_argument(
        "--iterations", type=int, default=30, help="iterations per solve (default: 30)"
    )
    parser.add_argument(
        "--rounds", type=int, help="interleaved rounds (default: 5, or 3 of the guard)"
    )
    parser.add_argument(
        "--parts", default="matrix,peers", help=f"what to measure, of {','.join(PARTS)}"
    )
    parser.add_argument(
        "--peers",
        default="petsc,hypre",
        help=f"libraries to compare with, of {','.join(PROGRAMS)} (default: petsc,hypre)",
    )
    parser.add_argument(
        "--matrices",
        type=Path,
        help="folder of the part compress-files: its matrices with more than 100,000 entries, .mtx or .mtx.gz",
    )


def add_guard(parser: argparse.ArgumentParser) -> None:
    """The guard and its options."""
    parser.add_argument(
        "--guard",
        action="store_true",
        help="instead of parts: every kernel in cache and in memory against its bytes and its twin; exit code 1 if "
        "one is below its bound",
    )
    parser.add_argument(
        "--only",
        default="",
        help="of the guard: workloads that this regular expression finds",
    )
    parser.add_argument(
        "--store",
        type=Path,
        help="keep measurements in this file, and go on from there: parts add their rounds to those in it",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        help="of the guard: begin nothing after so long (see --store)",
    )


def parse(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser)
    add_guard(parser)
    arguments = parser.parse_args(words)
    if arguments.matrices is not None and not arguments.matrices.is_dir():
        parser.error(f"--matrices {arguments.matrices} is not a folder (it does not exist, or is a file) give another")
    arguments.parts, arguments.peers = (
        arguments.parts.split(","),
        arguments.peers.split(","),
    )
    for kind, asked, known in (
        ("part", arguments.parts, PARTS),
        ("peer", arguments.peers, PROGRAMS),
    ):
        if unknown := [name for name in asked if name not in known]:
            parser.error(
                f"there is no {kind} {', '.join(unknown)} (unknown name) choose from {', '.join(known)}"
            )
    return arguments


def available(asked: list[str], folder: Path) -> list[str]:
    """Those of the peers whose programs exist; says which do not, and what to do."""
    found = [peer for peer in asked if (folder / PROGRAMS[peer]).exists()]
    for peer in asked:
        if peer not in found:
            remedy = (
                f"scripts/peers/install.sh {peer}"
                if peer in OPTIONAL_PEERS
                else "scripts/bench.sh installs it"
            )
            print(
                f"{peer} is left out ({folder / PROGRAMS[peer]} does not exist): {remedy}",
                file=sys.stderr,
            )
    return found


def run_guard(
    machine: Machine,
    rounds: int,
    only: str,
    file: Path | None = None,
    seconds: float | None = None,
) -> int:
    """Measures, prints the table, and returns the exit code; 3 if there is more to measure."""
    before = guard_store.load(file) if file is not None else None
    measured = guard.measure(
        machine, rounds, only, before, guard_store.Keeper(file, seconds)
    )
    if not measured.samples:
        sys.exit(
            f"bench.py: no workload matches --only '{only}' (nothing was measured): see minikrylov_bench/workloads.py"
        )
    if left := guard.missing(measured, rounds, only):
        print(f"{left} groups of {rounds} rounds are left: run the same command again")
        return 3
    findings = guard.judge(measured)
    print(guard_table.report(measured, findings))
    return int(not all(finding.kept for finding in findings))


def main() -> int:
    """Runs the rounds and reports; returns the exit code."""
    arguments = parse()
    machine = Machine(
        arguments.program, arguments.peers_folder, arguments.size, arguments.iterations
    )
    if arguments.guard:
        return run_guard(
            machine,
            arguments.rounds or 3,
            arguments.only,
            arguments.store,
            arguments.seconds,
        )
    machine.peers = available(arguments.peers, arguments.peers_folder)
    machine.matrices = arguments.matrices
    samples = samples_store.load(arguments.store)
    rounds = arguments.rounds or 5
    for k in range(rounds):
        print(f"round {k + 1} of {rounds}", file=sys.stderr, flush=True)
        for part in arguments.parts:
            PARTS[part](machine, samples)
        samples_store.save(samples, arguments.store)
    if samples:
        print(report(samples, TARGETS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
