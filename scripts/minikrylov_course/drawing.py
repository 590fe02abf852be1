"""The plots of the lessons."""

from __future__ import annotations

from pathlib import Path

from minikrylov_report import need, style
from minikrylov_report.labels import count_text
from minikrylov_report.plots_communication import halo_wait, timelines
from minikrylov_report.plots_residuals import relative
from minikrylov_report.plots_solves import median
from minikrylov_report.results import Solve, emulations, read_all

need("numpy")

import numpy as np
from matplotlib.figure import Figure
from plot_model import read_prediction

from . import Lesson
from .avoiding import avoiding, draw_latencies
from .decision import decision


def draw(lesson: Lesson, files: list[Path], picture: Path) -> None:
    """Plots a lesson from the results of its jobs."""
    style.set_up()
    if lesson.picture == "decision":
        figure = decision(read_prediction(files[0], "seconds").curves)
    else:
        solves = read_all(files)
        figure = DRAWINGS[lesson.picture](solves)
        if words := emulations(solves):
            style.mark(figure, words)
    style.save_in_few_colours(figure, picture)


def cost_of_a_sum(solves: list[Solve]) -> Figure:
    """One bar per size: work, waiting for the halo, waiting for sums."""
    figure, (axis,) = style.panels(1, 1, height=2.6)
    parts = [parts_of_an_iteration(solve) for solve in solves]
    factor, unit = style.scale_of(max(map(sum, parts)))
    looks = (("products and vectors", style.BLUE, ""), *WAITS)
    for place, seconds in enumerate(parts):
        begin = 0.0
        for (label, colour, hatch), part in zip(looks, seconds, strict=True):
            axis.barh(
                -place,
                factor * part,
                0.62,
                left=factor * begin,
                color=colour,
                hatch=hatch,
                edgecolor="white",
                label=label if place == 0 else None,
            )
            begin += part
        axis.annotate(
            f"sums: {100 * seconds[2] / begin:.0f} %",
            (factor * begin, -place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
        )
    axis.set_yticks([-k for k in range(len(solves))], [f"{solve.metadata['rows']:,} unknowns" for solve in solves])
    axis.set_xlim(0, 1.12 * factor * max(map(sum, parts)))
    axis.set_xlabel(f"time per iteration of {solves[0].method}, 2 ranks [{unit}]")
    axis.grid(axis="y", visible=False)
    figure.legend(loc="upper center", ncols=3)
    figure.tight_layout(rect=(0, 0, 1, 0.92))
    return figure


WAITS = (("waiting for the halo", style.PURPLE, "\\\\\\\\"), ("waiting for sums", style.VERMILION, "xxxx"))


def parts_of_an_iteration(solve: Solve) -> tuple[float, float, float]:
    """Seconds of work, of waiting for the halo, and of waiting for sums, from the recorded repetition."""
    iterations = max(1, solve.metadata["iterations"])
    halo = halo_wait(solve)
    kernels = sum(kernel["seconds"] for kernel in solve.kernels if kernel["calls"] > 1) / iterations
    sums = sum(row["start_seconds"] + row["finish_seconds"] for row in solve.reductions) / iterations
    return max(0.0, kernels - halo), halo, sums


def merging(solves: list[Solve]) -> Figure:
    """Vectors moved and time per iteration, basic beside merged."""
    names = list(dict.fromkeys(solve.method for solve in solves))
    figure, (vectors, times) = style.panels(2, 2, height=2.6)
    factor, unit = style.scale_of(max(map(median, solves)))
    for shift, (kind, colour, hatch) in zip(
        (0.19, -0.19), (("basic", style.SKY, ""), ("merged", style.BLUE, "////")), strict=True
    ):
        found = {solve.method: solve for solve in solves if solve.metadata["formulation"] == kind}
        for axis, value in (
            (vectors, lambda s: s.metadata["vectors_read"] + s.metadata["vectors_written"]),
            (times, lambda s: factor * median(s)),
        ):
            heights = [-k + shift for k in range(len(names))]
            bars = axis.barh(
                heights,
                [value(found[n]) for n in names],
                0.36,
                color=colour,
                hatch=hatch,
                edgecolor="white",
                label=kind,
            )
            axis.bar_label(bars, fmt="%.3g", padding=3)
    for axis in (vectors, times):
        axis.set_yticks([-k for k in range(len(names))], names)
        axis.margins(x=0.12)
        axis.grid(axis="y", visible=False)
    times.tick_params(labelleft=False)
    vectors.set_xlabel("vectors read and written by fused kernels, per iteration")
    times.set_xlabel(f"time per iteration, median [{unit}]")
    handles, labels = times.get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper center", ncols=2)
    figure.tight_layout(rect=(0, 0, 1, 0.92))
    return figure


def latencies(solves: list[Solve]) -> Figure:
    """Time per iteration over latency; the slope is the number of latencies waited for."""
    figure, (axis,) = style.panels(1, 1, width=7.5, height=3.2)
    draw_latencies(axis, solves)
    figure.tight_layout()
    return figure


def two_iterations(solves: list[Solve]) -> Figure:
    """Timelines of all solves."""
    figure = timelines(solves)
    if figure is None:
        raise SystemExit("lesson.py: the results hold no timelines (an older version wrote them) run the lesson again")
    return figure


def accuracy(solves: list[Solve]) -> Figure:
    """The true residual of each method, and the recurrence residual as a thin line."""
    figure, (axis,) = style.panels(1, 1, width=7.5, height=3.6)
    for place, solve in enumerate(solves):
        look = style.look(place)
        true, believed = relative(solve, "true_residual_history"), relative(solve, "residual_history")
        axis.semilogy(
            true, label=solve.method, **look, markevery=(25 * place, max(1, len(true) // 6)), markerfacecolor="white"
        )
        axis.semilogy(believed, color=look["color"], linewidth=0.7, linestyle=":")
    axis.plot([], [], ":", color=style.BLACK, linewidth=0.7, label="recurrence residual")
    axis.set_ylim(bottom=1e-15)
    axis.set_xlabel("iteration")
    axis.set_ylabel("‖b - A x‖ / ‖b‖")
    axis.legend(loc="upper right")
    figure.tight_layout()
    return figure


def colouring(solves: list[Solve]) -> Figure:
    """Iterations, their time, and time to solution, for each preconditioner and ordering."""
    names = ["jacobi"] + [f"ic0, {solve.metadata['ordering']}" for solve in solves[1:]]
    figure, axes = style.panels(3, 3, height=2.3)
    columns = (
        ("iterations", [solve.metadata["iterations"] for solve in solves], "%d"),
        ("time per iteration, median [ms]", [1e3 * median(solve) for solve in solves], "%.2f"),
        ("time to solution, median [ms]", [1e3 * solve.metadata["solve_seconds_median"] for solve in solves], "%.0f"),
    )
    for axis, (title, values, form) in zip(axes, columns, strict=True):
        for place, value in enumerate(values):
            look = (style.SKY, "") if place == 0 else (style.GREEN, "....")
            axis.bar_label(
                axis.barh(-place, value, 0.6, color=look[0], hatch=look[1], edgecolor="white"), fmt=form, padding=3
            )
        axis.set_yticks([-k for k in range(len(names))], names)
        axis.tick_params(labelleft=axis is axes[0])
        axis.set_xlabel(f"{title}")
        axis.margins(x=0.2)
        axis.grid(axis="y", visible=False)
    threads = count_text(solves[0].metadata["threads"], "threads")
    figure.suptitle(f"poisson3d-fvm, {solves[0].metadata['rows']:,} unknowns, {threads}", fontsize=9)
    figure.tight_layout()
    return figure


def powers(solves: list[Solve]) -> Figure:
    """Bytes and time per step, over the steps at a time; bytes by kernel."""
    figure, (traffic, times) = style.panels(2, 2, width=7.5, height=2.8)
    names = [f"s = {solve.metadata['s_step']}" for solve in solves]
    looks = (("powers of A", style.BLUE, ""), ("vectors", style.SKY, "////"))
    for place, solve in enumerate(solves):
        begin = 0.0
        for part, (label, colour, hatch) in enumerate(looks):
            size = sum(
                kernel["bytes_read"] + kernel["bytes_written"]
                for kernel in solve.kernels
                if kernel["calls"] > 1 and ("[1 …" in kernel["name"]) == (part == 0)
            )
            size /= 1e6 * max(1, solve.metadata["iterations"])
            traffic.barh(
                -place,
                size,
                0.6,
                left=begin,
                color=colour,
                hatch=hatch,
                edgecolor="white",
                label=label if place == 0 else None,
            )
            begin += size
    traffic.set_xlabel("bytes moved per step, counted [MB]")
    traffic.legend(loc="lower right", fontsize=8)
    times.bar_label(
        times.barh([-k for k in range(len(solves))], [1e3 * median(s) for s in solves], 0.6, color=style.GREEN),
        fmt="%.2f",
        padding=3,
    )
    times.set_xlabel("time per step, median [ms]")
    times.margins(x=0.2)
    for axis in (traffic, times):
        axis.set_yticks([-k for k in range(len(names))], names)
        axis.grid(axis="y", visible=False)
    figure.tight_layout()
    return figure


DRAWINGS = {
    function.__name__: function
    for function in (cost_of_a_sum, merging, latencies, two_iterations, accuracy, colouring, avoiding, powers)
}
