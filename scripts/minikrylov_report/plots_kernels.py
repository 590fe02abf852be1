"""Plots of kernels: where the time goes, and how close each is to the memory bandwidth."""

from __future__ import annotations

import re

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from . import style
from .labels import is_compressed
from .results import Row, Solve

# Colour and hatch for each kind of kernel, determined from its formula.
KINDS = {
    "product": (style.BLUE, ""),
    "preconditioner": (style.GREEN, "...."),
    "fused kernel": (style.ORANGE, "////"),
}
NAMES = {"product": "with a product A x", "preconditioner": "M⁻¹ alone", "fused kernel": "vectors only"}


def kind_of(formula: str) -> str:
    """product: contains A or powers of it; preconditioner: M alone; fused kernel: all others."""
    if re.search(r"= Aᵀ? |= \[1 … ", formula):  # [1 … p4(A)] p: powers
        return "product"
    return "preconditioner" if re.fullmatch(r"\S+ = M⁻¹ \S+", formula) else "fused kernel"


def bytes_of(kernel: Row) -> float:
    """Bytes moved by all calls of all ranks."""
    return float(kernel["bytes_read"] + kernel["bytes_written"])


def time_by_kernel(solves: list[Solve]) -> Figure | None:
    """One panel per solve: its kernels by time, with their bandwidth and its share of the triad's."""
    known = [(s, s.label) for s in solves if s.kernels]
    if not known:
        return None
    longest = [kernels_that_count(solve) for solve, _ in known]
    figure, axes = style.panels(len(known), 2, height=0.9 + 0.26 * max(len(kernels) for kernels in longest))
    for axis, (solve, name), kernels in zip(axes, known, longest, strict=True):
        draw_kernels(axis, solve, kernels)
        axis.set_ylim(0.6 - max(len(kernels) for kernels in longest), 0.6)
        style.title(axis, name, 44)
    handles = [
        axes[0].barh(0, 0, color=colour, hatch=hatch, edgecolor="white", label=NAMES[kind])
        for kind, (colour, hatch) in KINDS.items()
    ]
    figure.legend(handles=handles, loc="lower center", ncols=3)
    figure.tight_layout(rect=(0, 0.3 / figure.get_figheight(), 1, 1))
    return figure


def kernels_that_count(solve: Solve) -> list[Row]:
    """Kernels with several calls and at least one hundredth of the time, longest first; all if there are none."""
    total = sum(kernel["seconds"] for kernel in solve.kernels)
    kept = [k for k in solve.kernels if k["calls"] > 1 and k["seconds"] > 0.01 * total] or solve.kernels
    return sorted(kept, key=lambda kernel: -kernel["seconds"])


def draw_kernels(axis: Axes, solve: Solve, kernels: list[Row]) -> None:
    """The bars of one solve."""
    iterations = max(1, solve.metadata["iterations"])
    factor, unit = style.scale_of(kernels[0]["seconds"] / iterations)
    triad = solve.get("triad_bandwidth") or 0
    for place, kernel in enumerate(kernels):
        colour, hatch = KINDS[kind_of(kernel["name"])]
        seconds = kernel["seconds"]
        axis.barh(-place, factor * seconds / iterations, 0.7, color=colour, hatch=hatch, edgecolor="white")
        rate = bytes_of(kernel) / seconds if seconds > 0 else 0.0
        share = f", {100 * rate / triad:.0f} % of triad" if triad else ""
        axis.annotate(
            f"{rate / 1e9:.1f} GB/s{share}",
            (factor * seconds / iterations, -place),
            xytext=(3, 0),
            textcoords="offset points",
            va="center",
            fontsize=7,
        )
    names = [style.shorten(kernel["name"], 38) for kernel in kernels]
    axis.set_yticks([-place for place in range(len(kernels))], names, fontsize=7)
    axis.set_xlim(0, 1.9 * factor * kernels[0]["seconds"] / iterations)
    axis.set_xlabel(f"time per iteration [{unit}]", fontsize=8)
    axis.grid(axis="y", visible=False)


def roofline(solves: list[Solve]) -> Figure | None:
    """Operations per second over operations per byte: kernels below the line of the triad."""
    known = [(s, s.label) for s in solves if s.kernels and s.get("triad_bandwidth")]
    if not known:
        return None
    figure, (axis,) = style.panels(1, 1, width=8.5, height=4.6)
    intensities, rates = [], []
    for kind, (colour, _) in KINDS.items():
        found = marks_of([solve for solve, _ in known], kind)
        if not found:
            continue
        x, y, seconds = (np.array(column) for column in zip(*found, strict=True))
        marker = {"product": "o", "preconditioner": "s", "fused kernel": "^"}[kind]
        axis.scatter(
            x,
            y,
            15 + 250 * seconds / seconds.max() * 0.5,
            color=colour,
            marker=marker,
            alpha=0.75,
            edgecolor="white",
            linewidth=0.5,
        )
        axis.plot([], [], marker, color=colour, label=name_of(kind, [solve for solve, _ in known]))
        intensities.extend(x)
        rates.extend(y)
    if not intensities:
        return None
    ends = np.array([0.7 * min(intensities), 1.5 * max(intensities)])
    triads = sorted({round(solve.metadata["triad_bandwidth"] / 1e9, 1) for solve, _ in known})
    draw_roof(axis, ends, triads[0], triads[-1])
    axis.set_xscale("log", base=2)
    axis.set_yscale("log", base=2)
    for along in (axis.xaxis, axis.yaxis):
        along.set_major_formatter(lambda value, _: f"{value:.3g}")
    axis.set_xlim(*ends)
    axis.set_ylim(0.7 * min(rates), 1.6 * max(max(rates), triads[-1] * max(intensities)))
    axis.set_xlabel("operations per byte [flop/byte]")
    axis.set_ylabel("operations per second [Gflop/s]")
    axis.legend(loc="lower right")
    figure.tight_layout()
    return figure


def name_of(kind: str, solves: list[Solve]) -> str:
    """What marks of a kind are called, which says whether products read compressed matrices."""
    compressed = [is_compressed(solve.metadata) for solve in solves]
    if kind != "product" or not any(compressed):
        return NAMES[kind]
    return f"{NAMES[kind]} ({'compressed' if all(compressed) else 'in part compressed'})"


def marks_of(solves: list[Solve], kind: str) -> list[tuple[float, float, float]]:
    """Of each kernel of this kind: operations per byte, 10⁹ operations per second, and seconds."""
    return [
        (kernel["flops"] / bytes_of(kernel), kernel["flops"] / kernel["seconds"] / 1e9, kernel["seconds"])
        for solve in solves
        for kernel in solve.kernels
        if kind_of(kernel["name"]) == kind
        and kernel["calls"] > 1
        and kernel["flops"] > 0
        and kernel["seconds"] > 0
        and bytes_of(kernel) > 0
    ]


def draw_roof(axis: Axes, ends: np.ndarray, least: float, most: float) -> None:
    """The line of the triad in GB/s, and half of it; a band if the solves' triads differ."""
    if most > 1.1 * least:
        axis.fill_between(
            ends, least * ends, most * ends, color=style.GREY, alpha=0.25, label=f"triads: {least:.1f} to {most:.1f} GB/s"
        )
        return
    for share, line, name in ((1.0, "-", "the triad"), (0.5, "--", "half of it")):
        axis.plot(
            ends, share * most * ends, line, color=style.BLACK, linewidth=1, label=f"{name}: {share * most:.1f} GB/s"
        )
