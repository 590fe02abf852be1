"""Small files of `minikrylov model predict` for tests, with the program's layout."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import h5py

if TYPE_CHECKING:
    from minikrylov_reproduce.experiment import Job

NODES = [1.0, 10.0, 100.0]


def write_prediction(path: Path, curves: list[dict[str, object]]) -> None:
    """What `model predict` leaves: each curve has its settings and seconds on 1, 10 and 100 nodes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with h5py.File(path, "w") as file:
        file.attrs["format"], file.attrs["schema_version"] = "miniKrylov prediction", 1
        for number, curve in enumerate(curves):
            group = file.create_group(f"model/curves/{number}")
            settings = {
                "classical": "x",
                "model": "data-transfer",
                "data": "memory",
                "gamma": 1.0,
                "rhs": 1,
                "alpha": 0.0,
            }
            group.attrs.update({**settings, **{name: curve[name] for name in curve if name != "seconds"}})
            group["nodes"] = NODES
            group["relative_performance"] = [1.0, 0.9, 0.8]
            group["seconds"] = curve["seconds"]
        file["model"].attrs["machine"], file["model"].attrs["workload"] = 'name = "abacus"\n', "a square"


def settings_of(job: Job) -> list[dict[str, object]]:
    """Of each curve that a job asks for, by both models."""
    numbers = {"gamma": (float, "1"), "rhs": (int, "1"), "alpha": (float, "0")}
    values: dict[str, list[object]] = {"method": list(job.options["method"]), "model": ["data-transfer", "loggops"]}
    values["data"] = list(str(job.options.get("data", "memory")).split(","))
    for name, (kind, usual) in numbers.items():
        values[name] = [kind(word) for word in str(job.options.get(name, usual)).split(",")]
    return [dict(zip(values, chosen, strict=True)) for chosen in itertools.product(*values.values())]
