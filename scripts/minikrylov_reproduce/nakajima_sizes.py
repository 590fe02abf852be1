"""The systems of Nakajima et al. 2022 on a cluster, so many points on each node, and the same runs on two machines."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from typing import Any

from matplotlib.axes import Axes
from minikrylov_report import style

from . import ReproduceError
from .drawing import curves
from .outcome import Measured, Outcome

Box = tuple[int, int, int]
Seconds = Callable[[Measured], float]
Systems = dict[str, dict[int, dict[str, Any]]]  # settings by the name of a size and ranks
RANKS_PER_NODE = 4  # HB 12×4 on Odyssey, 16×4 on Oakforest-PACS
GRIDS: dict[int, Box] = {128: (8, 4, 4), 256: (8, 8, 4), 512: (8, 8, 8), 1024: (16, 8, 8), 2048: (16, 16, 8)}
# Points on a node: of GeoFEM/Cube (section 5.1), and cells of Poisson3D/Dist (section 7.1).
CUBES: dict[str, Box] = {"small": (96, 96, 48), "medium": (128, 128, 64), "large": (200, 200, 100)}
CELLS: dict[str, Box] = {"medium": (128, 128, 64), "large": (160, 160, 80)}


def case(box: Box, nodes: int) -> dict[str, Any]:
    """Ranks and size on so many nodes."""
    size = "x".join(str(points * along) for points, along in zip(box, GRIDS[nodes], strict=True))
    return {"ranks": RANKS_PER_NODE * nodes, "size": size}


def cases(boxes: Mapping[str, Box], *nodes: int) -> tuple[dict[str, Any], ...]:
    """All sizes on each number of nodes."""
    return tuple(case(box, count) for count in nodes for box in boxes.values())


ENDS: dict[str, Callable[[list[float]], float]] = {"smallest": min, "largest": max}
NAMES = {
    tuple(case(box, nodes).values()): name
    for boxes in (CUBES, CELLS)
    for name, box in boxes.items()
    for nodes in GRIDS
}


def systems(outcome: Outcome) -> Systems:
    """What was solved: sizes that have a name in the paper, and one without a name elsewhere."""
    found: Systems = {}
    for measured in outcome.solves:
        settings = {"ranks": measured["ranks"], "size": measured["size"]}
        found.setdefault(NAMES.get(tuple(settings.values()), ""), {})[measured["ranks"]] = settings
    return found


def main_size(sizes: Mapping[str, object]) -> str:
    """The size that the paper's sentences are held against."""
    return "medium" if "medium" in sizes else next(iter(sizes))


def named(series: str, size: str) -> str:
    """A series of one size."""
    return f"{series}, {size}" if size else series


def gains(
    here: Outcome, there: Outcome, series: Mapping[str, Mapping[int, dict[str, Any]]], seconds: Seconds
) -> dict[str, list[tuple[float, float]]]:
    """Improvement of the best cases here over those of another machine, by ranks, where both have finished. `series`:
    settings by ranks. Raises ReproduceError if they have none in common."""
    found: dict[str, list[tuple[float, float]]] = {}
    for name, by_ranks in series.items():
        for ranks, settings in by_ranks.items():
            ours, theirs = (list(map(seconds, outcome.select(**settings))) for outcome in (here, there))
            if ours and theirs:
                found.setdefault(name, []).append((ranks, min(theirs) / min(ours) - 1))
    if not found:
        raise ReproduceError(f"{here.figure.name} has other systems there (none to compare) run the same on both")
    return found


def draw_beside(
    axis: Axes, here: Outcome, there: Outcome, series: Mapping[str, Mapping[int, dict[str, Any]]], seconds: Seconds
) -> dict[str, float]:
    """Figures 12 and 24: one machine over another; returns the facts."""
    found = gains(here, there, series, seconds)
    percent = {name: [(ranks, 100 * gain) for ranks, gain in points] for name, points in found.items()}
    curves(axis, percent, x="ranks", y="over the other machine [%]")
    axis.axhline(0, color=style.BLACK, linewidth=0.8)
    axis.set_title(f"best cases; the other machine: {there.source}", fontsize=8)
    axis.legend()
    values = [gain for points in found.values() for _, gain in points]
    facts = {f"{what} improvement over the other machine": of(values) for what, of in ENDS.items()}
    first = statistics.median(min(points)[1] for points in found.values())
    facts["improvement over the other machine, fewest ranks"] = first
    if max(map(len, found.values())) > 1:
        grown = [max(points)[1] - min(points)[1] for points in found.values() if len(points) > 1]
        facts["improvement over the other machine, most ranks less fewest"] = statistics.median(grown)
    return facts


def words_beside(facts: Mapping[str, float]) -> str:
    """A clause on another machine, or nothing."""
    ends = [facts[fact] for what in ENDS if (fact := f"{what} improvement over the other machine") in facts]
    return f"; over the other machine {' to '.join(f'{end:+.0%}' for end in ends)}" if ends else ""
