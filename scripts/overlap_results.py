"""Results of an overlap study: samples, improvements, tables, files and the plot."""

from __future__ import annotations

import csv
import statistics
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path

TITLES = {"pcg": "PCG, Jacobi (figure 10)", "iccg": "ICCG, red-black (figure 21)"}


@dataclass(frozen=True)
class Sample:
    """One run."""

    study: str
    domain: str
    size: str
    mode: str
    round: int
    seconds_per_iteration: float
    hidden_share: float  # share of rows computed during the halo exchange
    chunk_rows: int  # rows per chunk; 0: no chunks


@dataclass(frozen=True)
class Improvement:
    """Improvement over no overlap, as a fraction of the improved time, over the rounds of one case and mode."""

    study: str
    domain: str
    mode: str
    median: float
    lower: float  # quartile
    upper: float  # quartile
    fastest: float  # improvement of the fastest runs of all rounds
    milliseconds: float  # per iteration, without overlap
    hidden_share: float
    chunk_rows: int


def improvements(samples: Iterable[Sample]) -> list[Improvement]:
    """Improvements paired by round, in the order of the samples."""
    seconds: dict[tuple[str, str, str], dict[int, Sample]] = defaultdict(dict)
    for sample in samples:
        seconds[sample.study, sample.domain, sample.mode][sample.round] = sample
    rows = []
    for (study, domain, mode), by_round in seconds.items():
        if mode == "none":
            continue
        before = seconds[study, domain, "none"]
        gains = [before[k].seconds_per_iteration / s.seconds_per_iteration - 1 for k, s in by_round.items()]
        alone = [s.seconds_per_iteration for s in before.values()]
        hidden = list(by_round.values())
        rows.append(
            Improvement(
                study,
                domain,
                mode,
                *quartiles(gains),
                min(alone) / min(s.seconds_per_iteration for s in hidden) - 1,
                1e3 * statistics.median(alone),
                hidden[-1].hidden_share,
                statistics.median_low([s.chunk_rows for s in hidden]),
            )
        )
    order = list(dict.fromkeys((row.study, row.domain) for row in rows))
    return sorted(rows, key=lambda row: (order.index((row.study, row.domain)), _rank_of(row.mode)))


def quartiles(values: list[float]) -> tuple[float, float, float]:
    """The median, the lower and the upper quartile."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    lower, median, upper = statistics.quantiles(values, n=4, method="inclusive")
    return median, lower, upper


def _rank_of(mode: str) -> tuple[bool, bool, int]:
    chunk = mode.partition(" ")[2]
    return (mode != "static", chunk == "auto", int(chunk) if chunk.isdecimal() else 0)


def report(rows: list[Improvement]) -> str:
    """One line per case and mode."""
    heading = ("solver", "domain", "without", "hidden rows", "overlap", "chunk", "improvement", "of fastest")
    lines = ["{:<6} {:<8} {:>11} {:>12}  {:<16} {:>7} {:>11} {:>11}   (quartiles)".format(*heading)]
    for row in rows:
        lines.append(
            f"{row.study:<6} {row.domain:<8} {row.milliseconds:8.3f} ms {row.hidden_share:11.0%}   {row.mode:<16} "
            f"{row.chunk_rows or '-':>7} {row.median:+11.1%} {row.fastest:+11.1%}   "
            f"({row.lower:+.1%} to {row.upper:+.1%})"
        )
    return "\n".join(lines)


def write_csv(file: Path, samples: list[Sample]) -> None:
    """Writes every sample on a line."""
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, [field.name for field in fields(Sample)])
        writer.writeheader()
        writer.writerows(asdict(sample) for sample in samples)


def read_csv(file: Path) -> list[Sample]:
    """Reads what write_csv() wrote."""
    with file.open(newline="", encoding="utf-8") as stream:
        return [
            Sample(
                row["study"],
                row["domain"],
                row["size"],
                row["mode"],
                int(row["round"]),
                float(row["seconds_per_iteration"]),
                float(row["hidden_share"]),
                int(row["chunk_rows"]),
            )
            for row in csv.DictReader(stream)
        ]


def write_hdf5(file: Path, samples: list[Sample], how: dict[str, str | int]) -> None:
    """Writes tables `samples` and `improvements`, with the conditions of the measurement as attributes."""
    import h5py  # only needed here, like the package below
    import numpy as np

    types = {"str": h5py.string_dtype(), "int": np.int64, "float": np.float64}

    def table(rows: list[Sample] | list[Improvement], kind: type) -> np.ndarray:
        columns = np.dtype([(field.name, types[str(field.type)]) for field in fields(kind)])
        return np.array([astuple(row) for row in rows], dtype=columns)

    with h5py.File(file, "w") as results:
        results.attrs.update(how)
        results["samples"] = table(samples, Sample)
        results["samples"].attrs["unit of seconds_per_iteration"] = "s"
        results["improvements"] = table(improvements(samples), Improvement)


def plot(file: Path, rows: list[Improvement], title: str) -> None:
    """Bars as in the paper's figures: one group per domain, one panel per solver; whiskers are quartiles, points the
    fastest runs."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    studies = list(dict.fromkeys(row.study for row in rows))
    modes = sorted({row.mode for row in rows}, key=_rank_of)
    figure, panels = pyplot.subplots(
        1, len(studies), figsize=(1.5 + 4.5 * len(studies), 4.2), sharey=True, squeeze=False, layout="constrained"
    )
    width = 0.8 / len(modes)
    colours = [
        "#4c4c4c",
        *pyplot.get_cmap("viridis")([0.15 + 0.75 * k / max(1, len(modes) - 2) for k in range(len(modes) - 1)]),
    ]
    for panel, study in zip(panels[0], studies):
        domains = list(dict.fromkeys(row.domain for row in rows if row.study == study))
        for place, mode in enumerate(modes):
            bars = [row for row in rows if row.study == study and row.mode == mode]
            at = [domains.index(row.domain) + (place - (len(modes) - 1) / 2) * width for row in bars]
            height = [100 * row.median for row in bars]
            below = [100 * (row.median - row.lower) for row in bars]
            above = [100 * (row.upper - row.median) for row in bars]
            panel.bar(
                at,
                height,
                width,
                label=mode,
                color=colours[place],
                yerr=[below, above],
                capsize=2,
                error_kw={"lw": 0.8},
            )
            points = [100 * row.fastest for row in bars]
            panel.plot(at, points, "o", color="white", markeredgecolor="black", markersize=4)
        labels = {row.domain: f"{row.domain}\n{row.milliseconds:.3g} ms" for row in rows if row.study == study}
        panel.set_xticks(range(len(domains)), [labels[domain] for domain in domains])
        panel.set_title(TITLES.get(study, study))
        panel.axhline(0, color="black", lw=0.8)
        panel.grid(axis="y", lw=0.3)
        panel.set_axisbelow(True)
        panel.set_xlabel("domain, and time per iteration without overlap")
    panels[0][0].set_ylabel("improvement over no overlap (%)")
    panels[0][-1].legend(loc="upper left", bbox_to_anchor=(1.02, 1), title="overlap, rows per chunk")
    figure.suptitle(title)
    figure.savefig(file, dpi=150)
    pyplot.close(figure)
