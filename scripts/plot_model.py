#!/usr/bin/env python3
"""Plots the output of `minikrylov model predict --output FILE`: relative performance or speed-up over nodes.

Like figures 6 to 9 of Krasnopolsky 2019: one row per preconditioner or data source, one column per overlap or number of
right-hand sides.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from minikrylov_report import UnreadableFileError, need  # isort: skip

need("h5py", "matplotlib", "numpy")

from minikrylov_report.results import content, open_results, readable  # isort: skip

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from minikrylov_report import style

LABELS = {
    "gamma": "γ = {:.3g}",
    "rhs": "m = {:d}",
    "alpha": "α = {:.3g}",
    "data": "data in {}",
    "classical": "{} and variants",
    "model": "{} model",
}
TITLES = {
    "relative_performance": "relative performance (best = 1)",
    "speedup": "speed-up over the classical method on one node",
    "seconds": "seconds per iteration",
}


@dataclass(frozen=True)
class Curve:
    """A method's times in one setting."""

    method: str
    setting: dict[str, str | float | int]
    nodes: np.ndarray
    values: np.ndarray


def text_of(value: object) -> object:
    """HDF5's bytes and numpy's numbers as Python's own."""
    if isinstance(value, bytes):
        return value.decode()
    return value.item() if hasattr(value, "item") else value


@dataclass(frozen=True)
class Prediction:
    """All curves of a file, with their machine and system."""

    machine: str
    workload: str
    curves: list[Curve]


def read_prediction(path: Path, quantity: str) -> Prediction:
    """The content of a file; raises SystemExit if it holds no prediction."""
    try:
        with open_results(path, "prediction") as file, readable(path):
            curves = []
            groups = file["model/curves"]
            for key in sorted(groups, key=int):
                group, name = groups[key], str(text_of(groups[key].attrs["method"]))
                setting = {name: text_of(group.attrs[name]) for name in LABELS}
                if "s_step" in group.attrs:
                    name += f" (s = {group.attrs['s_step']})"
                curves.append(Curve(name, setting, content(group["nodes"]), content(group[quantity])))
            about = file["model"].attrs
            machine = tomllib.loads(str(text_of(about["machine"])))["name"]
            return Prediction(machine, str(text_of(about["workload"])), curves)
    except UnreadableFileError as error:
        raise SystemExit(f"plot_model.py: {error}") from error


def chosen(curves: list[Curve], wanted: list[str]) -> list[Curve]:
    """The curves that match conditions like "gamma=1"."""
    for condition in wanted:
        name, _, text = condition.partition("=")
        if name not in LABELS:
            raise SystemExit(f"there is no setting {name} (in {condition}) choose from {', '.join(LABELS)}")
        curves = [c for c in curves if str(c.setting[name]) == text or equals(c.setting[name], text)]
    if not curves:
        raise SystemExit("no curve is left (--only excludes everything in the file) relax --only")
    return curves


def equals(value: object, text: str) -> bool:
    """Whether a number equals the one in `text`."""
    try:
        return float(value) == float(text)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


def settings_of(curves: list[Curve], name: str) -> list[object]:
    """The distinct values of a setting, in the order of the file."""
    return list(dict.fromkeys(c.setting[name] for c in curves))


def draw(axes: Axes, curves: list[Curve], quantity: str) -> None:
    """One plot: one line per method."""
    for number, curve in enumerate(curves):
        axes.plot(curve.nodes, curve.values, label=curve.method, linestyle=["-", "--", "-.", ":"][number % 4])
    axes.set_xscale("log")
    if quantity == "relative_performance":
        axes.set_ylim(0.3, 1.03)
    else:
        axes.set_yscale("log")
    axes.grid(alpha=0.3)


def heading(prediction: Prediction, curves: list[Curve], panels: tuple[str, str], quantity: str) -> str:
    """The title of the page: quantity, machine, system, and what all plots have in common."""
    common = [LABELS[name].format(settings_of(curves, name)[0]) for name in LABELS if name not in panels]
    return f"{TITLES[quantity]}, predicted for {prediction.machine}\n{prediction.workload}\n{', '.join(common)}"


def plot(prediction: Prediction, curves: list[Curve], panels: tuple[str, str], quantity: str, output: Path) -> None:
    """All plots on one page; `panels`: what varies from row to row, and from column to column."""
    rows, columns = panels
    others = [n for n in LABELS if n not in panels and len(settings_of(curves, n)) > 1]
    if others:
        raise SystemExit(f"curves also differ in {', '.join(others)} (a page has only two directions) select by --only")
    row_values, column_values = settings_of(curves, rows), settings_of(curves, columns)
    figure, grid = plt.subplots(
        len(row_values),
        len(column_values),
        figsize=(1 + 3.6 * len(column_values), 1.2 + 2.8 * len(row_values)),
        squeeze=False,
        sharex=True,
        sharey=True,
    )
    for i, row in enumerate(row_values):
        for j, column in enumerate(column_values):
            axes = grid[i][j]
            here = [c for c in curves if c.setting[rows] == row and c.setting[columns] == column]
            draw(axes, here, quantity)
            axes.set_title(f"{LABELS[columns].format(column)}, {LABELS[rows].format(row)}", fontsize=10)
            if i == len(row_values) - 1:
                axes.set_xlabel("nodes")
    grid[0][0].legend(fontsize=8)
    figure.suptitle(heading(prediction, curves, panels, quantity), fontsize=10)
    figure.tight_layout()
    style.save(figure, output, "plot_model.py", dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="output file of minikrylov model predict")
    parser.add_argument("--output", type=Path, help="plot (default: the file's name with .png)")
    parser.add_argument("--quantity", choices=list(TITLES), default="relative_performance")
    parser.add_argument("--rows", choices=list(LABELS), default="data", help="what varies from row to row")
    parser.add_argument("--columns", choices=list(LABELS), default="gamma", help="what varies from column to column")
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME=VALUE", help="only these curves, like data=memory"
    )
    options = parser.parse_args()
    wanted = options.only if any(o.startswith("model=") for o in options.only) else [*options.only, "model=data-transfer"]
    prediction = read_prediction(options.file, options.quantity)
    curves = chosen(prediction.curves, wanted)
    output = options.output or options.file.with_suffix(".png")
    plot(prediction, curves, (options.rows, options.columns), options.quantity, output)
    print(f"The plot is in {output}")


if __name__ == "__main__":
    main()
