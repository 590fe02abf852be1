"""What the papers report: their numbers, typed from their tables and sentences, in scripts/published."""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import ReproduceError

FOLDER = Path(__file__).resolve().parents[1] / "published"
BOUNDS = ("about", "least", "most")


@dataclass(frozen=True)
class Statement:
    """A sentence of a paper about one number that can also be computed here."""

    fact: str
    says: str
    about: float | None = None
    within: float = 2.0  # the factor by which a number may differ from "about"
    least: float = -math.inf
    most: float = math.inf

    def holds(self, value: float) -> bool:
        """Whether a value is as the paper says."""
        if self.about is not None and not self.about / self.within <= value <= self.about * self.within:
            return False
        return self.least <= value <= self.most


def read_published(paper: str) -> dict[str, dict[str, Any]]:
    """All sections of a paper, by figure. Raises ReproduceError."""
    path = FOLDER / f"{paper}.toml"
    try:
        text: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ReproduceError(f"{path} cannot be read ({error}) restore it") from error
    return text


def statements_of(section: dict[str, Any]) -> list[Statement]:
    """The sentences of a section that can be held against results. Raises ReproduceError."""
    found = []
    for entry in section.get("statements", []):
        try:
            statement = Statement(**entry)
        except TypeError as error:
            raise ReproduceError(f"{entry} is no statement ({error}) give fact, says and a bound") from error
        if not set(entry) & set(BOUNDS):
            raise ReproduceError(f"{entry} is no statement (no bound) give one of {', '.join(BOUNDS)}")
        found.append(statement)
    return found


def table_of(section: dict[str, Any]) -> dict[tuple[str, str], float]:
    """The numbers of a table by row and column; gaps are left out."""
    columns = section.get("columns", [])
    return {
        (row, column): float(value)
        for row, values in section.get("rows", {}).items()
        for column, value in zip(columns, values, strict=True)
        if not math.isnan(value)
    }
