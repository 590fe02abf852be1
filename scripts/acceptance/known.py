#!/usr/bin/env python3
"""Measures the methods on the systems of the acceptance run's validation, and writes the table of reference data.

scripts/acceptance/known.py --program build/openmp/accept_reference

Runs the program on 1 to 4 ranks; the table holds the minimum and maximum iterations of classical methods, and the
largest effect of rounding on each variant. It is written to miniapp/accept/checks/reference_table.cpp.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "miniapp/accept/checks/reference_table.cpp"
HEAD = """// Written by scripts/acceptance/known.py: do not edit.
#include <array>

#include "miniapp/accept/checks/reference.hpp"

namespace minikrylov {
namespace {

using enum ProblemKind;

"""
TAIL = """}  // namespace

std::span<const KnownIterations> known_iterations() { return table_of_iterations; }

std::span<const KnownRounding> known_rounding() { return table_of_rounding; }

}  // namespace minikrylov
"""


@dataclass
class Known:
    """Results of the runs, by problem and points, and by problem and method."""

    iterations: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    rounding: dict[tuple[str, str], tuple[float, float]] = field(default_factory=dict)

    def add(self, line: str) -> None:
        """Takes in one line of the program."""
        match line.split():
            case ["iterations", problem, points, count]:
                least, most = self.iterations.get((problem, int(points)), (int(count), int(count)))
                self.iterations[problem, int(points)] = (min(least, int(count)), max(most, int(count)))
            case ["rounding", problem, method, deviation, loss]:
                worst = self.rounding.get((problem, method), (0.0, 0.0))
                self.rounding[problem, method] = (max(worst[0], float(deviation)), max(worst[1], float(loss)))
            case _:
                message = f"a line that makes no sense: {line!r}"
                raise ValueError(message)


def as_source(known: Known) -> str:
    """The table as C++."""
    text = HEAD + "constexpr std::array table_of_iterations{\n"
    for (problem, points), (least, most) in known.iterations.items():
        text += f"    KnownIterations{{{problem.replace('-', '_')}, {points}, {least}, {most}}},\n"
    text += "};\n\nconstexpr std::array table_of_rounding{\n"
    for (problem, method), (deviation, loss) in known.rounding.items():
        text += f'    KnownRounding{{{problem.replace("-", "_")}, "{method}", {deviation:.0e}, {loss:.0e}}},\n'
    return text + "};\n\n" + TAIL


def measure(program: Path, ranks: int, points: list[int], known: Known) -> None:
    """Runs the program once and takes in what it prints."""
    environment = dict(os.environ, OMP_NUM_THREADS="2" if ranks == 1 else "1", OMP_PROC_BIND="false")
    command = ["mpirun", "--oversubscribe", "-n", str(ranks), str(program), *map(str, points)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        known.add(line)


def main(arguments: list[str] | None = None) -> int:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--program", type=Path, required=True, help="accept_reference, as built with the tests")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 3, 4], help="numbers of ranks")
    parser.add_argument("--points", type=int, nargs="+", default=[8, 12, 16, 20, 24, 32, 40, 64], help="sizes")
    parser.add_argument("--table", type=Path, default=TABLE, help="file to write")
    options = parser.parse_args(arguments)
    known = Known()
    for ranks in options.ranks:
        measure(options.program, ranks, options.points, known)
    options.table.write_text(as_source(known), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
