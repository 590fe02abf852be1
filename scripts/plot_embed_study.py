#!/usr/bin/env python3
"""Plots `minikrylov embed-study --output FILE.csv`: speed-up over ranks, as in figure 5 of Selvitopi & Aykanat 2014."""

from __future__ import annotations

import argparse
import csv
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from minikrylov_report import need, printable  # isort: skip

need("matplotlib")

import matplotlib.pyplot as plt
from minikrylov_report import style

# Marker, its size and colour: curves of embedded schemes often coincide, so smaller markers are nested in larger ones.
SCHEMES = {
    "CONV": ("o", 3.0, "tab:red"),
    "EMB": ("s", 8.0, "tab:blue"),
    "EMB-KLF": ("^", 5.5, "tab:green"),
    "EMB-KLR": ("v", 2.5, "black"),
}
QUANTITIES = {
    "speedup": "speed-up (predicted)",
    "values_average": "values sent per rank",
    "values_maximum": "values sent by the busiest rank",
    "messages_maximum": "messages sent by the busiest rank",
}

Curve = list[tuple[int, float]]
Panels = dict[tuple[str, str], dict[str, Curve]]


def read_panels(files: list[Path], quantity: str) -> Panels:
    """Curves by matrix and machine, then by scheme. Raises SystemExit for a file that is no study."""
    panels: Panels = defaultdict(lambda: defaultdict(list))
    for file in files:
        try:
            with file.open(newline="", encoding="utf-8") as stream:
                for row in csv.DictReader(stream):
                    point, scheme = (int(row["ranks"]), float(row[quantity])), row["scheme"]
                    if scheme not in SCHEMES:
                        raise ValueError(f"there is no scheme {scheme!r}")
                    panels[(row["matrix"], row["machine"])][scheme].append(point)
        except (OSError, KeyError, TypeError, ValueError, csv.Error) as error:
            why = f"{file} is no study ({error!r}) give files written by minikrylov embed-study --output"
            raise SystemExit(f"plot_embed_study.py: {printable(why)}") from error
    if not panels:
        raise SystemExit("plot_embed_study.py: there is nothing to plot (no rows in these files) give others")
    return panels


def plot(panels: Panels, quantity: str, output: Path) -> None:
    """One panel per matrix (rows) and machine (columns)."""
    matrices = list(dict.fromkeys(matrix for matrix, _ in panels))
    machines = list(dict.fromkeys(machine for _, machine in panels))
    figure, axes = plt.subplots(
        len(matrices), len(machines), figsize=(4.2 * len(machines), 3.0 * len(matrices)), squeeze=False
    )
    for i, matrix in enumerate(matrices):
        for j, machine in enumerate(machines):
            axis = axes[i][j]
            for scheme, curve in panels.get((matrix, machine), {}).items():
                marker, size, colour = SCHEMES[scheme]
                look = {"marker": marker, "markersize": size, "markerfacecolor": "none", "color": colour}
                axis.plot(*zip(*sorted(curve)), **look, linewidth=1, label=scheme)
            axis.set_xscale("log", base=2)
            axis.set_yscale("log", base=2)
            axis.set_title(f"{matrix}, {machine}", fontsize="small")
            axis.set_xlabel("ranks")
            axis.set_ylabel(QUANTITIES[quantity])
            axis.grid(visible=True, linewidth=0.3)
    axes[0][0].legend(fontsize="x-small")
    figure.tight_layout()
    style.save(figure, output, "plot_embed_study.py", dpi=150)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.csv", help="studies, one or more")
    parser.add_argument("--quantity", choices=QUANTITIES, default="speedup", help="quantity plotted over the ranks")
    parser.add_argument("--output", type=Path, default=Path("embed-study.png"), help="PNG, PDF or SVG")
    arguments = parser.parse_args()
    panels = read_panels(arguments.files, arguments.quantity)
    plot(panels, arguments.quantity, arguments.output)
    print(f"{len(panels)} panels are in {arguments.output}")


if __name__ == "__main__":
    main()
