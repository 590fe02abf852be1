"""Gathers all finished runs of a study in one file."""

from __future__ import annotations

import os
from pathlib import Path

from minikrylov_report import UnreadableFileError
from minikrylov_report.results import open_results, readable

from .running import file_of
from .study import Study

import h5py  # isort: skip


def gather(study: Study, folder: Path) -> tuple[Path, int]:
    """Writes <folder>/<study>.h5 with one group per run below /runs; returns it and the number of runs in it. An old
    file stays intact until the new one is complete. Raises UnreadableFileError for a file that is not from miniKrylov,
    OSError if nothing can be written."""
    target = folder / f"{study.name}.h5"
    part = folder / f"{study.name}.h5.part-{os.getpid()}"
    image, count = image_of(study, folder)
    try:
        with part.open("wb") as written:
            written.write(image)
            written.flush()
            os.fsync(written.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return target, count


def image_of(study: Study, folder: Path) -> tuple[bytes, int]:
    """The bytes of the gathered file, and the number of runs in it. Built in memory, as HDF5 crashes when a disk is
    full."""
    count = 0
    with h5py.File("in memory", "w", driver="core", backing_store=False) as gathered:
        for run in study.runs:
            path = file_of(folder, run)
            if not path.exists():
                continue
            with open_results(path) as file, readable(path):
                copy(file, gathered, run.name)
            count += 1
        if count == 0:
            raise UnreadableFileError(f"{folder} holds no finished run (nothing to gather) run the study first")
        gathered.attrs["study"] = study.name
        gathered.attrs["about"] = study.about
        gathered.flush()
        return gathered.id.get_file_image(), count


def copy(file: h5py.File, gathered: h5py.File, name: str) -> None:
    """Copies a run's groups and datasets; format and version belong to the whole file."""
    for key, value in file.attrs.items():
        if key in gathered.attrs and gathered.attrs[key] != value:
            raise UnreadableFileError(f"{file.filename} has another {key} than the files before (they cannot be mixed)")
        gathered.attrs[key] = value
    group = gathered.require_group("runs").create_group(name)
    for key in file:
        file.copy(key, group)
