"""Selvitopi & Aykanat 2014: halos embedded in sums, modelled on many ranks and measured on an emulated network."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import plot_embed_study
from minikrylov_report import style

from .drawing import curves, save
from .experiment import COUNTED, EMULATED, PREDICTED, Figure, Plan
from .outcome import Outcome, number
from .verdict import Finding

MATRIX = Path(__file__).resolve().parents[2] / "tests/data/bcsstk27.mtx.gz"
# Powers of two and others, for which a sum takes one step more than log2.
RANKS = "2,3,4,6,8,12,16,24,32,48,64,96,128,192,256,384,512,768,1000,1024"
GRAPHS = {"graph": "couplings cut", "volume": "values sent"}
SCHEMES = {
    "CONV": {"reduction": "point-to-point"},  # by the same bidirectional exchange
    "EMB": {"reduction": "embedded", "mapping": "none"},
    "EMB-KLF": {"reduction": "embedded", "mapping": "klf"},
    "EMB-KLR": {"reduction": "embedded", "mapping": "klr"},
}
LATENCIES = ["50us", "100us", "200us", "400us"]


def draw_figure_5(outcome: Outcome) -> Finding:
    """Predicted speed-ups, as plot_embed_study.py draws them."""
    file = outcome.file("embed-study", ".csv")
    plot_embed_study.plot(plot_embed_study.read_panels([file], "speedup"), "speedup", outcome.picture)
    with file.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    most = max(int(row["ranks"]) for row in rows)
    last = {(r["machine"], r["scheme"]): r for r in rows if int(r["ranks"]) == most}
    gain = {
        (machine, scheme): float(row["speedup"]) / float(last[machine, "CONV"]["speedup"])
        for (machine, scheme), row in last.items()
    }

    def values(scheme: str) -> float:
        return float(last["XE6", scheme]["values_average"])

    facts = {
        "EMB-KLF over CONV on most ranks of XE6": gain["XE6", "EMB-KLF"],
        "XE6 gain over BlueGene/Q gain, EMB, most ranks": gain["XE6", "EMB"] / gain["BlueGene/Q", "EMB"],
        "values sent by EMB over CONV, most ranks": values("EMB") / values("CONV"),
        "values sent by EMB-KLF over EMB, most ranks": values("EMB-KLF") / values("EMB"),
        "messages of EMB over log2 P, most ranks": float(last["XE6", "EMB"]["messages_maximum"])
        / math.ceil(math.log2(most)),
        "messages of EMB over log2 P rounded up, any ranks": max(
            steps_of(row) for row in rows if row["scheme"] == "EMB"
        ),
    }
    words = f"on {most} ranks EMB-KLF is predicted {gain['XE6', 'EMB-KLF']:.2g} (XE6) and "
    return Finding(facts, ours=f"{words}{gain['BlueGene/Q', 'EMB-KLF']:.2g} (BlueGene/Q) times as fast as CONV")


def steps_of(row: dict[str, str]) -> float:
    """The most messages of a rank over the steps of a sum."""
    return float(row["messages_maximum"]) / math.ceil(math.log2(int(row["ranks"])))


def draw_partitions(outcome: Outcome) -> Finding:
    """Values sent by CONV and EMB with METIS' two objectives."""
    found: dict[str, list[dict[str, str]]] = {}
    for job, path in outcome.runs:
        with path.open(newline="", encoding="utf-8") as stream:
            found[str(job.options["partition"])] = [r for r in csv.DictReader(stream) if r["machine"] == "XE6"]
    picture, axes = style.panels(2, 2, height=3.2)
    sent_by: dict[str, list[list[tuple[float, float]]]] = {}
    for axis, scheme in zip(axes, ("CONV", "EMB-KLF"), strict=True):
        sent = {
            f"METIS: few {words}": [
                (float(r["ranks"]), float(r["values_average"])) for r in found[graph] if r["scheme"] == scheme
            ]
            for graph, words in GRAPHS.items()
        }
        sent_by[scheme] = [sorted(points) for points in sent.values()]
        curves(axis, sent, x="ranks", y="values sent by a rank, average")
        axis.set_title(scheme, loc="left")
        axis.set_ylim(bottom=0)
    axes[0].legend()
    save(picture, outcome)
    totals = {
        graph: sum(float(r["values_average"]) * int(r["ranks"]) for r in rows if r["scheme"] == "CONV")
        for graph, rows in found.items()
    }
    change = totals["volume"] / totals["graph"] - 1
    more = [embedded[-1][1] / conventional[-1][1] for conventional, embedded in zip(*sent_by.values(), strict=True)]
    facts = {"values sent by EMB-KLF over CONV, most ranks, either objective": min(more)}
    return Finding(facts, ours=f"with the volume objective CONV sends {change:+.0%} values over all numbers of ranks")


def draw_emulated(outcome: Outcome) -> Finding:
    """Times of all schemes over the latency of an emulated network."""
    along, label = outcome.along
    ranks = outcome.values("ranks")
    picture, axes = style.panels(len(ranks), 2, height=3.2)
    finding = Finding()
    for axis, p in zip(axes, ranks, strict=True):
        found = {
            scheme: [(number(m[along]), 1e3 * m.median()) for m in outcome.select(ranks=p, **settings)]
            for scheme, settings in SCHEMES.items()
        }
        curves(axis, found, x=label, y="ms per iteration")
        axis.set_title(f"{p} ranks", loc="left")
        axis.set_ylim(bottom=0)
        (_, conventional), (_, embedded) = max(found["CONV"]), max(found["EMB"])
        finding.facts[f"EMB over CONV on {p} ranks, highest latency"] = embedded / conventional
    axes[0].legend()
    save(picture, outcome)
    gains = [f"{1 / value:.2g}" for value in finding.facts.values()]
    finding.ours = f"EMB gains {' and '.join(gains)} on {' and '.join(map(str, ranks))} ranks at the highest latency"
    return finding


SOLVE = {
    "problem": "matrix-market",
    "matrix": str(MATRIX),
    "method": ["cg-saad"],
    "preconditioner": "none",
    "fixed-iterations": 30,
    "repetitions": 2,
}
FIGURES = (
    Figure(
        "figure-5",
        "Speed-up of CONV and EMB over ranks",
        PREDICTED,
        (Plan({"problem": "poisson3d-7", "size": 48}, job="embed-study", extra={"ranks": RANKS}),),
        draw_figure_5,
        deterministic=True,
        note="one system of 48³ unknowns instead of 8 matrices",
    ),
    Figure(
        "partitions",
        "Values sent with METIS' objectives: couplings cut, values sent",
        COUNTED,
        (
            Plan(
                {"problem": "matrix-market", "matrix": str(MATRIX)},
                {"partition": list(GRAPHS)},
                job="embed-study",
                extra={"ranks": "2,4,8,16,32,64"},
            ),
        ),
        draw_partitions,
        deterministic=True,
        note="bcsstk27; the paper partitions by hypergraphs (PaToH), which is not free software",
    ),
    Figure(
        "emulated",
        "CONV against EMB, bcsstk27, 4 and 8 ranks",
        EMULATED,
        (Plan(SOLVE, {"emulate-latency": LATENCIES, "ranks": [4, 8]}, tuple(SCHEMES.values())),),
        draw_emulated,
        cluster=(Plan(SOLVE, {"ranks": [4, 16, 64, 256]}, tuple(SCHEMES.values())),),
        note="more ranks than cores; CONV sums by the same exchange of messages",
    ),
)
