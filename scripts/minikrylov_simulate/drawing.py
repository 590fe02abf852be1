"""Pictures of simulated clusters; each says along its edge that it is one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator
from minikrylov_report import style
from minikrylov_report.style import GREY, look, mark, panels

from .page import WIDELY_AGREED
from .points import MODELLED, SIMULATED, Point
from .studies import BLOCKING, GROUPS, OURS

# Embedded schemes often lie on each other, so that smaller markers stand within larger ones.
SCHEME_LOOKS = {
    "CONV": {"color": style.VERMILION, "marker": "o", "markersize": 4},
    "EMB": {"color": style.BLUE, "marker": "s", "markersize": 8},
    "EMB-KLF": {"color": style.GREEN, "marker": "^", "markersize": 6},
    "EMB-KLR": {"color": style.BLACK, "marker": "v", "markersize": 3.5},
}


def curve(points: Sequence[Point], **wanted: str) -> tuple[list[int], list[float]]:
    """Ranks and seconds of the points whose fields are as wanted, by ranks."""
    chosen = sorted((p.ranks, p.seconds) for p in points if all(getattr(p, name) == v for name, v in wanted.items()))
    return [ranks for ranks, _ in chosen], [seconds for _, seconds in chosen]


def along_ranks(axis: Axes, ranks: Sequence[int]) -> None:
    """Numbers of ranks along x, as they are."""
    axis.set_xscale("log", base=2)
    axis.set_xticks(sorted(set(ranks)), [str(p) for p in sorted(set(ranks))])
    axis.minorticks_off()
    axis.set_xlabel("simulated ranks")


def draw_times(axis: Axes, points: Sequence[Point], methods: Sequence[str], variant: str) -> None:
    """Times of an iteration: simulated with markers, modelled dashed, and the blocking sums of the classical method."""
    for place, method in enumerate(methods):
        simulated = curve(points, source=SIMULATED, method=method, variant=variant)
        if not simulated[0]:
            continue
        appearance = look(place)
        axis.plot(*simulated, label=method, **appearance)
        ranks, seconds = curve(points, source=MODELLED, method=method)
        axis.plot(ranks, seconds, color=appearance["color"], linestyle=":", linewidth=1)
    blocking = curve(points, source=SIMULATED, method=methods[0], variant=BLOCKING)
    if blocking[0]:
        axis.plot(*blocking, color=GREY, marker="x", linestyle="--", label=f"{methods[0]}, {BLOCKING}")
    axis.set_yscale("log")
    axis.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.yaxis.set_major_formatter(lambda seconds, _: f"{1e6 * seconds:g}")


def draw_differences(axis: Axes, points: Sequence[Point], methods: Sequence[str], variant: str) -> None:
    """By how much the model is off."""
    axis.axhspan(-100 * WIDELY_AGREED, 100 * WIDELY_AGREED, color="#EEEEEE", zorder=0)
    for place, method in enumerate(methods):
        simulated = dict(zip(*curve(points, source=SIMULATED, method=method, variant=variant)))
        modelled = dict(zip(*curve(points, source=MODELLED, method=method)))
        both = sorted(simulated.keys() & modelled.keys())
        axis.plot(both, [100 * (modelled[p] / simulated[p] - 1) for p in both], **look(place))


def scaling_figure(points: Sequence[Point], words: str) -> Figure:
    """A column for each classical method that has points: times above, and what the model says of them below."""
    ranks = [p.ranks for p in points]
    met = {p.method for p in points}
    groups = {name: methods for name, methods in GROUPS.items() if not met.isdisjoint(methods)}
    figure, axes = panels(2 * len(groups), len(groups), height=3.0)
    for column, (name, methods) in enumerate(groups.items()):
        above, below = axes[column], axes[column + len(groups)]
        draw_times(above, points, methods, OURS)
        draw_differences(below, points, methods, OURS)
        above.set_title(name, loc="left")
        for axis in (above, below):
            along_ranks(axis, ranks)
        handles, labels = above.get_legend_handles_labels()
        if column == len(groups) - 1:
            handles.append(Line2D([], [], color=GREY, linestyle=":", linewidth=1))
            labels.append("dotted: modelled")
        above.legend(handles, labels, fontsize=7)
        low, high = above.get_ylim()
        above.set_ylim(low, high * (high / low) ** (0.06 * len(labels)))  # curves begin at the top, as the legend does
    axes[0].set_ylabel("microseconds per iteration")
    axes[len(groups)].set_ylabel("modelled against simulated [%]")
    return finished(figure, words)


def embedding_figure(points: Sequence[Point], words: str) -> Figure:
    """Speed-up of CONV and EMB over one rank: a panel for each system."""
    systems = list(dict.fromkeys(p.system for p in points))
    figure, axes = panels(len(systems), min(3, len(systems)), height=3.4)
    for axis, system in zip(axes, systems):
        for source, line in ((SIMULATED, "-"), (MODELLED, ":")):
            alone = curve(points, source=source, system=system, variant="CONV")
            one = dict(zip(*alone)).get(1)
            for scheme, appearance in SCHEME_LOOKS.items():
                ranks, seconds = curve(points, source=source, system=system, variant=scheme)
                if one is None or not ranks:
                    continue
                kept = {k: v for k, v in appearance.items() if source == SIMULATED or k == "color"}
                label = scheme if source == SIMULATED else None
                axis.plot(ranks, [one / s for s in seconds], linestyle=line, label=label, **kept)
        axis.set_title(system, loc="left")
        along_ranks(axis, [p.ranks for p in points if p.system == system])
        axis.set_yscale("log", base=2)
        axis.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        if axis.lines:  # without one rank there is no speed-up
            axis.legend()
    axes[0].set_ylabel("speed-up over one rank (dotted: modelled)")
    return finished(figure, words)


def finished(figure: Figure, words: str) -> Figure:
    """With its mark, and what was simulated above it."""
    figure.suptitle(words, x=0.01, ha="left", fontsize=7)
    figure.tight_layout(rect=(0, 0, 0.98, 1))
    mark(figure, "SIMULATED: times on a cluster that is not there")
    return figure


def save(figure: Figure, path: Path) -> None:
    """Writes the picture, small, since some are part of the project."""
    style.save_in_few_colours(figure, path)
    plt.close(figure)
