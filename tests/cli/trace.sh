#!/usr/bin/env bash
# Traces never replace a file without --force. (Their content: tests/scripts/test_trace.py.)
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

job=(solve --size 12 --method "pcg,pipecg" --reduction nonblocking --repetitions 1)
expect_on 2 0 "${job[@]}" --trace t.json
says stdout 'The trace is in t.json'

cp t.json old.json
expect_on 2 2 "${job[@]}" --trace t.json
says stderr 't.json exists' '--force'
cmp -s t.json old.json || fail "t.json was changed"
expect_on 2 0 "${job[@]}" --trace t.json --force
expect 2 "${job[@]}" --trace missing/t.json
says stderr 'folder missing does not exist'
