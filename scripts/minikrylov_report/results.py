"""Results files as plain data; refuses what cannot be read, with the reason."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import UnreadableFileError, need
from .labels import DISTINCTIONS, labels, product_rates

need("h5py", "numpy")

import h5py
import numpy as np

READABLE_VERSIONS = (1,)
# Exceptions raised by files with our layout but unexpected content.
UNEXPECTED = (AttributeError, IndexError, KeyError, MemoryError, OSError, RuntimeError, TypeError, ValueError)
MOST_ENTRIES = 100_000_000  # of a dataset; far more than any real one


@dataclass(frozen=True)
class Row:
    """A row of a table: its columns by name."""

    values: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


@dataclass
class Solve:
    """One solve: its attributes, lists, histories and tables."""

    file: str
    run: dict[str, Any]
    problem: dict[str, Any]
    metadata: dict[str, Any]
    kernels: list[Row] = field(default_factory=list)
    reductions: list[Row] = field(default_factory=list)
    timeline: list[Row] = field(default_factory=list)
    label: str = ""  # distinguishes it from the other solves shown

    @property
    def method(self) -> str:
        return str(self.metadata["method"])

    @property
    def emulation(self) -> str:
        """What was emulated: EMULATED 300 µs per message, …; empty if nothing was."""
        return str(self.metadata["emulation"])

    @property
    def cores(self) -> int:
        """Ranks times threads."""
        return int(self.metadata["ranks"]) * int(self.metadata["threads"])

    def get(self, name: str) -> Any:
        """A metadata value of the solve, or None if it was not recorded."""
        return self.metadata.get(name)

    def seconds_per_iteration(self) -> np.ndarray:
        """All samples, in chronological order."""
        samples = self.get("iteration_seconds")
        return np.zeros(0) if samples is None else np.asarray(samples, dtype=float).ravel()

    def same_but(self, *names: str) -> tuple[Any, ...]:
        """The solve's properties except some: equal for comparable solves."""
        keys = ("method", *(key for key in DISTINCTIONS if key not in names))
        size = () if "rows" in names else (self.metadata["rows"],)
        return (*size, self.problem.get("problem"), *(self.metadata.get(key) for key in keys if key not in names))


def plain(value: Any) -> Any:
    """Text as str, numbers as Python's own, arrays unchanged."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray) and value.dtype == object:
        return [plain(entry) for entry in value]
    return value


def metadata_of(group: h5py.Group) -> dict[str, Any]:
    """Attributes and plain datasets of a group."""
    metadata = {name: plain(value) for name, value in group.attrs.items()}
    for name, entry in group.items():
        if isinstance(entry, h5py.Dataset) and entry.dtype.names is None:
            metadata[name] = plain(content(entry))
    return metadata


def content(dataset: h5py.Dataset) -> Any:
    """The content of a dataset, unless it declares more than any run can have written."""
    if dataset.size is not None and dataset.size > MOST_ENTRIES:
        raise ValueError(f"{dataset.name} has {dataset.size} entries")
    return dataset[()]


def rows_of(group: h5py.Group, name: str) -> list[Row]:
    """A table, or no rows if it does not exist."""
    if name not in group:
        return []
    table = content(group[name])
    rows = [Row({column: plain(row[column]) for column in table.dtype.names}) for row in table]
    if any("" in (row.values.get("name"), row.values.get("label")) for row in rows):
        raise ValueError(f"{group.name}/{name} has a row without a name")
    return rows


def check(file: h5py.File, path: Path, kinds: Sequence[str]) -> None:
    """Raises unless the file is of one of these kinds and of a known version."""
    found = str(plain(file.attrs.get("format")))
    if found not in [f"miniKrylov {kind}" for kind in kinds]:
        why = f"it is a {found} file" if found.startswith("miniKrylov") else "it is not from miniKrylov"
        raise UnreadableFileError(f"{path} is not a {' or '.join(kinds)} file ({why}) give one written by --output")
    version = plain(file.attrs.get("schema_version"))
    if version not in READABLE_VERSIONS:
        known = ", ".join(map(str, READABLE_VERSIONS))
        raise UnreadableFileError(
            f"{path} has schema version {version} (this script reads {known}) use the scripts of the version that wrote it"
        )


def open_results(path: Path, *kinds: str) -> h5py.File:
    """The file, open for reading. `kinds`: allowed formats, by default results. Raises UnreadableFileError."""
    try:
        file = h5py.File(path, "r")
    except OSError as error:
        why = "it does not exist" if not path.exists() else f"it is not an HDF5 file, or damaged: {error}"
        raise UnreadableFileError(f"{path} cannot be read ({why}) give a file written by --output") from error
    try:
        with readable(path):
            check(file, path, kinds or ("results",))
    except UnreadableFileError:
        file.close()
        raise
    return file


def emulation_of(run: dict[str, Any]) -> str:
    """The simulated ranks, and the network and noise that a run emulated, in words; nothing if all was real."""
    parts = [
        f"{factor * run[name]:.4g} {unit}"
        for name, factor, unit in (
            ("emulated_latency", 1e6, "µs per message"),
            ("emulated_bandwidth", 1e-9, "GB/s"),
            ("emulated_noise", 1e6, "µs of noise"),
        )
        if run.get(name)
    ]
    simulated = f"SIMULATED by {run['simulated']}" if run.get("simulated") else ""
    emulated = f"EMULATED {', '.join(parts)}" if parts else ""
    return "; ".join(words for words in (simulated, emulated) if words)


def emulations(solves: list[Solve]) -> str:
    """The simulated ranks and emulated networks behind a plot's solves."""
    found = dict.fromkeys(solve.emulation for solve in solves if solve.emulation)
    if not found:
        return ""
    kinds = dict.fromkeys(words.split()[0] for words in found)
    words = "; ".join(found) if len(found) < 3 else f"{' and '.join(kinds)} runs"
    return words if all(solve.emulation for solve in solves) else f"in part {words}"


def metadata_of_solve(group: h5py.Group) -> dict[str, Any]:
    """The metadata of a solve. Raises TypeError if essential values are of another kind."""
    metadata = metadata_of(group)
    for name, kind in (("method", str), ("rows", int), ("rhs", int), ("ranks", int), ("threads", int)):
        if not isinstance(metadata.get(name, kind()), kind):
            raise TypeError(f"{group.name}/{name} is {metadata[name]!r}")
    if metadata.get("method") == "":
        raise ValueError(f"{group.name}/method is empty")
    return metadata


def group_in(above: h5py.Group, name: str) -> h5py.Group:
    """The group of this name. Raises TypeError with its place if it is missing, a link to nowhere, or no group."""
    if not isinstance(group := above.get(name), h5py.Group):
        raise TypeError(f"{above.name.rstrip('/')}/{name} is {'no group' if name in above else 'missing'}")
    return group


def solves_in(file: h5py.Group, name: str) -> list[Solve]:
    """All solves below a group with the layout of a results file."""
    run, problem = metadata_of(group_in(file, "run")), metadata_of(group_in(file, "problem"))
    if isinstance(matrix := file.get("matrix"), h5py.Group):
        run["products"] = product_rates(metadata_of(matrix))
    solves = group_in(file, "solves")
    return [
        Solve(
            name,
            run,
            problem,
            metadata_of_solve(group) | {"emulation": emulation_of(run)},
            rows_of(group, "kernels"),
            rows_of(group, "reductions"),
            rows_of(group, "timeline"),
        )
        for group in (group_in(solves, number) for number in sorted(solves, key=int))
    ]


def read_all(paths: list[Path]) -> list[Solve]:
    """All solves of several files, with their labels."""
    solves = [solve for path in paths for solve in read(path)]
    for solve, label in zip(solves, labels(solves), strict=True):
        solve.label = label
    return solves


def read(path: Path) -> list[Solve]:
    """All solves of a results file, or of a file gathered by a sweep (with runs in groups below /runs)."""
    with open_results(path) as file, readable(path):
        if "runs" in file:
            runs = group_in(file, "runs")
            names = sorted(runs, key=in_order_of_numbers)
            return [solve for name in names for solve in solves_in(group_in(runs, name), f"{path.name}/{name}")]
        return solves_in(file, path.name)


@contextlib.contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turns any error while reading a file into an UnreadableFileError that names it."""
    try:
        yield
    except UNEXPECTED as error:
        why = f"it has unexpected content: {error.args[0] if error.args else type(error).__name__}"
        raise UnreadableFileError(f"{path} cannot be read ({why}) give a file written by --output") from error


def in_order_of_numbers(name: str) -> list[tuple[int, str]]:
    """A key that sorts rhs-4 before rhs-16."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]
