"""The defaults of what is tuned to a processor, relative to the best that `minikrylov tune` finds for each kernel."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .products import PLACES
from .targets import Samples, Targets, at_most

if TYPE_CHECKING:
    from .machine import Machine

# A row of the second table: kernel, time with the defaults, with what was chosen, and their ratio. Rows of the first begin
# with the name of a choice.
ROW = re.compile(r"^  (?!\w+: )(\S.*?)  +\S+ \S+  +\S+ \S+  +(\d+\.\d+)$", re.MULTILINE)
TARGETS: Targets = {"tuning: defaults / best": at_most(1.10)}


def ratios_of(text: str) -> dict[str, float]:
    """The last column, by kernel."""
    return {kernel: float(ratio) for kernel, ratio in ROW.findall(text)}


def add_tuning(machine: Machine, samples: Samples) -> None:
    """All kernels for which something is chosen, with two threads and on two ranks."""
    for ranks, threads in PLACES:
        for kernel, ratio in ratios_of(machine.tune(ranks, threads)).items():
            samples[f"tuning: defaults / best, {ranks} ranks x {threads} threads: {kernel}"].append(ratio)
