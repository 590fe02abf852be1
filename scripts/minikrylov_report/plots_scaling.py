"""Plots of scaling, from files of several runs."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from . import style
from .labels import labels
from .plots_solves import median
from .results import Solve

Series = list[Solve]

# What a solve on one rank has none of.
COMMUNICATION = ("overlap", "reduction", "progress")


def series_of(solves: list[Solve], *varying: str) -> list[Series]:
    """Solves that differ only in `varying`, by cores; at least two numbers of cores, the fastest of equals. A solve on
    one rank has no way to communicate, so it begins the series of all ways."""
    groups: dict[tuple[object, ...], dict[int, Solve]] = {}
    free = ("ranks", "threads", *varying)

    def kin_of(solve: Solve) -> tuple[object, ...]:
        return solve.same_but(*free, *COMMUNICATION)

    timed = [solve for solve in solves if solve.seconds_per_iteration().size]
    for solve in sorted(timed, key=lambda one: one.metadata["ranks"] == 1):  # those on one rank last
        joined = []
        if solve.metadata["ranks"] == 1:
            joined = [group for group in groups.values() if kin_of(next(iter(group.values()))) == kin_of(solve)]
        for group in joined or [groups.setdefault(solve.same_but(*free), {})]:
            known = group.get(solve.cores)
            if known is None or median(solve) < median(known):
                group[solve.cores] = solve
    return [[group[cores] for cores in sorted(group)] for group in groups.values() if len(group) > 1]


def weak_series(solves: list[Solve]) -> list[Series]:
    """Series of solves with the same rows per core (up to one part in ten) on different numbers of cores."""
    by_share: list[tuple[float, list[Solve]]] = []
    for solve in solves:
        share = solve.metadata["rows"] / solve.cores
        alike = next((group for known, group in by_share if abs(share - known) <= 0.1 * known), None)
        if alike is None:
            by_share.append((share, [solve]))
        else:
            alike.append(solve)
    found = [series for _, group in by_share for series in series_of(group, "rows")]
    return [series for series in found if len({solve.metadata["rows"] for solve in series}) > 1]


def strong_scaling(solves: list[Solve]) -> Figure | None:
    """Time per iteration of the same system on more and more cores, with the ideal line of each series."""
    series = series_of(solves)
    return draw(series, "the same system on more cores", ideal_falls=True) if series else None


def weak_scaling(solves: list[Solve]) -> Figure | None:
    """Time per iteration for constant rows per core; the ideal is a horizontal line."""
    series = weak_series(solves)
    return draw(series, "the same rows per core", ideal_falls=False) if series else None


def draw(series: list[Series], title: str, *, ideal_falls: bool) -> Figure:
    """Times on the left, efficiency on the right; if there are many series, each has its own panel."""
    if len(series) > 8:
        return draw_each(series, ideal_falls=ideal_falls)
    figure, (times, efficiency) = style.panels(2, 2, height=4.2)
    names = labels([line[-1] for line in series])  # the first may have run on one rank
    factor, unit = style.scale_of(max(median(line[0]) for line in series))
    for place, (line, name) in enumerate(zip(series, names, strict=True)):
        cores = [solve.cores for solve in line]
        seconds = [factor * median(solve) for solve in line]
        errors = [
            [factor * (median(s) - s.metadata["seconds_per_iteration_low"]) for s in line],
            [factor * (s.metadata["seconds_per_iteration_high"] - median(s)) for s in line],
        ]
        look = style.look(place)
        times.errorbar(cores, seconds, errors, capsize=2, label=style.shorten(name, 44), **look)
        ideal = [seconds[0] * (cores[0] / c if ideal_falls else 1.0) for c in cores]
        times.plot(cores, ideal, ":", color=look["color"], linewidth=0.8, alpha=0.7)
        efficiency.plot(cores, [100 * best / real for best, real in zip(ideal, seconds, strict=True)], **look)
    all_medians = [median(solve) for line in series for solve in line]
    if max(all_medians) > 4 * min(all_medians):
        times.set_yscale("log", base=2)
        times.yaxis.set_major_formatter(lambda value, _: f"{value:.3g}")
    else:  # powers of two would give only one or two ticks
        times.set_ylim(0, 1.1 * factor * max(all_medians))
    times.set_title(f"Time per iteration: {title}")
    times.set_ylabel(f"median, 99 % interval [{unit}]")
    times.plot([], [], ":", color=style.BLACK, linewidth=0.8, label="ideal")
    efficiency.axhline(100, color=style.BLACK, linewidth=0.8, linestyle=":")
    efficiency.set_title("Efficiency")
    efficiency.set_ylabel("of the ideal [%]")
    efficiency.set_ylim(bottom=0)
    all_cores = sorted({solve.cores for line in series for solve in line})
    for axis in (times, efficiency):
        set_cores(axis, all_cores)
    handles, found = times.get_legend_handles_labels()
    lines = -(-len(found) // 4)
    figure.legend(handles, found, loc="lower center", ncols=4)
    figure.tight_layout(rect=(0, (0.15 + 0.2 * lines) / figure.get_figheight(), 1, 1))
    return figure


def draw_each(series: list[Series], *, ideal_falls: bool) -> Figure:
    """One panel per series: its efficiency, and in grey that of all others."""
    figure, axes = style.panels(len(series), 4, height=1.9)
    all_cores = sorted({solve.cores for line in series for solve in line})
    curves = []
    for line in series:
        ideal = [line[0].cores / solve.cores if ideal_falls else 1.0 for solve in line]
        percent = [100 * share * median(line[0]) / median(s) for share, s in zip(ideal, line, strict=True)]
        curves.append(([solve.cores for solve in line], percent))
    names = labels([line[-1] for line in series])  # the first may have run on one rank
    for axis, (cores, percent), name in zip(axes, curves, names, strict=True):
        for others in curves:
            axis.plot(*others, color=style.GREY, linewidth=0.6, alpha=0.4)
        axis.plot(cores, percent, color=style.BLUE, marker="o")
        axis.axhline(100, color=style.BLACK, linewidth=0.8, linestyle=":")
        axis.set_ylim(0, max(110.0, *percent))
        style.title(axis, name, 28)
        set_cores(axis, all_cores)
        axis.set_xlabel("cores" if axis in axes[-4:] else "")
    for axis in axes[::4]:
        axis.set_ylabel("of ideal [%]")
    figure.tight_layout()
    return figure


def set_cores(axis: Axes, cores: list[int]) -> None:
    """An axis of cores with a tick at each measured number."""
    axis.set_xscale("log", base=2)
    axis.set_xticks(cores, [str(c) for c in cores])
    axis.minorticks_off()
    axis.set_xlabel("cores (ranks × threads)")
