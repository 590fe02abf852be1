#!/usr/bin/env bash
# Traces are what Perfetto and Chrome read, of all ranks, and never replace a file unasked.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

job=(solve --size 12 --method "pcg,pipecg" --reduction nonblocking --repetitions 1)
expect_on 2 0 "${job[@]}" --trace t.json
says stdout 'The trace is in t.json'
ranks=1
[ -z "${MPIEXEC:-}" ] || ranks=2
python3 - t.json "$ranks" <<'PYTHON' || fail "t.json is not a trace"
import collections
import json
import sys

events = json.load(open(sys.argv[1], encoding="utf-8"))["traceEvents"]
assert {event["pid"] for event in events} == set(range(int(sys.argv[2]))), "ranks"
complete = [event for event in events if event["ph"] == "X"]
assert all(event["dur"] >= 0 and event["ts"] >= 0 for event in complete), "times"
methods = [event for event in complete if event["cat"] == "method" and event["pid"] == 0]
assert [event["name"] for event in methods] == ["pcg", "pipecg"], "methods"
assert methods[0]["ts"] + methods[0]["dur"] <= methods[1]["ts"], "methods follow each other"
flights = collections.defaultdict(list)
for event in events:
    if event["ph"] in "be":
        flights[event["id"]].append(event)
assert flights, "sums"
for begin, end in flights.values():
    assert (begin["ph"], end["ph"]) == ("b", "e") and begin["ts"] <= end["ts"], "flights"
second = [event for event in complete if event["name"] == "iteration 2" and event["pid"] == 0]
assert len(second) == 2, "an iteration of each method"
PYTHON

cp t.json old.json
expect_on 2 2 "${job[@]}" --trace t.json
says stderr 't.json is there already' '--force'
cmp -s t.json old.json || fail "t.json was changed"
expect_on 2 0 "${job[@]}" --trace t.json --force
expect 2 "${job[@]}" --trace missing/t.json
says stderr 'there is no folder missing'
