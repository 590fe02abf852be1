"""The guard's measurements in a file, so that it can be run in pieces."""

from __future__ import annotations

import json
import time
from dataclasses import astuple
from pathlib import Path

from .bounds import Place
from .guard import Key, Measurements, Sample
from .samples_store import replace_text


def load(file: Path) -> Measurements:
    """What is in the file; nothing if it does not exist."""
    measured = Measurements()
    if file.exists():
        stored = json.loads(file.read_text())
        measured.run = stored["run"]
        measured.done = {(number, group) for number, group in stored["done"]}
        for place, kernel, number, sample in stored["samples"]:
            measured.samples[Key(Place(*place), kernel)][number] = Sample(*sample)
    return measured


def save(measured: Measurements, file: Path) -> None:
    """Writes all of it; what was there before stays until then."""
    samples = [
        [astuple(key.place), key.kernel, number, astuple(sample)]
        for key, of_round in measured.samples.items()
        for number, sample in of_round.items()
    ]
    replace_text(file, json.dumps({"run": measured.run, "done": sorted(measured.done), "samples": samples}))


class Keeper:
    """Stores measurements after each group, and says whether there is time for another."""

    def __init__(self, file: Path | None, seconds: float | None) -> None:
        self.file = file
        self.end = time.monotonic() + seconds if seconds is not None else float("inf")

    def __call__(self, measured: Measurements) -> bool:
        if self.file is not None:
            save(measured, self.file)
        return time.monotonic() < self.end
