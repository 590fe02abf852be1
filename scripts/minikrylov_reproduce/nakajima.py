"""Nakajima et al. 2022: orderings of ICCG, pipelined ICCG, and what figures with overlapped halos have in common."""

from __future__ import annotations

import os
import textwrap
from typing import Any

import overlap_results
from minikrylov_report import style

from .drawing import bars, curves, legend_with_theirs, level, save
from .experiment import COUNTED, EMULATED, Figure, Plan
from .outcome import Measured, Outcome, number
from .published import table_of
from .verdict import EXACT, Finding

CUBE = {"problem": "elasticity3d", "preconditioner": "block-lu", "ordering": "interior-first", "format": "crs"}
BOX = {"problem": "poisson3d-fvm"}
FIXED = {"method": ["pcg"], "fixed-iterations": 30, "repetitions": 2}
# A rank's halo must take a while before hiding it can pay.
SLOW = {"emulate-latency": "100us"}
# A halo needs two ranks; the threads of each share its loops, or leave a core free.
THREADS_HERE = 2 if (os.cpu_count() or 2) >= 4 else 1
PAIR = {"ranks": 2, "threads": THREADS_HERE}
WITH_ONE_THREAD = "two threads each from four cores on; with one, dynamic and guided only poll between chunks"


def overlaps(chunks: list[int], **more: Any) -> list[dict[str, Any]]:
    """No overlap, static, dynamic with each chunk, and guided down to the smallest."""
    dynamic = [{"overlap": "dynamic", "chunk-rows": chunk, **more} for chunk in chunks]
    guided = {"overlap": "guided", "chunk-rows": min(chunks), **more}
    return [{"overlap": "none", **more}, {"overlap": "static", **more}, *dynamic, guided]


def mode_of(measured: Measured) -> str:
    """none, static, or dynamic or guided with its chunk."""
    return " ".join(str(measured[key]) for key in ("overlap", "chunk-rows") if key in measured.settings)


def improvements(outcome: Outcome, study: str, domains: dict[str, dict[str, Any]]) -> list[overlap_results.Improvement]:
    """Improvements over no overlap, paired by rounds, as overlap_study.py computes them."""
    samples = []
    for domain, settings in domains.items():
        for measured in outcome.select(**settings):
            for k, solve in enumerate(measured.solves):
                share = solve.metadata["hidden_rows"] / solve.metadata["rows"]
                seconds = float(solve.metadata["seconds_per_iteration_median"])
                chunk = int(solve.get("chunk_rows") or 0)
                samples.append(
                    overlap_results.Sample(study, domain, domain, mode_of(measured), k, seconds, share, chunk)
                )
    return overlap_results.improvements(samples)


def best_of(rows: list[overlap_results.Improvement], domain: str) -> overlap_results.Improvement:
    """The largest improvement on a domain."""
    return max((row for row in rows if row.domain == domain), key=lambda row: row.median)


def draw_improvements(
    outcome: Outcome, rows: list[overlap_results.Improvement], words: str
) -> dict[str, overlap_results.Improvement]:
    """The bars of overlap_study.py; returns the best of each domain."""
    note = f" ({outcome.figure.note})" if outcome.figure.note else ""
    parts = (
        f"{outcome.figure.title}{note}",
        "medians, quartiles, fastest (points)",
        words,
        outcome.source,
    )
    lines = [line for part in parts for line in textwrap.wrap(part, 62)]
    overlap_results.plot(outcome.picture, rows, "\n".join(lines))
    return {domain: best_of(rows, domain) for domain in dict.fromkeys(row.domain for row in rows)}


def chunk_words(rows: list[overlap_results.Improvement]) -> str:
    """Which chunks really ran, as the program may round them."""
    pairs = {row.mode.partition(" ")[2]: row.chunk_rows for row in rows if row.chunk_rows}
    return "rows per chunk as run: " + ", ".join(f"{asked} → {ran}" for asked, ran in pairs.items())


def draw_table_2(outcome: Outcome) -> Finding:
    """Iterations by ordering."""
    theirs = table_of(outcome.published)
    finding = Finding(compared=EXACT)
    ours: dict[str, dict[str, float]] = {}
    beside: dict[str, dict[str, float]] = {}
    for measured in outcome.solves:
        ordering, size = str(measured["ordering"]), str(measured["size"])
        ours.setdefault(ordering, {})[f"{size}³"] = measured.median("iterations")
        column = theirs.get((ordering if ordering != "reordered-2" else "red-black", size))
        if column is not None:
            beside.setdefault(ordering, {})[f"{size}³"] = column
            finding.pairs[f"{ordering} {size}³"] = (measured.median("iterations"), column)
    picture, (axis,) = style.panels(1, 1, width=7.5, height=3.2)
    bars(axis, ours, beside, label="iterations of ICCG")
    legend_with_theirs(picture, axis, outcome.published["source"])
    save(picture, outcome, legend=0.3)
    return finding


def draw_figure_5(outcome: Outcome) -> Finding:
    """Pipelined and original CG over the latency of the network."""
    along, label = outcome.along
    found = {
        f"{m}, {overlap}" if overlap != "none" else m: [
            (number(o[along]), 1e3 * o.median()) for o in outcome.select(method=m, overlap=overlap)
        ]
        for m in outcome.values("method")
        for overlap in outcome.values("overlap")
    }
    picture, (axis,) = style.panels(1, 1, width=7.0, height=3.4)
    curves(axis, found, x=label, y="ms per iteration")
    axis.set_ylim(bottom=0)
    level(axis, 0, "")
    axis.legend()
    save(picture, outcome)
    gain = max(found["pcg"])[1] / max(found["pipecg"])[1]
    hidden = max(found["pipecg"])[1] / min(max(found[f"pipecg, {way}"])[1] for way in ("static", "dynamic"))
    words = (
        f"it is {gain:.2g} times as fast at the highest latency, where hiding its halo gains a factor of {hidden:.2g}"
    )
    return Finding({"gain of pipecg at the highest latency": gain}, ours=words)


ORDERINGS = {"ordering": ["red-black", "reordered-1", "reordered-2"]}
TABLE_2 = {**BOX, "method": ["pcg"], "preconditioner": "ic0", "repetitions": 1, "warm-up": 0}
HYBRID = {"threads": 12}  # of a node of 48 cores
HIDDEN = ({"overlap": "none"}, {"overlap": "static"}, {"overlap": "dynamic", "chunk-rows": 200})
FIGURES = (
    Figure(
        "table-2",
        "Iterations of ICCG by ordering",
        COUNTED,
        (Plan(TABLE_2, {"size": [64, 80], **ORDERINGS}),),
        draw_table_2,
        cluster=(Plan(TABLE_2, {"size": [64, 80, 100, 128], **ORDERINGS}),),
        deterministic=True,
        note="64³ and 80³; the cluster's job also has 100³ and 128³",
    ),
    Figure(
        "figure-5",
        "Pipelined CG for GeoFEM/Cube with ICCG",
        EMULATED,
        (
            Plan(
                {**FIXED, **CUBE, "preconditioner": "ic0", "ordering": "multicolour", "size": 12, "ranks": 2}
                | {"method": ["pcg", "pipecg"], "reduction": "nonblocking"},
                {"emulate-latency": ["20us", "50us", "100us", "200us", "400us"]},
                HIDDEN,
            ),
        ),
        draw_figure_5,
        cluster=(
            Plan(
                {**FIXED, **CUBE, "preconditioner": "ic0", "ordering": "multicolour", "size": 211}
                | {"method": ["pcg", "pipecg"], "reduction": "nonblocking"},
                {"ranks": [768, 1536, 3072, 6144, 12288]},
                HIDDEN,
            ),
        ),
        note="two ranks of one thread, latencies instead of nodes",
    ),
)
