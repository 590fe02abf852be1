"""Plots of communication: what is exposed, what is hidden, and timelines of two iterations."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from . import style
from .plots_kernels import KINDS, NAMES, kind_of
from .plots_solves import legend_above
from .results import Row, Solve

WAITS = {
    "sum start": (style.VERMILION, "xxxx"),
    "sum wait": (style.VERMILION, "xxxx"),
    "halo wait": (style.PURPLE, "\\\\\\\\"),
}
FLIGHTS = {"sum in flight": style.VERMILION, "halo in flight": style.PURPLE}


def exposed_and_hidden(solves: list[Solve]) -> Figure | None:
    """One line per solve on several ranks: the exposed time of its sums, and the hidden part of their time alone."""
    known = [(s, s.label) for s in solves if s.reductions and s.metadata["ranks"] > 1]
    if not known:
        return None
    parts = []
    for solve, _ in known:
        iterations = max(1, solve.metadata["iterations"])
        shown = sum(row["start_seconds"] + row["finish_seconds"] for row in solve.reductions) / iterations
        alone = sum(row["alone_seconds"] for row in solve.reductions) / iterations
        parts.append((shown, max(0.0, alone - shown), alone, halo_wait(solve)))
    factor, unit = style.scale_of(max(max(shown, alone) for shown, _, alone, _ in parts))
    figure, (axis,) = style.panels(1, 1, height=0.8 + 0.34 * len(known))
    for place, (shown, hidden, alone, halo) in enumerate(parts):
        first = place == 0
        axis.barh(
            place,
            factor * shown,
            0.5,
            color=style.VERMILION,
            hatch="xxxx",
            edgecolor="white",
            label="sums: exposed (in start and finish)" if first else None,
        )
        axis.barh(
            place,
            factor * hidden,
            0.5,
            left=factor * shown,
            color="white",
            edgecolor=style.GREY,
            linewidth=1 if hidden > 0 else 0,
            hatch="....",
            label="sums: hidden (of their time alone)" if first else None,
        )
        axis.plot(
            [factor * alone] * 2,
            [place - 0.36, place + 0.36],
            color=style.BLACK,
            linewidth=2,
            label="sums alone, with nothing in between" if first else None,
        )
        axis.plot([factor * halo], [place], "D", color=style.PURPLE, label="waiting for the halo" if first else None)
    axis.set_yticks(range(len(known)), [style.shorten(name, 60) for _, name in known])
    axis.set_ylim(-0.6, len(known) - 0.4)
    axis.set_xlabel(f"time per iteration, slowest rank [{unit}]")
    axis.set_xlim(left=0)
    axis.grid(axis="y", visible=False)
    legend_above(figure, axis)
    return figure


def halo_wait(solve: Solve) -> float:
    """Seconds that the slowest of ranks 0 to 3 waited for the halo in one of the two recorded iterations."""
    ranks = {row["rank"] for row in solve.timeline}
    iterations = sum(row["track"] == "iteration" and row["rank"] == 0 for row in solve.timeline)
    waits = [
        sum(
            row["end_seconds"] - row["begin_seconds"]
            for row in solve.timeline
            if row["track"] == "halo wait" and row["rank"] == rank
        )
        for rank in ranks
    ]
    return max(waits, default=0.0) / max(1, iterations)


def timelines(solves: list[Solve]) -> Figure | None:
    """One panel per solve: two iterations on the first two ranks; work above, what is in flight below."""
    known = [(s, s.label) for s in solves if s.timeline]
    if not known:
        return None
    shown = min(2, max(row["rank"] for solve, _ in known for row in solve.timeline) + 1)
    figure, axes = style.panels(len(known), 1, height=0.65 + 0.62 * shown)
    ends = [max((r["end_seconds"] for r in iterations_of(solve)), default=1e-9) for solve, _ in known]
    if max(ends) < 4 * min(ends):  # use one time scale for all, so that lengths can be compared
        ends = [max(ends)] * len(ends)
    for axis, (solve, name), end in zip(axes, known, ends, strict=True):
        draw_timeline(axis, solve, min(shown, solve.metadata["ranks"]), end)
        axis.set_title(style.shorten(name, 90), loc="left")
    handles = legend_of(axes[0], [solve for solve, _ in known])
    figure.legend(handles=handles, loc="lower center", ncols=7)
    figure.tight_layout(rect=(0, 0.3 / figure.get_figheight(), 1, 1))
    return figure


def legend_of(axis: Axes, solves: list[Solve]) -> list[Any]:
    """What the bars of these timelines mean."""
    drawn = {
        kind_of(row["name"]) if row["track"] == "kernel" else row["track"] for solve in solves for row in solve.timeline
    }
    handles: list[Any] = [
        axis.barh(0, 0, color=colour, hatch=hatch, edgecolor="white", label=NAMES[kind])
        for kind, (colour, hatch) in KINDS.items()
        if kind in drawn
    ]
    handles += [
        axis.barh(0, 0, color=colour, hatch=hatch, edgecolor="white", label=label)
        for track, label in (("sum wait", "sum: start and wait"), ("halo wait", "halo: wait"))
        for colour, hatch in (WAITS[track],)
        if track in drawn
    ]
    handles += [
        axis.barh(0, 0, color=colour, alpha=0.35, label=track) for track, colour in FLIGHTS.items() if track in drawn
    ]
    return handles


def iterations_of(solve: Solve) -> list[Row]:
    """The plotted iterations, as seen by rank 0."""
    return [row for row in solve.timeline if row["track"] == "iteration" and row["rank"] == 0]


def shown_steps(solve: Solve) -> list[tuple[str, float, float]]:
    """Name, begin and end of the plotted iterations; those of an s-step method, which become known together, as one."""
    rows = iterations_of(solve)
    if solve.get("s_step") is None or len(rows) < 2:
        return [(row["name"], row["begin_seconds"], row["end_seconds"]) for row in rows]
    last = rows[-1]["name"].removeprefix("iteration ")
    name = f"{rows[0]['name']} to {last}".replace("iteration", "iterations")
    return [(name, rows[0]["begin_seconds"], rows[-1]["end_seconds"])]


def draw_timeline(axis: Axes, solve: Solve, shown: int, end: float) -> None:
    """Two lanes per rank, rank 0 on top, up to `end` in seconds."""
    steps = shown_steps(solve)
    factor, unit = style.scale_of(end / 2)
    for row in solve.timeline:
        if row["rank"] < shown:
            draw_span(axis, row, 2.6 * (shown - 1 - row["rank"]), factor)
    for name, begin, finish in steps:
        for moment in (begin, finish):
            axis.axvline(factor * moment, color=style.BLACK, linewidth=0.8, linestyle=":")
        axis.annotate(
            name,
            (factor * (begin + finish) / 2, 1),
            xytext=(0, -1),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="center",
            va="top",
            fontsize=7,
            color="#444444",
        )
    axis.set_yticks([2.6 * (shown - 1 - rank) for rank in range(shown)], [f"rank {rank}" for rank in range(shown)])
    axis.set_ylim(-1.6, 2.6 * (shown - 1) + 1.5)
    axis.set_xlim(0, factor * end)
    axis.set_xlabel(f"[{unit}]", loc="right", fontsize=8, labelpad=-2)
    axis.grid(visible=False)


def draw_span(axis: Axes, row: Row, height: float, factor: float) -> None:
    """One span of time as a bar."""
    begin, length = factor * row["begin_seconds"], factor * (row["end_seconds"] - row["begin_seconds"])
    track = row["track"]
    if track == "kernel":
        colour, hatch = KINDS[kind_of(row["name"])]
        axis.barh(height + 0.2, length, 0.8, left=begin, color=colour, hatch=hatch, edgecolor="white", linewidth=0.5)
    elif track in WAITS:
        colour, hatch = WAITS[track]
        axis.barh(
            height + 0.2,
            length,
            0.5 if track == "halo wait" else 0.8,
            left=begin,
            color=colour,
            hatch=hatch,
            edgecolor="white",
            linewidth=0.3,
            zorder=3,
        )
    elif track in FLIGHTS:
        low = height - (0.55 if track == "sum in flight" else 1.0)
        axis.barh(
            low, length, 0.3, left=begin, color=FLIGHTS[track], alpha=0.35, edgecolor=FLIGHTS[track], linewidth=0.8
        )
