"""The bounds of the guard: below which share of the triad a kernel is too slow, and how much slower than its twin."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Floor:
    """A kernel's bytes per second relative to the triad of the same run, at least. Empty fields fit everything."""

    at_least: float
    reason: str
    kind: str = ""  # product, powers, panel, update, or substitution
    scale: str = ""
    variant: str = ""
    width: int = 0
    workload: str = ""  # a part of its name


@dataclass(frozen=True)
class Twin:
    """The time of one variant relative to another's, at most. Empty fields fit everything."""

    name: str
    variant: str
    partner: str
    at_most: float
    reason: str
    kind: str  # product, powers, substitution, or iteration
    scale: str = ""
    width: int = 0
    workload: str = ""


# The first row that fits holds. Bytes are those that must move: what is in cache can be faster than the triad. Values leave
# what a shared machine needs: its triad and its kernels differ by a third from one run to the next.
FLOORS = (
    Floor(0.0, "a baseline, not ours: judged as a twin", variant="crs", kind="product"),
    Floor(0.0, "a baseline, not ours: judged as a twin", variant="crs", kind="substitution"),
    Floor(0.0, "a baseline, not ours: judged as a twin", variant="crs ranks", kind="product"),
    Floor(0.0, "a product in parts, among messages: judged as a twin", variant="overlapped", kind="product"),
    Floor(0.0, "a product in parts, among messages: judged as a twin", variant="crs overlapped", kind="product"),
    Floor(0.0, "decoding takes time in the core, which its twin judges", variant="coded", kind="product"),
    Floor(0.0, "decoding takes time in the core, which its twin judges", variant="coded block", kind="product"),
    Floor(0.0, "a baseline in codes, judged as a twin", variant="coded crs", kind="product"),
    Floor(0.0, "decoding takes time in the core, which its twin judges", variant="coded", kind="powers"),
    # Ca-cg, s = 4, 160^3: 0.4 on a Zen 5, 0.54 on a Xeon of family 6, model 167; there 0.15 to 0.18 at other widths.
    Floor(0.20, "as many operations as products, on a fraction of their bytes", kind="powers", width=1),
    Floor(0.12, "as many operations as products, for each right-hand side", kind="powers"),
    # Ca-bicgstab on that Xeon: 0.10.
    Floor(0.07, "of n vectors n (n + 1) / 2 products: bound in the core", kind="panel"),
    Floor(0.50, "rows of x of 128 bytes are gathered", kind="product", scale="memory", width=16),
    Floor(0.55, "one stream of entries, and those of what is fused to it", kind="product", scale="memory"),
    Floor(0.75, "a loop over vectors only", kind="update", scale="memory"),
    Floor(0.50, "colours are short loops with a barrier after each", kind="substitution", scale="memory"),
    Floor(0.80, "caches are faster than memory, less the fork and join of threads", kind="product", scale="cache"),
    Floor(1.00, "caches are faster than memory, less the fork and join of threads", kind="update", scale="cache"),
    Floor(0.20, "colours are short loops with a barrier after each", kind="substitution", scale="cache"),
)

TWINS = (
    Twin("block / scalar", "block", "sell", 0.77, "0.69 of the bytes: 1.3 times as fast", "product", width=1, workload="3x3"),
    Twin("block / scalar", "block", "sell", 0.95, "fewer column numbers: 0.69 of the bytes", "product", "memory", 1),
    Twin("block / scalar", "block", "sell", 1.10, "less to read, the same to compute", "product"),
    Twin("coded / plain", "coded", "sell", 0.90, "a fraction of the bytes", "product", "memory", 1),
    Twin("coded / plain", "coded", "sell", 1.15, "vectors outweigh the matrix", "product", "memory"),
    Twin("coded / plain", "coded", "sell", 2.00, "no bytes to save, so decoding is visible", "product", "cache"),
    Twin("coded / plain powers", "coded", "sell", 1.05, "one pass over a fraction of the bytes", "powers", "memory"),
    Twin("coded / plain powers", "coded", "sell", 2.00, "no bytes to save, so decoding is visible", "powers", "cache"),
    Twin("coded / plain blocks", "coded block", "block", 0.90, "a fraction of the bytes", "product", "memory", 1),
    Twin("coded / plain blocks", "coded block", "block", 1.15, "vectors outweigh the matrix", "product", "memory"),
    Twin("coded / plain blocks", "coded block", "block", 2.00, "no bytes to save", "product", "cache"),
    Twin("coded / plain CRS", "coded crs", "crs", 1.00, "fewer bytes, read row by row", "product", "memory", 1),
    Twin("coded / plain CRS", "coded crs", "crs", 1.30, "vectors outweigh the matrix", "product", "memory"),
    Twin("coded / plain CRS", "coded crs", "crs", 2.50, "no bytes to save, entries one by one", "product", "cache"),
    Twin("SELL / CRS", "sell", "crs", 1.05, "the usual baseline", "iteration"),
    Twin("merged / basic", "sell", "basic", 1.03, "fewer passes over the same vectors", "iteration", "memory"),
    Twin("merged / basic", "sell", "basic", 1.15, "fewer kernels, of the same work", "iteration", "cache"),
    Twin("look-ahead / apart", "sell", "behind", 1.05, "updates leave x in cache for the product", "iteration", "memory"),
    Twin("look-ahead / apart", "sell", "behind", 1.15, "fewer kernels, of the same work", "iteration", "cache"),
    Twin("threads / ranks", "sell", "ranks", 1.15, "the same work on the same cores", "iteration", "memory"),
    Twin("ranks / threads", "ranks", "sell", 1.25, "the same work, and thin halos", "iteration", "memory"),
    Twin("threads / ranks", "sell", "ranks", 1.50, "barriers instead of messages", "iteration", "cache"),
    Twin("ranks / threads", "ranks", "sell", 2.50, "messages take as long as loops", "iteration", "cache"),
    Twin("overlap / none", "overlapped", "ranks", 1.25, "the same rows, in parts", "iteration"),
    Twin("overlap / none, CRS", "crs overlapped", "crs ranks", 1.25, "the same rows, in parts", "iteration"),
)


@dataclass(frozen=True)
class Place:
    """Where something was measured."""

    workload: str
    scale: str
    width: int
    variant: str
    method: str
    kind: str


def fits(row: Floor | Twin, place: Place) -> bool:
    """Whether a bound is for this place."""
    return (
        row.kind in ("", place.kind)
        and row.scale in ("", place.scale)
        and row.variant in ("", place.variant)
        and row.width in (0, place.width)
        and row.workload in place.workload
    )


def floor_of(place: Place) -> Floor | None:
    """The bound on a kernel's share of the triad, if there is one."""
    return next((row for row in FLOORS if fits(row, place)), None)


def twins_of(place: Place) -> list[Twin]:
    """The bounds relative to twins, one by each name."""
    found: dict[str, Twin] = {}
    for row in TWINS:
        if fits(row, place):
            found.setdefault(row.name, row)
    return list(found.values())
