#!/usr/bin/env bash
# Groups of vector updates, separate and merged: what moves is counted, in memory and in cache, for several right-hand sides.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

job=(merging --rhs "1,3" --memory-numbers 3000 --cache-numbers 300 --samples 8)
for ranks in 1 2; do
  expect_on $ranks 0 "${job[@]}"
  [ "$(grep -cE '^ *(separate|two-merged|three-merged) +(memory|cache) +[13] ' stdout)" -eq 12 ] || fail 'not 12 rows'
  # Vectors read and written, as Krasnopolsky 2019 counts them: 9, 5 and 5.
  [ "$(grep -cE '^ *separate .* 9 ' stdout)" -eq 4 ] || fail 'separate updates do not move 9 vectors'
  [ "$(grep -cE '^ *(two|three)-merged .* 5 ' stdout)" -eq 8 ] || fail 'merged updates do not move 5 vectors'
  says stdout 'the bytes moved determine the time'
done
expect 2 merging --rhs 0
says stderr '--rhs 0'
expect 2 merging --memory-numbers 0
says stderr '--memory-numbers 0 is invalid'
for option in --memory-numbers --cache-numbers; do
  expect_on 2 2 merging $option 1e11
  once stderr "$option 100000000000 is invalid"
done
needs_hdf5
expect 0 "${job[@]}" --output a.h5
expect 2 "${job[@]}" --output a.h5
says stderr 'a.h5'
