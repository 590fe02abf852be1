#!/usr/bin/env bash
# How a program ends when one rank or all ranks fail: exit code, output, and no hang.
# Usage: test_endings.sh PROGRAM RANKS [LAUNCHER...]; the launcher is empty in a build without MPI.
set -u
program=$1 ranks=$2
shift 2
failures=0
export KOKKOS_DISABLE_WARNINGS=1  # they would mix with our lines

# ends ENDING EXIT_CODE [COUNT TEXT]...: exactly COUNT lines of stderr end with TEXT.
ends() {
  local ending=$1 expected=$2 code output count
  shift 2
  output=$(timeout 60 "${launcher[@]}" "$program" "$ending" 2>&1 >/dev/null)
  code=$?
  if [ "$code" -ne "$expected" ]; then
    echo "FAILED: $ending on $ranks ranks: exit code $code instead of $expected"
    echo "$output"
    failures=$((failures + 1))
  fi
  while [ $# -ge 2 ]; do
    count=$(printf '%s\n' "$output" | grep -c -- "$2\$")
    if [ "$count" -ne "$1" ]; then
      echo "FAILED: $ending on $ranks ranks: \"$2\" printed $count times instead of $1"
      echo "$output"
      failures=$((failures + 1))
    fi
    shift 2
  done
}

launcher=("$@")
ends well 0
ends code 7
ends all-refuse 2 1 '^first complaint (why) what to do' 1 '^second complaint (why) what to do'
ends one-refuses-others-end 2 1 'lonely complaint (why) what to do'
ends one-refuses-others-wait 2 1 'lonely complaint (why) what to do'
ends one-throws-others-wait 1 1 "^rank $((ranks - 1)): error: thrown by one"
ends throws-in-flight 1 1 "^rank $((ranks - 1)): error: thrown in flight"
if [ "$ranks" -gt 1 ]; then
  ends each-refuses 2 1 '^shared complaint' 1 '^rank 0: complaint 0' 1 "^rank $((ranks - 1)): complaint $((ranks - 1))"
  ends some-refuse-others-wait 2 1 '^rank 1: some complaint (why) what to do'
fi
[ "$failures" -eq 0 ] && echo "All endings on $ranks ranks are as expected."
exit $((failures > 0))
