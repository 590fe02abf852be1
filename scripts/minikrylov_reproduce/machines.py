"""The machines that results are from. Only their files can tell: they may be drawn elsewhere, and much later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from minikrylov_report import printable
from minikrylov_report.results import group_in, metadata_of, open_results, readable

ON_THE_PROCESSOR = ("OpenMP", "Serial", "Threads")  # Kokkos' execution spaces; others compute beside it


@dataclass(frozen=True)
class Place:
    """Where a run was, and how much of it it had."""

    machine: str
    ranks: int
    threads: int  # of a rank, with those cores that it leaves to messages
    cores: int  # of all hosts; 0: the ranks' cores are not what computed


def place_in(path: Path) -> Place:
    """What a file of measurements says. Raises UnreadableFileError."""
    with open_results(path, "results", "overlap", "merging") as file, readable(path):
        return place_from(metadata_of(group_in(file, "run")))


def place_from(run: Mapping[str, Any]) -> Place:
    """The same of what is recorded below /run. Raises KeyError."""
    ranks, threads = int(run["ranks"]), int(run["threads"]) + int(run.get("reserved_cores", 0))
    if run.get("simulated"):
        simulator = on_one_line(run["simulated"]).replace(";", ",").partition(",")[0]
        return Place(f"a cluster simulated by {simulator}", ranks, threads, 0)
    name, device = on_one_line(run["processor"]), on_one_line(run["device"])
    name = "an unknown processor" if name in ("", "unknown") else name
    if device not in ON_THE_PROCESSOR:
        return Place(f"{device} beside {name}", ranks, threads, 0)
    return Place(name, ranks, threads, int(run["cores"]) * len(run["hosts"]))


def on_one_line(text: object) -> str:
    """Processors pad their names with blanks."""
    return printable(" ".join(str(text).split()))


def machines_of(places: Iterable[Place]) -> dict[str, str]:
    """Each machine once, with how much of it was in use."""
    found: dict[str, list[Place]] = {}
    for place in places:
        found.setdefault(place.machine, []).append(place)
    return {machine: in_use(at) for machine, at in found.items()}


def in_use(places: list[Place]) -> str:
    """The cores of one machine's runs; where these would be more than there are, what shared them."""
    if not all(place.cores for place in places):
        return counted((place.ranks for place in places), "rank")
    used = [place.ranks * place.threads for place in places]
    if all(number <= place.cores for number, place in zip(used, places, strict=True)):
        return counted(used, "core")
    unit = "rank" if all(place.threads == 1 for place in places) else "thread"
    return f"{counted(used, unit)} on {counted((place.cores for place in places), 'core')}"


def counted(numbers: Iterable[int], unit: str) -> str:
    """1 core, 1 and 2 cores, 48 to 6144 cores."""
    found = sorted(set(numbers))
    words = f"{found[0]} to {found[-1]}" if len(found) > 2 else " and ".join(map(str, found))
    return f"{words} {unit}{'' if found == [1] else 's'}"


def in_words(machines: Mapping[str, str]) -> str:
    """AMD EPYC, 2 cores, and A64FX, 48 cores."""
    return ", and ".join(f"{name}, {how_much}" for name, how_much in machines.items())
