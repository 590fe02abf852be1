"""Products in each format, and fused kernels, relative to the triad of the same run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .records import has_product, kernels_of
from .targets import Samples, Targets, at_least

if TYPE_CHECKING:
    import h5py

    from .machine import Machine

TARGETS: Targets = {
    "SELL product": at_least(0.85),
    "CRS product": at_least(1.25),
    "fused kernel / triad": at_least(0.90),
}


def add_matrix(machine: Machine, samples: Samples) -> None:
    """The SELL product relative to the triad of the same run, and to CRS."""
    for ranks, threads in ((1, 2), (2, 1)):
        where = f"{ranks} ranks x {threads} threads"
        rates = {}
        for layout in ("sell", "crs"):
            with machine.minikrylov(
                "cg", "--preconditioner", "none", "--format", layout, ranks=ranks, threads=threads
            ) as results:
                rates[layout] = float(results["matrix"].attrs["product_bandwidth"])
                if layout == "sell":
                    samples[f"SELL product / triad, {where}"].append(
                        rates[layout] / float(results["run"].attrs["triad_bandwidth"])
                    )
        samples[f"CRS product time / SELL product time, {where}"].append(rates["sell"] / rates["crs"])


def add_fused_kernels(results: h5py.File, samples: Samples) -> None:
    """Bytes per second of fused kernels (without products and separate preconditioners) relative to the triad."""
    for solve in results["solves"].values():
        for kernel in kernels_of(solve):
            if not has_product(kernel):
                share = kernel.moved / kernel.seconds / float(solve.attrs["triad_bandwidth"])
                samples[f"fused kernel / triad: {kernel.name}"].append(share)
