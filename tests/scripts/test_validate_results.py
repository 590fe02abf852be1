"""The check of results files: files that match the schema are valid, and every departure from it is found."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import validate_results
from minikrylov_report import UnreadableFileError

SCHEMA: dict[str, Any] = json.loads((SCRIPTS / "results_schema.json").read_text(encoding="utf-8"))
TEXT = h5py.string_dtype()
TYPES = {"whole": "i8", "real": "f8", "text": TEXT}


def write_field(group: h5py.Group, field: dict[str, str]) -> None:
    """A value of the kind required by the schema, with its unit."""
    name, kind = field["name"], field["kind"]
    if kind in TYPES:
        group.attrs.create(name, "yes" if kind == "text" else 1, dtype=TYPES[kind])
        return
    entry = TYPES[kind.split()[-1]]
    shape = (
        (2, 1)
        if name.endswith("history")
        else (1, 1)
        if kind.startswith("table")
        else (0 if name == "objections" else 1,)
    )
    group.create_dataset(name, shape=shape, dtype=entry)
    group[name].attrs["unit"] = field["unit"]


def make_file(path: Path, schema: dict[str, Any], kind: str) -> Path:
    """A file of this format with one solve, generated from the schema."""
    with h5py.File(path, "w") as file:
        file.attrs["format"] = kind
        file.attrs["schema_version"] = SCHEMA["schema_version"]
        for place, fields in schema["groups"].items():
            group = file.create_group(place.replace("*", "0"))
            for field in fields:
                write_field(group, field)
        for place, fields in schema["tables"].items():
            columns = np.dtype([(field["name"], TYPES[field["kind"]]) for field in fields])
            row = tuple(b"a" if field["kind"] == "text" else 0 for field in fields)
            table = file.create_dataset(place.replace("*", "0"), data=np.array([row], dtype=columns), dtype=columns)
            table.attrs["unit"] = ",".join(field["unit"] for field in fields)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file as written by `minikrylov solve`."""
    return make_file(tmp_path / "a.h5", SCHEMA, SCHEMA["format"])


@pytest.fixture
def acceptance(tmp_path: Path) -> Path:
    """A file as written by `minikrylov accept`."""
    schema = validate_results.of_kind(SCHEMA, "acceptance")
    return make_file(tmp_path / "b.h5", schema, SCHEMA["acceptance"]["format"])


def test_what_the_schema_makes_is_valid(path: Path) -> None:
    assert validate_results.check_file(path, SCHEMA) == []


def remove(file: h5py.File) -> None:
    del file["run"].attrs["version"]


def change_kind(file: h5py.File) -> None:
    file["run"].attrs["ranks"] = "two"


def change_unit(file: h5py.File) -> None:
    file["solves/0/solve_seconds"].attrs["unit"] = "ms"


def add_unknown(file: h5py.File) -> None:
    file["matrix"].attrs["colour"] = "blue"


def remove_group(file: h5py.File) -> None:
    del file["problem"]


def remove_table(file: h5py.File) -> None:
    del file["solves/0/kernels"]


def change_columns(file: h5py.File) -> None:
    del file["solves/0/kernels"]
    file["solves/0/kernels"] = np.zeros(1, dtype=[("name", "i8")])


def shorten_history(file: h5py.File) -> None:
    file["solves/0"].attrs["iterations"] = 7


def two_instead_of_one(name: str, unit: str) -> Callable[[h5py.File], None]:
    def spoil(file: h5py.File) -> None:
        del file[f"solves/0/{name}"]
        file["solves/0"].create_dataset(name, data=[1.0, 2.0]).attrs["unit"] = unit

    return spoil


def object_to_what_is_accepted(file: h5py.File) -> None:
    file["solves/0"].attrs["accepted"] = "no"


def move_median(file: h5py.File) -> None:
    file["solves/0"].attrs["seconds_per_iteration_median"] = 3.0


def remove_solves(file: h5py.File) -> None:
    del file["solves"]


def remove_each_solve(file: h5py.File) -> None:
    del file["solves/0"]


def never_write(group: h5py.Group, name: str) -> None:
    """Replaces an attribute by a text that does not exist."""
    del group.attrs[name]
    kind = h5py.h5t.py_create(TEXT, logical=True)
    h5py.h5a.create(group.id, name.encode(), kind, h5py.h5s.create(h5py.h5s.SCALAR))


def name_no_method(file: h5py.File) -> None:
    never_write(file["solves/0"], "method")


def name_no_kernel(file: h5py.File) -> None:
    file["solves/0/kernels"][0] = (b"", *list(file["solves/0/kernels"][0])[1:])


def lose_a_group(file: h5py.File) -> None:
    del file["matrix"]
    file["matrix"] = h5py.SoftLink("/nowhere")


def lose_a_solve(file: h5py.File) -> None:
    file["solves/1"] = h5py.SoftLink("/nowhere")


def lose_a_table(file: h5py.File) -> None:
    del file["solves/0/kernels"]
    file["solves/0/kernels"] = h5py.SoftLink("/nowhere")


def lose_a_list(file: h5py.File) -> None:
    del file["solves/0/iterations_of"]
    file["solves/0/iterations_of"] = h5py.SoftLink("/nowhere")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (remove, "/run/version is missing"),
        (change_kind, "/run/ranks is a text (it should be a whole)"),
        (change_unit, "has unit 'ms' (it should be 's')"),
        (add_unknown, "/matrix/colour is unknown"),
        (remove_group, "/problem is missing"),
        (remove_table, "/solves/0/kernels is missing"),
        (change_columns, "/solves/0/kernels has the columns name"),
        (shorten_history, "residual_history is (2, 1) (it should be (8, 1))"),
        (
            two_instead_of_one("triads_beside", "bytes/s"),
            "/solves/0/triads_beside does not have the length of solve_seconds (1 repetitions)",
        ),
        (
            two_instead_of_one("products_beside", "s"),
            "/solves/0/products_beside does not have the length of solve_seconds (1 repetitions)",
        ),
        (
            two_instead_of_one("applications_beside", "s"),
            "/solves/0/applications_beside does not have the length of solve_seconds (1 repetitions)",
        ),
        (object_to_what_is_accepted, "/solves/0/accepted is no"),
        (move_median, "the median 3.0 is not in its interval"),
        (remove_solves, "/solves/0 is missing"),
        (remove_each_solve, "/solves/0 is missing"),
        (name_no_method, "/solves/0/method is empty"),
        (name_no_kernel, "/solves/0/kernels/name is empty in a row"),
        (lose_a_group, "/matrix is a link to nowhere"),
        (lose_a_solve, "/solves/1 is a link to nowhere"),
        (lose_a_table, "/solves/0/kernels is a link to nowhere"),
        (lose_a_list, "/solves/0/iterations_of is a link to nowhere"),
    ],
)
def test_what_is_wrong_is_found(path: Path, spoil: Callable[[h5py.File], None], words: str) -> None:
    with h5py.File(path, "a") as file:
        spoil(file)
    complaints = validate_results.check_file(path, SCHEMA)
    assert len(complaints) == 1
    assert words in complaints[0]


def test_files_of_acceptance_runs_are_checked_too(acceptance: Path) -> None:
    assert validate_results.check_file(acceptance, SCHEMA) == []
    with h5py.File(acceptance, "a") as file:
        del file["acceptance/parts"]
        del file["acceptance"].attrs["result"]
        file["acceptance"].attrs["colour"] = "blue"
    complaints = validate_results.check_file(acceptance, SCHEMA)
    assert [complaint.split(" (")[0] for complaint in complaints] == [
        "/acceptance/result is missing",
        "/acceptance/colour is unknown",
        "/acceptance/parts is missing",
    ]


@pytest.mark.parametrize("kind", ["overlap", "prediction", "comparison"])
def test_files_of_other_jobs_are_checked_too(kind: str, tmp_path: Path) -> None:
    path = make_file(tmp_path / "c.h5", validate_results.of_kind(SCHEMA, kind), SCHEMA[kind]["format"])
    assert validate_results.check_file(path, SCHEMA) == []
    group = {"overlap": "overlap/noise", "prediction": "model/curves/0", "comparison": "model"}[kind]
    with h5py.File(path, "a") as file:
        file[group].attrs["colour"] = "blue"
        del file["run"].attrs["version"]
    complaints = validate_results.check_file(path, SCHEMA)
    assert [complaint.split(" (")[0] for complaint in complaints] == [
        "/run/version is missing",
        f"/{group}/colour is unknown",
    ]


def test_what_is_not_always_there_may_be_missing(path: Path) -> None:
    with h5py.File(path, "a") as file:
        del file["problem"].attrs["peclet"]
        del file["solves/0/true_residual_history"]
    assert validate_results.check_file(path, SCHEMA) == []


def test_another_version_is_refused(path: Path) -> None:
    with h5py.File(path, "a") as file:
        file.attrs["schema_version"] = 99
    with pytest.raises(UnreadableFileError, match="schema version 99"):
        validate_results.check_file(path, SCHEMA)


def test_the_exit_code_tells(path: Path, tmp_path: Path) -> None:
    (tmp_path / "b.h5").write_text("no")
    words = [sys.executable, str(SCRIPTS / "validate_results.py")]
    good = subprocess.run([*words, str(path)], capture_output=True, text=True, check=False)
    assert (good.returncode, good.stdout) == (0, f"{path} is valid\n")
    bad = subprocess.run([*words, str(path), str(tmp_path / "b.h5")], capture_output=True, text=True, check=False)
    assert bad.returncode == 2
    assert "b.h5 cannot be read" in bad.stdout
    assert "Traceback" not in bad.stderr
