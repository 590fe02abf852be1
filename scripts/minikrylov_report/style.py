"""The style of all plots: a palette for colour-blind readers, markers beside colours, and units."""

from __future__ import annotations

import io
import math
import textwrap
from pathlib import Path

from . import need

need("matplotlib")

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

# M. Okabe, K. Ito, Color Universal Design (2008); without yellow, which is too light on paper.
BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
BLUE, VERMILION, PURPLE, GREY = "#0072B2", "#D55E00", "#CC79A7", "#8A8A8A"
PALETTE = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK)
MARKERS = "osD^vPX*<>"
LINES = ("-", "--", "-.", ":")
WIDTH = 10.0  # inches; fits a page on paper and on a screen


def set_up() -> None:
    """Sets the style of all figures created afterwards."""
    plt.rcParams.update(
        {
            "figure.dpi": 100,
            "figure.max_open_warning": 0,  # a page may have many plots
            "savefig.dpi": 150,
            "savefig.facecolor": "white",
            "font.family": "DejaVu Sans",
            "font.size": 9,
            "axes.titlesize": 10,
            "axes.titleweight": "bold",
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.axisbelow": True,
            "axes.grid": True,
            "grid.color": "#DDDDDD",
            "grid.linewidth": 0.6,
            "legend.frameon": False,
            "legend.fontsize": 8,
            "lines.linewidth": 1.5,
            "lines.markersize": 5,
            "hatch.linewidth": 0.6,
            "svg.fonttype": "path",
            "svg.hashsalt": "minikrylov",
        }
    )


def look(place: int) -> dict[str, object]:
    """Colour, marker and line style of the series at a place; the first 40 all differ."""
    return {
        "color": PALETTE[place % len(PALETTE)],
        "marker": MARKERS[place % len(MARKERS)],
        "linestyle": LINES[place // len(PALETTE) % len(LINES)],
    }


def panels(count: int, columns: int, width: float = WIDTH, height: float = 2.2) -> tuple[Figure, list[Axes]]:
    """A figure of `count` panels, row by row; `height` is that of a panel."""
    columns = min(columns, count)
    lines = math.ceil(count / columns)
    figure, grid = plt.subplots(lines, columns, figsize=(width, height * lines + 0.4), squeeze=False)
    axes = list(grid.flat)
    for empty in axes[count:]:
        empty.set_visible(False)
    return figure, axes[:count]


def mark(figure: Figure, words: str) -> None:
    """Writes a warning along the right edge."""
    margin = 0.25 / figure.get_figwidth()
    figure.subplots_adjust(right=min(figure.subplotpars.right, 1 - 1.6 * margin))
    figure.text(1 - 0.3 * margin, 0.5, words, rotation=270, ha="right", va="center", color=VERMILION, fontsize=8)


def save(figure: Figure, path: Path, script: str, dpi: int) -> None:
    """Writes a picture in the format of the path's name, and closes it. Raises SystemExit with what to do, in the name of
    the script, where that is not possible."""
    try:
        figure.savefig(path, dpi=dpi)
    except (OSError, ValueError) as error:  # or no format of pictures
        raise SystemExit(f"{script}: {path} cannot be written ({error}) give another --output") from error
    plt.close(figure)


def save_in_few_colours(figure: Figure, path: Path) -> None:
    """Writes a picture as PNG: so few colours fit a palette, which reduces the file to a third of its size."""
    whole = io.BytesIO()
    figure.savefig(whole, dpi=110)
    Image.open(whole).convert("RGB").quantize(128).save(path, optimize=True)


def shorten(text: str, length: int) -> str:
    """The text, shortened with an ellipsis to a maximum number of characters."""
    return text if len(text) <= length else text[: length - 1] + "…"


def title(axis: Axes, text: str, length: int) -> None:
    """A title of at most two lines, broken between its parts rather than within one."""
    whole_parts = text.replace(" ", "\u00a0").replace("\u00a0·\u00a0", "\u00a0· ")
    lines = textwrap.fill(whole_parts, length, max_lines=2, placeholder=" …", break_on_hyphens=False)
    axis.set_title(lines, loc="left", fontsize=8.5)


def scale_of(seconds: float) -> tuple[float, str]:
    """A factor and a unit with which `seconds` lie between 1 and 1000."""
    for factor, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return factor, unit
    return 1e9, "ns"


def choose_scale(axis: Axes, seconds: list[float]) -> None:
    """A time axis along x: linear from zero, or logarithmic if some of `seconds` are many times others."""
    positive = [value for value in seconds if value > 0]
    if positive and max(positive) > 25 * min(positive):
        axis.set_xscale("log")
        axis.set_xlim(left=scale_of(max(positive))[0] * 0.5 * min(positive))
        axis.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    else:
        axis.set_xlim(left=0)


def time_text(seconds: float) -> str:
    """Seconds with three digits."""
    factor, unit = scale_of(seconds)
    return f"{seconds * factor:.3g} {unit}"
