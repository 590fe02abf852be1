"""Points of studies, and the files in which they are kept."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path

from . import SimulationError

SIMULATED, MODELLED = "simulated", "modelled"
Key = tuple[str, str, str, str, int]


@dataclass(frozen=True)
class Point:
    """The time of an iteration: by whom, of which system, of which method, how, and on how many ranks."""

    source: str
    system: str
    method: str
    variant: str
    ranks: int
    seconds: float

    @property
    def key(self) -> Key:
        """All but the time."""
        return astuple(self)[:-1]


NAMES = [column.name for column in fields(Point)]


def to_csv(points: Iterable[Point]) -> str:
    """A line for each point."""
    text = io.StringIO()
    csv.DictWriter(text, NAMES, lineterminator="\n").writerows(asdict(point) for point in points)
    return text.getvalue()


def from_csv(text: str) -> list[Point]:
    """The points whose names and lines these are; the last one where several have the same key."""
    found: dict[Key, Point] = {}
    for row in csv.DictReader(io.StringIO(text)):
        p = Point(row["source"], row["system"], row["method"], row["variant"], int(row["ranks"]), float(row["seconds"]))
        found[p.key] = p
    return list(found.values())


class PointFile:
    """The points of a study, each written as soon as it is known. Its first line says of which study, and on which
    cluster; a file of another one is left alone. Studies of other ranks may add to it at the same time."""

    def __init__(self, path: Path, study: str, words: str) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(f"# {study}: {words}\n{','.join(NAMES)}\n")
        except FileExistsError:
            there = read_points(path)[:2]
            if there != (study, words):
                raise SimulationError(
                    f"{path} has points of another study ({': '.join(there)}) give another --output, or move it away, "
                    f"for {study}: {words}"
                ) from None

    def known(self) -> set[Key]:
        """What needs no run."""
        return {point.key for point in read_points(self.path)[2]}

    def add(self, points: Iterable[Point]) -> None:
        """Appends the points."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(to_csv(points))


def read_points(path: Path) -> tuple[str, str, list[Point]]:
    """The study and the cluster of a file, and its points. Raises SimulationError for any other file."""
    try:
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
        study, colon, words = first.removeprefix("# ").partition(": ")
        if not first.startswith("# ") or not colon:
            raise ValueError("its first line names no study")
        return study, words, from_csv(rest)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SimulationError(f"{path} has no points ({error}) give a file of scaling or embedding") from error
