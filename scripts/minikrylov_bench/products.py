"""Products, alone and fused with a dot product, relative to a bare loop over the same bytes and to Intel MKL."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from .machine import CORES
from .records import fused_product_seconds, only_solve
from .targets import Samples, Targets, at_most

if TYPE_CHECKING:
    from .machine import Machine

# Entries per row, as the peers' programs call them, our problem, the size relative to that of 7 points, and our formats.
# The bare loop reads the bytes of the first, which stores the last problem as rows of single numbers with a column each.
SYSTEMS = (
    (7, "poisson3d-7", 1.0, ("sell",)),
    (27, "poisson3d-27", 0.8, ("sell",)),
    (81, "elasticity3d", 0.4, ("sell", "sell-block")),
)
# Peers have two threads and no messages in either case: what ranks cost counts against us.
PLACES = ((1, CORES), (CORES, 1))
PRODUCT, FUSED = "product", "q = A p; (p,q)"
# What a peer's program calls the same. MKL has a product with dot product, and two calls: the faster one counts.
LINES: dict[str, dict[str, tuple[str, ...]]] = {
    "bare": {PRODUCT: ("bare product",), FUSED: ("bare fused",)},
    "mkl": {PRODUCT: ("mkl optimised",), FUSED: ("mkl fused", "mkl separate")},
}
NAMES = {"bare": "bare loop", "mkl": "MKL's optimised"}
BOUNDS = {"bare": 1.03, "mkl": 0.87}
TARGETS: Targets = {
    f"{what} / {NAMES[peer]}": at_most(bound) for peer, bound in BOUNDS.items() for what in (PRODUCT, FUSED)
}


def seconds_of_ours(machine: Machine, words: list[str], ranks: int, threads: int) -> dict[str, float]:
    """Seconds per product within iterations of CG, alone (in the basic formulation) and with the dot product."""
    seconds = {}
    for what, how in ((PRODUCT, ("--formulation", "basic")), (FUSED, ("--fuse", "behind"))):
        job = ["--preconditioner", "none", "--repetitions", "1", *words, *how]
        with machine.minikrylov("cg", *job, ranks=ranks, threads=threads) as results:
            seconds[what] = fused_product_seconds(only_solve(results))
    return seconds


def seconds_of_peer(seconds: dict[str, float], peer: str, what: str) -> float:
    """The same of a peer, which lets other vectors pass through the caches between its products."""
    return min(seconds[line] for line in LINES[peer][what])


def add_products(machine: Machine, samples: Samples) -> None:
    """Ours over those of the peers, each time right after them: processors and memory change from minute to minute."""
    peers = [peer for peer in LINES if peer in machine.peers]
    if not peers:
        return
    for points, problem, scale, formats in SYSTEMS:
        size = max(4, round(scale * machine.size))
        for ranks, threads in PLACES:
            ours = {
                layout: seconds_of_ours(
                    machine, ["--problem", problem, "--size", str(size), "--format", layout], ranks, threads
                )
                for layout in formats
            }
            for peer in peers:
                theirs = machine.products(peer, size, points)
                for layout, what in itertools.product(formats if peer == "mkl" else formats[:1], (PRODUCT, FUSED)):
                    where = f"{layout}, {points} entries, {size}^3, {ranks} ranks x {threads} threads"
                    ratio = ours[layout][what] / seconds_of_peer(theirs, peer, what)
                    samples[f"{what} / {NAMES[peer]}, {where}"].append(ratio)
