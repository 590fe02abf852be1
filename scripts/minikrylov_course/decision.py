"""The plot of the lesson on models."""

from __future__ import annotations

import itertools

from minikrylov_report import need, style

need("numpy")

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from plot_model import Curve


def decision(curves: list[Curve]) -> Figure:
    """Predicted times over nodes, and below them which method is fastest where."""
    curves = [c for c in curves if c.setting["model"] == "data-transfer"]
    gamma = max(float(c.setting["gamma"]) for c in curves)
    curves = [c for c in curves if c.setting["gamma"] == gamma]
    figure, (axis,) = style.panels(1, 1, width=7.5, height=3.8)
    times = np.array([curve.values for curve in curves])
    nodes = curves[0].nodes
    floor = 1e6 * times.min() * 0.45
    for place, curve in enumerate(curves):
        axis.plot(
            nodes, 1e6 * curve.values, label=curve.method, **style.look(place), markevery=(3 * place, 14), linewidth=1.2
        )
    mark_fastest(axis, nodes, times, [curve.method for curve in curves], floor)
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_ylim(bottom=0.7 * floor)
    axis.set_xlabel("nodes (bar: fastest method)")
    axis.set_title(f"MODEL of blue-waters, γ = {gamma:g}: 10⁶ unknowns, 5 points; nothing was run there", fontsize=9)
    axis.set_ylabel("time per iteration [µs]")
    axis.legend(loc="upper right")
    figure.tight_layout()
    return figure


def mark_fastest(axis: Axes, nodes: np.ndarray, times: np.ndarray, names: list[str], height: float) -> None:
    """A bar along the bottom with the fastest method."""
    fastest = times.argmin(axis=0)
    ends = [0, *(np.flatnonzero(np.diff(fastest)) + 1), len(nodes) - 1]
    for begin, end in itertools.pairwise(ends):
        place = fastest[begin]
        axis.plot(
            [nodes[begin], nodes[end]],
            [height, height],
            color=style.PALETTE[place],
            linewidth=6,
            solid_capstyle="butt",
        )
        axis.annotate(
            names[place],
            (np.sqrt(nodes[begin] * nodes[end]), height),
            xytext=(0, 8 if begin == 0 or place % 2 == 0 else -8),
            textcoords="offset points",
            ha="center",
            va="center",
            fontsize=8,
        )
