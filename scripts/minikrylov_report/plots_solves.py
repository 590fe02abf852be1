"""Plots of solves: measured times and predicted times."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from . import style
from .labels import labels
from .results import Solve


def iteration_times(solves: list[Solve]) -> Figure | None:
    """One line per solve: all samples, their median with its 99 % interval, and the time that its bytes need."""
    timed = [(s, s.label) for s in solves if s.seconds_per_iteration().size]
    if not timed:
        return None
    timed.sort(key=lambda entry: entry[0].metadata["seconds_per_iteration_median"], reverse=True)
    factor, unit = style.scale_of(timed[0][0].metadata["seconds_per_iteration_median"])
    figure, (axis,) = style.panels(1, 1, height=0.8 + 0.34 * len(timed))
    noise = np.random.default_rng(1)
    for place, (solve, _) in enumerate(timed):
        draw_samples(axis, place, solve, factor, noise)
    style.choose_scale(axis, [median(solve) for solve, _ in timed])
    limit = widest_shown([solve for solve, _ in timed])
    axis.set_xlim(right=factor * limit)
    for place, (solve, _) in enumerate(timed):
        if beyond := int((solve.seconds_per_iteration() > limit).sum()):
            axis.annotate(
                f"{beyond} more →",
                (1, place),
                xycoords=("axes fraction", "data"),
                ha="right",
                va="center",
                fontsize=7,
                color=style.BLUE,
            )
    axis.set_yticks(range(len(timed)), [style.shorten(name, 60) for _, name in timed])
    axis.set_ylim(-0.6, len(timed) - 0.4)
    axis.set_xlabel(f"time per iteration, slowest rank [{unit}]")
    axis.grid(axis="y", visible=False)
    legend_above(figure, axis)
    return figure


def draw_samples(axis: Axes, place: int, solve: Solve, factor: float, noise: np.random.Generator) -> None:
    """A solve's line: its samples, which noise keeps apart, and their median with its interval."""
    metadata = solve.metadata
    samples = noise.permutation(solve.seconds_per_iteration())[:400]
    axis.plot(
        factor * samples,
        place + noise.uniform(-0.28, 0.28, samples.size),
        ".",
        markersize=2,
        color=style.SKY,
        alpha=0.6,
        rasterized=True,
        label="samples" if place == 0 else None,
    )
    low, high = metadata["seconds_per_iteration_low"], metadata["seconds_per_iteration_high"]
    axis.plot(
        [factor * low, factor * high],
        [place, place],
        color=style.BLACK,
        linewidth=5,
        alpha=0.55,
        solid_capstyle="butt",
        label="99 % interval of the median" if place == 0 else None,
    )
    axis.plot(
        [factor * metadata["seconds_per_iteration_median"]] * 2,
        [place - 0.36, place + 0.36],
        color=style.VERMILION,
        linewidth=2,
        label="median" if place == 0 else None,
    )


def widest_shown(solves: list[Solve]) -> float:
    """The end of the axis: nearly all samples of most solves, but close enough to distinguish the medians."""
    longest = max(solve.metadata["seconds_per_iteration_high"] for solve in solves)
    return float(1.1 * min(max(np.quantile(s.seconds_per_iteration(), 0.98) for s in solves), 2 * longest))


def predicted_and_measured(solves: list[Solve]) -> Figure | None:
    """One line per solve: the median beside the time that its bytes need where they lie, in caches or memory."""
    known = [
        (s, s.label) for s in solves if s.get("predicted_seconds_per_iteration") and s.seconds_per_iteration().size
    ]
    if not known:
        return None
    known.sort(key=lambda entry: entry[0].metadata["seconds_per_iteration_median"], reverse=True)
    factor, unit = style.scale_of(known[0][0].metadata["seconds_per_iteration_median"])
    figure, (axis,) = style.panels(1, 1, height=0.8 + 0.34 * len(known))
    for place, (solve, _) in enumerate(known):
        metadata = solve.metadata
        measured = metadata["seconds_per_iteration_median"]
        predicted = metadata["predicted_seconds_per_iteration"]
        below, above = measured - metadata["seconds_per_iteration_low"], metadata["seconds_per_iteration_high"] - measured
        axis.barh(
            place + 0.18,
            factor * measured,
            0.34,
            color=style.BLUE,
            label="measured (median, 99 % interval)" if place == 0 else None,
            xerr=[[factor * below], [factor * above]],
            ecolor=style.BLACK,
            capsize=2,
        )
        axis.barh(
            place - 0.18,
            factor * predicted,
            0.34,
            color="white",
            edgecolor=style.VERMILION,
            hatch="////",
            label="predicted: bytes over the triad's bandwidth in caches or memory" if place == 0 else None,
        )
        axis.annotate(
            f"{measured / predicted:.2f} ×",
            (factor * max(measured + above, predicted), place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
        )
    axis.set_yticks(range(len(known)), [style.shorten(name, 60) for _, name in known])
    axis.set_ylim(-0.6, len(known) - 0.4)
    style.choose_scale(axis, [median(solve) for solve, _ in known])
    extend(axis, 0.1)
    axis.set_xlabel(f"time per iteration [{unit}]; at the end: measured over predicted")
    axis.grid(axis="y", visible=False)
    legend_above(figure, axis)
    return figure


def merged_and_basic(solves: list[Solve]) -> Figure | None:
    """One pair per method: merged beside basic, and the saving."""
    groups: dict[tuple[object, ...], dict[str, Solve]] = {}
    for solve in solves:
        groups.setdefault(solve.same_but("formulation"), {})[solve.metadata["formulation"]] = solve
    pairs = [pair for pair in groups.values() if {"merged", "basic"} <= set(pair)]
    if not pairs:
        return None
    names = labels([pair["merged"] for pair in pairs])
    factor, unit = style.scale_of(max(median(pair["basic"]) for pair in pairs))
    figure, (axis,) = style.panels(1, 1, height=0.8 + 0.42 * len(pairs))
    looks = {"basic": (style.SKY, ""), "merged": (style.BLUE, "////")}
    for place, pair in enumerate(pairs):
        for shift, (kind, (colour, hatch)) in zip((-0.18, 0.18), looks.items(), strict=True):
            axis.barh(
                place + shift,
                factor * median(pair[kind]),
                0.34,
                color=colour,
                hatch=hatch,
                edgecolor="white",
                label=kind if place == 0 else None,
            )
        saved = round(100 * (1 - median(pair["merged"]) / median(pair["basic"])))
        end = factor * max(median(pair["basic"]), median(pair["merged"]))
        axis.annotate(
            f"{saved} % saved" if saved >= 0 else f"{-saved} % more",
            (end, place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
        )
    axis.set_yticks(range(len(pairs)), [style.shorten(name, 60) for name in names])
    style.choose_scale(axis, [median(solve) for pair in pairs for solve in pair.values()])
    extend(axis, 0.12)
    axis.set_ylim(len(pairs) - 0.4, -0.6)
    axis.set_xlabel(f"time per iteration, median [{unit}]")
    axis.grid(axis="y", visible=False)
    legend_above(figure, axis)
    return figure


def median(solve: Solve) -> float:
    """The median time per iteration."""
    return float(solve.metadata["seconds_per_iteration_median"])


def extend(axis: Axes, share: float) -> None:
    """Space to the right of the longest bar, as a share of the width."""
    left, right = axis.get_xlim()
    logarithmic = axis.get_xscale() == "log"
    axis.set_xlim(right=right * (right / left) ** share if logarithmic else right + share * (right - left))


def legend_above(figure: Figure, axis: Axes) -> None:
    """A one-line legend above the only panel of a figure."""
    handles, names = axis.get_legend_handles_labels()
    figure.legend(handles, names, loc="upper center", ncols=4, markerscale=2 if "samples" in names else 1)
    figure.tight_layout(rect=(0, 0, 1, 1 - 0.3 / figure.get_figheight()))
