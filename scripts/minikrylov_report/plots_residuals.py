"""Plots of convergence."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from . import style
from .results import Solve


def residual_histories(solves: list[Solve]) -> Figure | None:
    """One panel per solve: its recurrence residual and the true one, with its classical method in grey."""
    known = [(s, s.label) for s in solves if s.get("residual_history") is not None]
    if not known:
        return None
    figure, axes = style.panels(len(known), 4, height=2.1)
    for axis, (solve, name) in zip(axes, known, strict=True):
        same = [s for s, _ in known if s is not solve and kind_of(s) == kind_of(solve)]
        for other in same[:1]:
            axis.semilogy(relative(other, "residual_history"), color=style.GREY, linewidth=3, alpha=0.45, label="_")
        computed = relative(solve, "residual_history")
        judged = np.flatnonzero(np.isfinite(computed))
        every = max(1, len(judged) // 8)
        axis.semilogy(
            judged, computed[judged], color=style.BLUE, marker="o", markevery=every, label="recurrence residual"
        )
        if solve.get("true_residual_history") is not None:
            true = relative(solve, "true_residual_history")
            kept = np.flatnonzero(np.isfinite(true))
            every = max(1, len(kept) // 8)
            axis.semilogy(
                kept,
                true[kept],
                color=style.VERMILION,
                linestyle="--",
                label="true residual b - A x",
                marker="^",
                markevery=(every // 2, every),
                markerfacecolor="white",
            )
        style.title(axis, name, 28)
        axis.margins(x=0.02)
    for axis in axes[-min(4, len(axes)) :]:
        axis.set_xlabel("iteration")
    for axis in axes[::4]:
        axis.set_ylabel("‖r‖ / ‖r₀‖")
    handles, names = max((axis.get_legend_handles_labels() for axis in axes), key=lambda found: len(found[1]))
    figure.legend(handles, names, loc="lower center", ncols=2)
    figure.tight_layout(rect=(0, 0.35 / figure.get_figheight(), 1, 1))
    return figure


def kind_of(solve: Solve) -> tuple[object, ...]:
    """What solves with comparable histories have in common: family and system."""
    return "bicgstab" in solve.method, solve.problem.get("problem"), solve.metadata["rows"], solve.metadata["preconditioner"]


def relative(solve: Solve, history: str) -> np.ndarray:
    """The maximum norm over right-hand sides, relative to the first; zeros are left out."""
    values = np.atleast_2d(np.asarray(solve.get(history), dtype=float))
    largest = values.max(axis=1)
    first = np.asarray(solve.get("residual_history"), dtype=float)[0].max()
    largest = largest / first if first > 0 else largest
    return np.where(largest > 0, largest, np.nan)
