#!/usr/bin/env bash
# The triad is measured by the first run since boot; later runs take it from the cache, and say so.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"
[ -r /proc/sys/kernel/random/boot_id ] || { echo 'skipped: boots cannot be told apart' && exit 77; }

export MINIKRYLOV_CACHE=$PWD/cache
job=(solve --size 8 --method cg --repetitions 1)
now='triad source measured by this run' before='since the last boot'
expect 0 "${job[@]}"
says stdout "$now"
expect 0 "${job[@]}"
says stdout "$before"

# Nor does anything else take long: less than a second of processor time, which other programs on these cores do not change.
if "$MINIKRYLOV" --version 2>/dev/null </dev/null | grep -q ', Release,' && [ "${MINIKRYLOV_DEVICE_ON_HOST:-OFF}" = OFF ]; then
  TIMEFORMAT='%U %S'
  { time expect 0 solve --size 32 2>&3; } 3>&2 2>seconds
  says stdout "$before"
  read -r user system <seconds
  awk -v s="$user" -v t="$system" 'BEGIN { exit !(s + t < 1) }' || fail "solve --size 32 took $user s and $system s of the system"
fi

OMP_NUM_THREADS=2 expect 0 "${job[@]}"
says stdout "$now"
for text in '' 'nan 2026-01-01T00:00:00Z' '1e10 2026-01-01T00:00:00Z another machine' '-1 x'; do
  for file in cache/triad-*.txt; do printf '%s\n' "$text" >"$file"; done
  expect 0 "${job[@]}"
  says stdout "$now"
done
for file in cache/triad-*.txt; do rm "$file" && mkfifo "$file"; done
expect 0 "${job[@]}"
says stdout "$now"
MINIKRYLOV_CACHE=/dev/null/nowhere expect 0 "${job[@]}"
says stdout "$now"
