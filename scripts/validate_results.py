#!/usr/bin/env python3
"""Checks results files against the schema derived from the program's list of fields (minikrylov list schema)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from minikrylov_report import UnreadableFileError, printable  # isort: skip
from minikrylov_report.results import content, open_results, plain, readable  # isort: skip
import h5py  # isort: skip

SCHEMA = Path(__file__).resolve().parent / "results_schema.json"
Field = dict[str, str]
NAMES = ("name", "label")  # columns of tables by which their rows are told apart


def kind_of_type(dtype: Any) -> str:
    """The schema's name for the type of a value."""
    if h5py.check_string_dtype(dtype) is not None:
        return "text"
    return {"i": "whole", "u": "whole", "f": "real"}.get(dtype.kind, str(dtype))


def kind_of(group: h5py.Group, name: str) -> str | None:
    """The schema's name for the kind of an entry, or None if it does not exist."""
    if name in group.attrs:
        return kind_of_type(group.attrs.get_id(name).dtype)
    if name not in group:
        return None
    entry = group.get(name)
    if not isinstance(entry, h5py.Dataset):
        return "link to nowhere" if entry is None else "group"
    word = {1: "list of", 2: "table of"}.get(entry.ndim, f"{entry.ndim}-dimensional array of")
    return f"{word} {kind_of_type(entry.dtype)}"


def check_group(group: h5py.Group, fields: list[Field], tables: set[str]) -> Iterator[str]:
    """What is missing, of another kind or unit, or unknown in a group."""
    for field in fields:
        name, found = field["name"], kind_of(group, field["name"])
        if found is None:
            if field["presence"] == "always":
                yield f"{group.name}/{name} is missing (it is in every file)"
            continue
        if found != field["kind"]:
            yield f"{group.name}/{name} is a {found} (it should be a {field['kind']})"
        elif name in group and plain(group[name].attrs.get("unit")) != field["unit"]:
            yield f"{group.name}/{name} has unit {plain(group[name].attrs.get('unit'))!r} (it should be {field['unit']!r})"
    known = {field["name"] for field in fields} | tables
    for name in (*group.attrs, *group):
        if name not in known:
            yield f"{group.name}/{name} is unknown (the schema does not name it)"


def check_table(group: h5py.Group, name: str, fields: list[Field]) -> Iterator[str]:
    """Errors in a table of rows."""
    place = f"{group.name}/{name}"
    if name not in group:
        yield f"{place} is missing (it is in every file)"
        return
    table = group.get(name)
    if not isinstance(table, h5py.Dataset):
        yield f"{place} is a {'link to nowhere' if table is None else 'group'} (it should be a table)"
        return
    columns = table.dtype.names or ()
    expected = tuple(field["name"] for field in fields)
    if columns != expected:
        yield f"{place} has the columns {', '.join(columns)} (they should be {', '.join(expected)})"
        return
    for field in fields:
        found = kind_of_type(table.dtype[field["name"]])
        if found != field["kind"]:
            yield f"{place}/{field['name']} is a {found} (it should be a {field['kind']})"
        elif field["name"] in NAMES and (content(table)[field["name"]] == b"").any():
            yield f"{place}/{field['name']} is empty in a row (each row has one)"
    units = plain(table.attrs.get("unit", ""))
    if units != ",".join(field["unit"] for field in fields):
        yield f"{place} has the units {units!r} (they should be those of its columns)"


def check_sense(solve: h5py.Group) -> Iterator[str]:
    """Contradictions within a solve."""
    attrs = {name: plain(value) for name, value in solve.attrs.items()}
    yield from (
        f"{solve.name}/{name} is empty (it names something)"
        for name, value in attrs.items()
        if isinstance(value, str) and not value
    )
    lists = {name: entry for name in solve if isinstance(entry := solve.get(name), h5py.Dataset)}
    rhs, iterations = attrs.get("rhs"), attrs.get("iterations")
    for name in ("outcomes", "iterations_of"):
        if name in lists and len(lists[name]) != rhs:
            yield f"{solve.name}/{name} has {len(lists[name])} entries (there are {rhs} right-hand sides)"
    repetitions = len(lists.get("solve_seconds", ()))
    beside = {"triads_beside"} | {name for name in lists if name.endswith("_beside")}
    yield from (
        f"{solve.name}/{name} does not have the length of solve_seconds ({repetitions} repetitions)"
        for name in sorted(beside)
        if len(lists.get(name, ())) != repetitions
    )
    history = lists.get("residual_history")
    if history is not None and history.shape != (iterations + 1, rhs):
        yield f"{solve.name}/residual_history is {history.shape} (it should be {(iterations + 1, rhs)})"
    if "objections" in lists and (len(lists["objections"]) == 0) != (attrs.get("accepted") == "yes"):
        yield f"{solve.name}/accepted is {attrs.get('accepted')} (there are {len(lists['objections'])} objections)"
    low, median, high = (attrs.get(f"seconds_per_iteration_{part}", 0) for part in ("low", "median", "high"))
    if not low <= median <= high:
        yield f"{solve.name}: the median {median} is not in its interval {low} to {high}"


def tables_below(place: str, schema: dict[str, Any]) -> dict[str, list[Field]]:
    """The tables of a group, by name."""
    return {name.rsplit("/", 1)[1]: fields for name, fields in schema["tables"].items() if name.startswith(f"{place}/")}


def of_kind(schema: dict[str, Any], kind: str) -> dict[str, Any]:
    """The schema of another kind of file: its own groups and tables, plus the run and solves common to all files."""
    own = schema[kind]
    shared = {place: fields for place, fields in schema["groups"].items() if place in ("/run", "/solves/*")}
    return {"groups": shared | own["groups"], "tables": schema["tables"] | own["tables"]}


def kinds_of_files(schema: dict[str, Any]) -> dict[str, str]:
    """The formats that files may have, and the keys of the schema for them."""
    others = {part["format"]: key for key, part in schema.items() if isinstance(part, dict) and "format" in part}
    return {schema["format"]: ""} | others


def entries_at(root: h5py.Group, place: str) -> Iterator[tuple[str, Any]]:
    """What a place of the schema means, by name; /solves/* are all below /solves. A link to nowhere is None."""
    above, star, _ = place.strip("/").partition("/*")
    found = root.get(above)
    if star and isinstance(found, h5py.Group):
        yield from ((f"{found.name}/{name}", entry) for name, entry in found.items())
    elif not star and above in root:
        yield f"{root.name.rstrip('/')}/{above}", found


def check_run(root: h5py.Group, schema: dict[str, Any]) -> Iterator[str]:
    """All errors of one run."""
    for place, fields in schema["groups"].items():
        tables = tables_below(place, schema)
        if not place.endswith("/*") and place.strip("/") not in root:
            yield f"{root.name.rstrip('/')}{place} is missing (it is in every file)"
        below = [other.removeprefix(f"{place}/") for other in schema["groups"] if other.startswith(f"{place}/")]
        inner = {name.split("/")[0] for name in below}
        for name, group in entries_at(root, place):
            if not isinstance(group, h5py.Group):
                yield f"{name} is a {'link to nowhere' if group is None else 'dataset'} (it should be a group)"
                continue
            yield from check_group(group, fields, set(tables) | inner)
            for table, columns in tables.items():
                yield from check_table(group, table, columns)
            if place == "/solves/*":
                yield from check_sense(group)


def check_results(root: h5py.Group, schema: dict[str, Any]) -> Iterator[str]:
    """All errors of a run that solved something."""
    yield from check_run(root, schema)
    if not isinstance(solves := root.get("solves"), h5py.Group) or len(solves) == 0:
        yield f"{root.name.rstrip('/')}/solves/0 is missing (there is at least one solve)"


def check_file(path: Path, schema: dict[str, Any]) -> list[str]:
    """All errors of a file that the program has written, or that a sweep has gathered.

    Raises UnreadableFileError.
    """
    kinds = kinds_of_files(schema)
    with open_results(path, *(name.removeprefix("miniKrylov ") for name in kinds)) as file, readable(path):
        if kind := kinds[plain(file.attrs["format"])]:
            return list(check_run(file, of_kind(schema, kind)))
        runs = list(file["runs"].values()) if "runs" in file else [file]
        return [complaint for run in runs for complaint in check_results(run, schema)]


def main() -> None:
    """Exit code 0: all files are valid; 2: some are not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="results.h5")
    parser.add_argument("--schema", type=Path, default=SCHEMA, help="minikrylov's list schema (default: %(default)s)")
    arguments = parser.parse_args()
    schema = json.loads(arguments.schema.read_text(encoding="utf-8"))
    failed = False
    for path in arguments.files:
        try:
            complaints = [printable(f"{path}: {complaint}") for complaint in check_file(path, schema)]
        except UnreadableFileError as error:
            complaints = [str(error)]
        failed = failed or bool(complaints)
        print("\n".join(complaints) if complaints else f"{printable(path)} is valid")
    sys.exit(2 if failed else 0)


if __name__ == "__main__":
    main()
