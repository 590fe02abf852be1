"""Names for solves: the method, and what distinguishes a solve from others by the same method."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .results import Solve

# What may distinguish solves, in the order in which labels name it.
DISTINCTIONS = (
    "emulation",
    "formulation",
    "preconditioner",
    "preconditioner_precision",
    "norm",
    "format",
    "compression",
    "ordering",
    "overlap",
    "reduction",
    "progress",
    "fuse",
    "grouping",
    "rhs",
    "ranks",
    "threads",
)


def count_text(count: int, things: str) -> str:
    """1 rank, 2 ranks; rhs is its own plural."""
    return f"{count} {things.removesuffix('s') if count == 1 and things != 'rhs' else things}"


def words_of(key: str, value: Any) -> str:
    """A value as part of a label; with its name where the value alone would be meaningless."""
    if isinstance(value, int):
        return count_text(value, key)
    if value in ("none", "on", "off", "single", "double", "natural", "minimum", "paper"):
        return f"{key.replace('_', ' ')} {value}"
    return str(value)


def labels(solves: list[Solve]) -> list[str]:
    """A name for each solve: its method, and what distinguishes it from others by the same method."""
    differing = [
        key
        for key in DISTINCTIONS
        if len({(solve.method, str(solve.get(key))) for solve in solves}) > len({solve.method for solve in solves})
    ]
    problems = {solve.problem.get("problem") for solve in solves}
    sizes = {(solve.problem.get("problem"), solve.metadata["rows"]) for solve in solves}

    def label(solve: Solve) -> str:
        words = [solve.method]
        for key in differing:
            value = solve.get(key)
            if value not in (None, ""):
                words.append(words_of(key, value))
        if len(problems) > 1:
            words.append(str(solve.problem.get("problem")))
        if len(sizes) > len(problems):
            words.append(f"{solve.metadata['rows']:,} rows")
        return " · ".join(words)

    named = [label(solve) for solve in solves]
    if len(set(named)) < len(named):
        return [f"{name} · {solve.file}" for name, solve in zip(named, solves, strict=True)]
    return named
