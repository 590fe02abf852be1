#!/usr/bin/env bash
# What suits the processor is measured by the first run that asks, and found again by later ones; `tune` prints the table.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

export MINIKRYLOV_CACHE=$PWD/cache
if ! on_host; then
  expect 0 tune
  says stdout 'Nothing to tune' 'on a device' 'full, tuning source defaults'
  if compgen -G 'cache/tuning-*' >/dev/null; then fail "what was not measured is stored"; fi
  expect 0 solve --size 8 --method cg --repetitions 1 --tune auto
  says stdout 'auto, tuning source defaults'
  exit
fi

job=(solve --size 8 --method cg --repetitions 1)
now='auto, tuning source measured by this run' before='auto, tuning source measured 20'
expect 0 "${job[@]}"
says stdout 'off, tuning source defaults'
expect 0 "${job[@]}" --tune auto
says stdout "$now"
expect 0 "${job[@]}" --tune auto
says stdout "$before"
for text in '' '2026-01-01T00:00:00Z entries_ahead=512'; do
  for file in cache/tuning-*.txt; do printf '%s\n' "$text" >"$file"; done
  expect 0 "${job[@]}" --tune auto
  says stdout "$now"
done
expect 0 "${job[@]}" --tune full
says stdout 'full, tuning source measured by this run'
expect 2 tune now
expect 0 tune --help
expect 0 tune
for choice in entries_ahead block_entries_ahead block_stay rows_ahead cache_block_bytes elements_ahead filled_elements_ahead periods_in_memory periods_in_cache streamed_bytes \
  streamed_bytes_of_one look_ahead_bytes together_elements panel_elements_ahead; do
  says stdout "$choice"
done
says stdout 'The defaults take at most'
