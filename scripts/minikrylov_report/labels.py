"""Names for solves: the method, and what distinguishes a solve from others by the same method; rates in words."""

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
    if key == "compression":
        return "uncompressed" if value == "none" else f"compressed ({value})"
    if value in ("none", "on", "off", "single", "double", "natural", "minimum", "paper"):
        return f"{key.replace('_', ' ')} {value}"
    return str(value)


def is_compressed(metadata: dict[str, Any]) -> bool:
    """Whether products read a compressed matrix: that of a solve, or of a run's matrix."""
    return metadata.get("compression") not in (None, "", "none")


def product_rates(matrix: dict[str, Any]) -> str:
    """Both rates of a run's products, if they were recorded: of the bytes that move, and CRS-equivalent."""
    moved, equivalent = matrix.get("product_moved_bandwidth"), matrix.get("product_bandwidth")
    if not isinstance(moved, float) or not isinstance(equivalent, float):
        return ""
    compressed = " (compressed matrix)" if is_compressed(matrix) else ""
    return f"{moved / 1e9:.1f} GB/s of the bytes that move{compressed}, {equivalent / 1e9:.1f} GB/s CRS-equivalent"


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
        if "compression" not in differing and is_compressed(solve.metadata):
            words.append("compressed")  # whatever stands beside the label is a time or a rate
        if len(problems) > 1:
            words.append(str(solve.problem.get("problem")))
        if len(sizes) > len(problems):
            words.append(f"{solve.metadata['rows']:,} rows")
        return " · ".join(words)

    named = [label(solve) for solve in solves]
    if len(set(named)) < len(named):
        return [f"{name} · {solve.file}" for name, solve in zip(named, solves, strict=True)]
    return named
