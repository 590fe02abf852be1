"""Traces: the program writes the Trace Event Format as read by the viewers of Chrome and Perfetto."""

from __future__ import annotations

import collections
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

Event = dict[str, Any]
ROUNDING = 0.0015  # µs; times are written in thousandths


def faults(events: list[Event]) -> list[str]:
    """Events that a viewer would not understand. The format: docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU"""
    found = []
    for event in events:
        found += [f"no {key}: {event}" for key in ("ph", "pid", "tid", "name") if key not in event]
        if event["ph"] not in "XbeM":
            found.append(f"phase: {event}")
        if event["ph"] != "M" and not event.get("ts", -1) >= 0:
            found.append(f"no time: {event}")
        if event["ph"] == "X" and not event.get("dur", -1) >= 0:
            found.append(f"no duration: {event}")
    return found + unnamed(events) + unnested(events) + unpaired(events)


def unnamed(events: list[Event]) -> list[str]:
    """Ranks without a process name, lanes without a thread name."""
    named = {(e["name"], e["pid"], e["tid"] if e["name"] == "thread_name" else 0) for e in events if e["ph"] == "M"}
    lanes = {(e["pid"], e["tid"]) for e in events if e["ph"] != "M"}
    wanted = {("process_name", pid, 0) for pid, _ in lanes} | {("thread_name", *lane) for lane in lanes}
    return [f"no {what} of {pid}, {tid}" for what, pid, tid in sorted(wanted - named)]


def unnested(events: list[Event]) -> list[str]:
    """Complete events of one thread that overlap without nesting, which viewers show wrongly."""
    found = []
    lanes = collections.defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            lanes[event["pid"], event["tid"]].append(event)
    for lane in lanes.values():
        ends: list[float] = []
        for event in sorted(lane, key=lambda e: (e["ts"], -e["dur"])):
            while ends and ends[-1] <= event["ts"] + ROUNDING:
                ends.pop()
            if ends and event["ts"] + event["dur"] > ends[-1] + ROUNDING:
                found.append(f"overlap: {event}")
            ends.append(event["ts"] + event["dur"])
    return found


def unpaired(events: list[Event]) -> list[str]:
    """Asynchronous events without begin or end, or with both in the wrong order."""
    pairs = collections.defaultdict(list)
    for event in events:
        if event["ph"] in "be":
            pairs[event.get("cat"), event.get("id"), event["name"]].append(event)
    return [
        f"no pair: {key}"
        for key, pair in pairs.items()
        if None in key or [e["ph"] for e in pair] != ["b", "e"] or pair[0]["ts"] > pair[1]["ts"]
    ]


def good() -> list[Event]:
    """A small valid trace."""
    return [
        {"ph": "M", "pid": 0, "tid": 0, "name": "process_name", "args": {"name": "rank 0"}},
        {"ph": "M", "pid": 0, "tid": 0, "name": "thread_name", "args": {"name": "method"}},
        {"ph": "X", "pid": 0, "tid": 0, "name": "pcg", "cat": "method", "ts": 0, "dur": 10},
        {"ph": "X", "pid": 0, "tid": 0, "name": "q = A p", "cat": "kernel", "ts": 2, "dur": 8},
        {"ph": "b", "pid": 0, "tid": 0, "name": "(r,r)", "cat": "sum", "id": "0.0", "ts": 3},
        {"ph": "e", "pid": 0, "tid": 0, "name": "(r,r)", "cat": "sum", "id": "0.0", "ts": 12},
    ]


@pytest.mark.parametrize(
    ("place", "change", "words"),
    [
        (2, {"dur": -1}, "no duration"),
        (3, {"dur": 9}, "overlap"),
        (2, {"tid": 1}, "no thread_name"),
        (0, {"pid": 1}, "no process_name"),
        (5, {"id": "0.1"}, "no pair"),
        (5, {"ts": 2}, "no pair"),
        (3, {"ph": "B"}, "phase"),
        (4, {"ts": -1}, "no time"),
    ],
)
def test_faults_are_found(place: int, change: Event, words: str) -> None:
    events = good()
    assert faults(events) == []
    events[place] |= change
    assert any(words in fault for fault in faults(events))


def trace(folder: Path, ranks: int, *words: str) -> list[Event]:
    """The events of a run of pcg and pipecg."""
    program, launcher = os.environ.get("MINIKRYLOV"), os.environ.get("MPIEXEC")
    if not program or (ranks > 1 and not launcher):
        pytest.skip("needs MINIKRYLOV and MPI")
    start = [launcher, "-n", str(ranks), program] if ranks > 1 else [program]
    job = ["solve", "--size", "12", "--method", "pcg,pipecg", "--repetitions", "1", "--trace", str(folder / "t.json")]
    done = subprocess.run([*map(str, start), *job, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "t.json").read_text(encoding="utf-8"))["traceEvents"]


@pytest.mark.parametrize(
    ("ranks", "words"),
    [
        (1, []),
        (2, ["--reduction", "nonblocking"]),
        (2, ["--reduction", "point-to-point", "--overlap", "static", "--progress", "manual"]),
        (3, ["--reduction", "nonblocking", "--emulate-latency", "200us", "--preconditioner", "ic0"]),
        (2, ["--reduction", "embedded"]),
        (2, ["--detailed", "--rhs", "2", "--formulation", "basic"]),
    ],
    ids=["one", "two", "overlap", "emulated", "embedded", "detailed"],
)
def test_traces_are_what_viewers_read(tmp_path: Path, ranks: int, words: list[str]) -> None:
    events = trace(tmp_path, ranks, *words)
    assert faults(events) == []
    assert {event["pid"] for event in events} == set(range(ranks))
    first = [event for event in events if event["pid"] == 0 and event["ph"] == "X"]
    methods = [event for event in first if event["cat"] == "method"]
    assert [event["name"] for event in methods] == ["pcg", "pipecg"]
    assert methods[0]["ts"] + methods[0]["dur"] <= methods[1]["ts"]
    assert len([event for event in first if event["name"] == "iteration 2"]) == 2
    kinds = {event["cat"] for event in events if event["ph"] in "Xb"}
    assert {"method", "iteration", "kernel", "sum start", "sum wait", "sum in flight"} <= kinds
    if ranks > 1 and "embedded" not in words:
        assert {"halo wait", "halo in flight"} <= kinds
