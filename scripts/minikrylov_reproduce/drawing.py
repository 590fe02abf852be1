"""Pictures of ours beside theirs, in the style of the reports."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Picture
from matplotlib.patches import Patch
from minikrylov_report import style

from .outcome import Outcome

THEIRS = {"color": "white", "edgecolor": style.GREY, "hatch": "////"}
Curves = Mapping[str, Sequence[tuple[float, float]]]
Bars = Mapping[str, Mapping[str, float]]  # values by series and group


def save(picture: Picture, outcome: Outcome, *, legend: float = 0.0) -> None:
    """Gives the picture its title, says along its edge where the times are from, and writes it. `legend`: inches kept
    free at the bottom."""
    lines = [outcome.figure.title, *textwrap.wrap(outcome.figure.note, int(11 * picture.get_figwidth()))]
    height = picture.get_figheight() + 0.17 * max(0, len(lines) - 2)
    picture.set_figheight(height)
    heading = picture.suptitle("\n".join(lines), fontsize=10, y=1 - 0.06 / height, va="top")
    heading.set_in_layout(False)  # its place is kept free by the rectangle
    picture.tight_layout(rect=(0, legend / height, 1, 1 - (0.1 + 0.17 * len(lines)) / height))
    style.mark(picture, outcome.source)
    picture.savefig(outcome.picture)


def bars(axis: Axes, ours: Bars, theirs: Bars | None = None, *, label: str = "", rotate: bool = False) -> None:
    """Groups of bars: ours in colour, the paper's hatched beside each."""
    theirs = theirs or {}
    groups = list(dict.fromkeys(group for values in ours.values() for group in values))
    slots = len(ours) * (2 if theirs else 1)
    width = 0.84 / max(1, slots)
    for place, (series, values) in enumerate(ours.items()):
        colour = style.PALETTE[place % len(style.PALETTE)]
        at = place * (2 if theirs else 1) - (slots - 1) / 2
        draw_bars(axis, groups, values, at * width, width, {"color": colour, "label": series})
        if theirs:
            draw_bars(axis, groups, theirs.get(series, {}), (at + 1) * width, width, {**THEIRS, "edgecolor": colour})
    angle = 25 if len(groups) < 8 else 50
    turned: dict[str, Any] = {"rotation": angle, "ha": "right", "rotation_mode": "anchor", "fontsize": 7.5}
    axis.set_xticks(range(len(groups)), groups, **(turned if rotate else {}))
    axis.grid(axis="x", visible=False)
    axis.set_ylabel(label)


def draw_bars(
    axis: Axes, groups: list[str], values: Mapping[str, float], shift: float, width: float, looks: dict[str, Any]
) -> None:
    """The bars of one series."""
    shown = [group for group in groups if group in values]
    axis.bar([groups.index(g) + shift for g in shown], [values[g] for g in shown], 0.94 * width, **looks)


def legend_with_theirs(picture: Picture, axis: Axes, source: str, columns: int = 6) -> None:
    """Below all panels: the series, and what hatched bars are."""
    handles, names = axis.get_legend_handles_labels()
    if source:
        handles.append(Patch(facecolor="white", edgecolor=style.GREY, hatch="////"))
        names.append(f"hatched: the paper, {source}")
    picture.legend(handles, names, loc="lower center", ncols=min(columns, len(names)))


def curves(axis: Axes, found: Curves, *, x: str, y: str, ticks: bool = True, first: int = 0) -> None:
    """Lines with markers; a tick at each x. `first`: the look of the first."""
    for place, (name, points) in enumerate(found.items(), first):
        axis.plot(*zip(*sorted(points), strict=True), label=name, **style.look(place))
    axis.set_xlabel(x)
    axis.set_ylabel(y)
    if ticks:
        values = sorted({at for points in found.values() for at, _ in points})
        if min(values) > 0:
            axis.set_xscale("log", base=2)
        axis.set_xticks(values, [f"{value:.0f}" if value >= 1000 else f"{value:.3g}" for value in values])
        axis.minorticks_off()


def level(axis: Axes, value: float, words: str, place: int = 6) -> None:
    """A dashed line at a number of the paper, or at one that means something, named by the legend that is drawn later."""
    colour = style.PALETTE[place % len(style.PALETTE)]
    axis.axhline(value, color=colour, linestyle="--", linewidth=0.9, label=words or None)
