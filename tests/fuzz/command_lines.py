"""Random command lines from the program's own table of options (minikrylov list options)."""

from __future__ import annotations

import gzip
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "data"
REQUIREMENTS = Path(__file__).resolve().parents[2] / "scripts" / "acceptance" / "reference.toml"

# The most that is asked for where a number multiplies the time of a run, which has to end.
WORK = {
    "--fixed-iterations": 60,
    "--max-iterations": 3000,
    "--preconditioner-cost": 60,
    "--progress-calls": 200,
    "--repetitions": 4,
    "--restarts": 20,
    "--samples": 12,
    "--schwarz-corrections": 4,
    "--warm-up": 2,
}
# Numbers without limits, by their exponents to the base 10; others lie around 1.
EXPONENTS = {
    "--equal-accuracy": (-9, -1),
    "--rtol": (-10, -0.3),
    "--peclet": (-2, 3),
    "--ic0-shift": (-3, 1),
    "--message-seconds": (-9, -3),
    "--byte-seconds": (-12, -6),
    "--core-bandwidth": (6, 11),
    "--memory-numbers": (2, 5),
    "--cache-numbers": (1, 4),
    "--seconds": (-4, -2),
    "--time": (-3, -1.5),
}
# What makes a job small, unless the table's options say otherwise by chance.
SMALL = {
    "accept": ["--size", "8", "--time", "0.01"],
    "embed-study": ["--size", "10", "--ranks", "2,5,16"],
    "merging": ["--memory-numbers", "5000", "--cache-numbers", "300", "--samples", "8"],
    "overlap": ["--pattern", "allreduce", "--sizes", "8,512", "--tests", "10", "--samples", "8", "--seconds", "0.005"],
    "solve": ["--size", "9", "--repetitions", "1", "--warm-up", "0"],
}
# What cannot be small.
NEVER = {"accept": {"--time", "--size", "--tune"}, "solve": {"--tune"}}
NO_NUMBERS = ["", "x", "1e", "--", "nan", "1e999", "99999999999999999999", "1.5.2", "\x1b[31m", "0x10"]


@dataclass(frozen=True)
class Option:
    """What the program says of an option."""

    name: str
    kind: str
    type: str
    default: str
    words: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    above: float = -math.inf
    below: float = math.inf


def read_table(table: dict[str, list[dict[str, Any]]]) -> dict[str, list[Option]]:
    """The options of each command."""
    return {
        command: [Option(**{**entry, "words": tuple(entry.get("words", ()))}) for entry in entries]
        for command, entries in table.items()
    }


@dataclass
class Words:
    """A command line, option by option."""

    command: str
    given: dict[str, list[str]] = field(default_factory=dict)  # the words of each option, its name among them

    def list(self) -> list[str]:
        return [*self.command.split(), *(word for words in self.given.values() for word in words)]

    def __setitem__(self, name: str, value: str | None) -> None:
        self.given[name] = [name] if value is None else [word for word in (name, value) if word]

    def value(self, name: str) -> str:
        """What follows an option, or nothing."""
        return self.given.get(name, [""])[-1]

    def without(self, names: set[str]) -> Words:
        return Words(self.command, {name: words for name, words in self.given.items() if name not in names})

    def small(self) -> Words:
        """With what makes the job small where that is missing, unless a file says how large it is."""
        words = Words(self.command, dict(self.given))
        of_file = {"--size"} if words.value("--problem") == "matrix-market" else set()
        pairs = SMALL.get(self.command, [])
        for name, value in zip(pairs[::2], pairs[1::2], strict=True):
            if name not in words.given and name not in of_file:
                words[name] = value
        return words


@dataclass
class Files:
    """What files a command line may name."""

    folder: Path
    results: list[Path]  # of earlier runs
    matrix: Path  # that this run may read

    def rows(self) -> int:
        """Of the matrix."""
        with gzip.open(self.matrix, "rt") as text:
            return int(next(line for line in text if not line.startswith("%")).split()[0])

    def vectors(self, random: Random) -> str:
        """A file with one or two vectors for the matrix, or for a cube with 9 points in each direction.

        Its numbers depend on its name alone, as other runs are compared with this one.
        """
        rows, columns = random.choice((self.rows(), 9**3)), random.choice((1, 1, 2))
        same = Random(rows + columns)
        numbers = "".join(f"{same.gauss(0, 1):.6g}\n" for _ in range(rows * columns))
        path = self.folder / f"vectors-{rows}-{columns}.mtx"
        path.write_text(f"%%MatrixMarket matrix array real general\n{rows} {columns}\n{numbers}", encoding="ascii")
        return path.name

    def partition(self, random: Random, ranks: int) -> str:
        """A file that gives each row of the matrix to a rank."""
        rows = self.rows()
        owners = [*range(ranks), *(random.randrange(ranks) for _ in range(rows - ranks))]
        path = self.folder / "owners.part"
        path.write_text("".join(f"{rank}\n" for rank in owners), encoding="ascii")
        return path.name


def matrices() -> list[Path]:
    """Those of the tests."""
    return sorted(DATA.glob("*.mtx.gz"))


class Maker:
    """Makes the command line of one run."""

    def __init__(self, table: dict[str, list[Option]], files: Files, ranks: int, random: Random) -> None:
        self.table, self.files, self.ranks, self.random = table, files, ranks, random

    def options(self, command: str) -> dict[str, Option]:
        return {option.name: option for option in self.table[command]}

    def make(self, command: str) -> Words:
        """A command with some of its options, each with a value that it takes."""
        words = Words(command).small()
        share = self.random.choice((0.05, 0.15, 0.3))
        for option in self.table[command]:
            if option.name in NEVER.get(command, set()):
                continue
            if not option.name or self.random.random() < share:
                words[option.name] = self.value(option)
        if command == "solve" and self.random.random() < 0.1:
            words["--problem"], words["--matrix"] = "matrix-market", str(self.files.matrix)
        if command == "model compare":
            words["--results"] = ",".join(str(path) for path in self.files.results)
        return words.without({"--size", "--ranks-grid"}) if words.value("--problem") == "matrix-market" else words

    def spoil(self, words: Words) -> str:
        """Gives one option something that it does not take; returns its name, or nothing if there is none."""
        numbers = [option for option in self.table[words.command] if option.kind in ("whole", "real")]
        if not numbers:
            return ""
        option = self.random.choice(numbers)
        beyond = [str(option.minimum - 1), str(option.maximum + 1)] if option.kind == "whole" else ["inf", "-inf"]
        words.given[option.name] = [f"{option.name}={self.random.choice([*NO_NUMBERS, *beyond])}"]
        return option.name

    def value(self, option: Option) -> str | None:
        """A value that the option takes; nothing for a flag."""
        if option.kind == "flag":
            return None
        if option.default == "auto" and self.random.random() < 0.1:
            return "auto"
        if option.kind == "whole":
            return str(self.whole(option))
        if option.kind == "real":
            return self.real(option)
        if option.kind == "list":
            return ",".join(self.one_of_list(option) for _ in range(self.random.choice((1, 1, 1, 2, 3))))
        return self.random.choice(option.words) if option.words else self.text(option)

    def whole(self, option: Option) -> int:
        most = WORK.get(option.name, option.maximum)
        if self.random.random() < 0.1:
            return self.random.choice((option.minimum, most))
        least = max(option.minimum, 1)
        small = min(most, max(least, self.random.choice((8, 40, 1000))))
        return round(math.exp(self.random.uniform(math.log(least), math.log(small))))

    def real(self, option: Option) -> str:
        low, high = EXPONENTS.get(option.name, (-2, 2))
        value = 10 ** self.random.uniform(low, high)
        return f"{min(max(value, option.above), option.below):.4g}"

    def text(self, option: Option) -> str:
        """A word of a type that the table names. Raises KeyError for one that is not known here."""
        kinds = option.type.split("|") if option.type.startswith(("graph|", "zero|")) else [option.type]
        kind = self.random.choice(kinds)

        def words() -> str:
            return self.random.choice(("Ada Lovelace", "x" * 300, "'; \"\n\t", "Péclet"))

        makers: dict[str, Callable[[], str]] = {
            "N|NxNyxNz": self.size,
            "PXxPYxPZ": self.grid_of_ranks,
            "TIME": lambda: self.random.choice(("0", "500ns", "3us", "0.02ms")),
            "RATE": lambda: self.random.choice(("100MB/s", "2.5GB/s")),
            "KIND": lambda: self.random.choice(("none", "exponential:5us", "periodic:20us:3")),
            "NAME": words,
            "TEXT": words,
            "N|auto": lambda: self.random.choice(("auto", str(self.random.randrange(30)))),
            "N": lambda: str(round(10 ** self.random.uniform(0, 7))),
            "graph": lambda: "graph",
            "block": lambda: "block",
            "volume": lambda: "volume",
            "zero": lambda: "zero",
            "random:SEED": lambda: f"random:{self.random.randrange(2**31)}",
        }
        return self.file(option) if kind == "FILE" else makers[kind]()

    def file(self, option: Option) -> str:
        """A file to be read or written. Raises KeyError for an option that is not known here."""
        makers: dict[str, Callable[[], str]] = {
            "--matrix": lambda: str(self.files.matrix),
            "--partition": lambda: self.files.partition(self.random, self.ranks),
            "--require": lambda: str(REQUIREMENTS),
            "--rhs-file": lambda: self.files.vectors(self.random),
            "--solution-file": lambda: self.files.vectors(self.random),
            "--x0": lambda: self.files.vectors(self.random),
            "--output": lambda: "out",
            "--trace": lambda: "trace",
            "--dump-matrix": lambda: "matrix",
            "--dump-rhs": lambda: "sides",
            "--text": lambda: "text",
        }
        return makers[option.name]()

    def one_of_list(self, option: Option) -> str:
        """An entry of a list. Raises KeyError for a type that is not known here."""
        if option.words:
            groups = [word for word in option.words if word.startswith("all")]  # of methods: these take their time
            few = [word for word in option.words if word not in groups]
            return self.random.choice(groups if groups and self.random.random() < 0.03 else few)
        makers: dict[str, Callable[[], str]] = {
            "N[,N…]": lambda: str(self.random.randint(1, max(2, self.ranks))),
            "BYTES[,BYTES…]": lambda: str(8 * round(10 ** self.random.uniform(0, 4))),
            "M[,M…]": lambda: str(self.random.randint(1, 40)),
            "S[,S…]": lambda: str(self.random.randint(1, 16)),
            "X[,X…]": lambda: f"{10 ** self.random.uniform(-2, 2):.3g}",
            "FILE[,FILE…]": lambda: str(self.random.choice(self.files.results)),
        }
        if option.type == "P[,P…]":
            return str(self.random.randint(2, 40))
        return makers[option.type]()

    def size(self) -> str:
        directions, most = self.random.choice(((1, 12), (1, 20), (2, 60), (3, 14), (3, 5)))
        return "x".join(str(self.random.randint(1, most)) for _ in range(directions))

    def grid_of_ranks(self) -> str:
        """The ranks of this run as a box, most of the time."""
        wanted = self.ranks if self.random.random() < 0.9 else self.random.randint(1, 6)
        divisors = [n for n in range(1, wanted + 1) if wanted % n == 0]
        first = self.random.choice(divisors)
        second = self.random.choice([n for n in divisors if wanted // first % n == 0])
        sides = [first, second, wanted // first // second]
        self.random.shuffle(sides)
        return "x".join(map(str, sides))
