"""The plot of the lesson on s-step methods."""

from __future__ import annotations

from minikrylov_report import need, style
from minikrylov_report.plots_communication import draw_timeline, iterations_of, legend_of
from minikrylov_report.plots_solves import median
from minikrylov_report.results import Solve

need("numpy")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure


def draw_latencies(axis: Axes, solves: list[Solve]) -> None:
    """Time per iteration over latency; the slope is the number of latencies waited for."""
    for place, name in enumerate(dict.fromkeys(solve.method for solve in solves)):
        mine = [solve for solve in solves if solve.method == name]
        x = np.array([1e3 * solve.run["emulated_latency"] for solve in mine])
        y = np.array([1e3 * median(solve) for solve in mine])
        slope = np.polyfit(x, y, 1)[0]
        axis.plot(x, y, label=f"{name}: {slope:.1f} latencies per iteration", **style.look(place))
    axis.set_xlim(left=0)
    axis.set_ylim(bottom=0)
    axis.set_xlabel("EMULATED latency per message [ms]")
    axis.set_ylabel("time per iteration,\nmedian [ms]")
    axis.legend(loc="upper left")


def avoiding(solves: list[Solve]) -> Figure:
    """Time over latency and the condition of two bases; below, two iterations of CG beside a block of s steps."""
    slow = [solve for solve in solves if solve.run.get("emulated_latency")]
    figure = plt.figure(figsize=(style.WIDTH, 6.4))
    grid = figure.add_gridspec(3, 2, height_ratios=(2.6, 1.5, 1.5))
    draw_latencies(figure.add_subplot(grid[0, 0]), slow)
    draw_conditions(figure.add_subplot(grid[0, 1]), [solve for solve in solves if solve not in slow])
    middle = sorted({solve.run["emulated_latency"] for solve in slow})[1]
    shown = [s for s in slow if s.run["emulated_latency"] == middle and s.method in ("pcg", "ca-pcg")]
    end = max((row["end_seconds"] for solve in shown for row in iterations_of(solve)), default=1e-9)
    axes = [figure.add_subplot(grid[1 + place, :]) for place in range(len(shown))]
    for axis, solve in zip(axes, shown, strict=True):
        draw_timeline(axis, solve, min(2, solve.metadata["ranks"]), end)
        s = solve.get("s_step")
        what = "two iterations" if s is None else f"one block of {s} iterations"
        axis.set_title(f"{solve.method}: {what}, latency {1e6 * middle:.0f} µs", loc="left")
    figure.legend(handles=legend_of(axes[0], shown), loc="lower center", ncols=7)
    figure.tight_layout(rect=(0, 0.3 / figure.get_figheight(), 1, 1))
    return figure


def draw_conditions(axis: Axes, solves: list[Solve]) -> None:
    """The condition number of each basis over s, and the sums that the solve needed."""
    for place, basis in enumerate(dict.fromkeys(solve.metadata["basis"] for solve in solves)):
        mine = [solve for solve in solves if solve.metadata["basis"] == basis]
        s = [solve.metadata["s_step"] for solve in mine]
        conditions = [solve.metadata["basis_condition"] for solve in mine]
        axis.semilogy(s, conditions, label=basis, **style.look(place))
        for solve, x, y in zip(mine, s, conditions, strict=True):
            sums = round(solve.metadata["reductions_started"] * solve.metadata["iterations"])
            above = place == 0
            axis.annotate(
                f"{sums} sums",
                (x, y),
                xytext=(0, 6 if above else -6),
                textcoords="offset points",
                ha="center",
                va="bottom" if above else "top",
                fontsize=7,
            )
    axis.axhline(6.7e7, color=style.GREY, linewidth=0.8, linestyle=":", label="1/√ε: no digit is left")
    axis.set_ylim(1, 2e9)
    axis.set_xlim(0, 18)
    axis.set_xlabel("steps at a time, s")
    axis.set_ylabel("condition number\nof the basis, at most")
    axis.legend(loc="upper left")
