#!/usr/bin/env bash
# The main job on several ranks, in every format and formulation: one report, and everything accepted.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

for words in '--format sell --chunk 16 --sigma 32' '--format crs --formulation kokkos-kernels' '--formulation basic --rhs 3 --reduction nonblocking'; do
  # shellcheck disable=SC2086  # words are several words
  expect_on 3 0 solve --size 11x12x13 --repetitions 1 --method pcg,pbicgstab $words
  once stdout 'passed its checks'
  says stdout 'ranks grid'
done
expect_on 2 0 solve --problem convection-diffusion --size 15x14 --ranks-grid 1x2 --method all-bicgstab --repetitions 1 --detailed
once stdout 'passed its checks'
says stdout '15 x 14 x 1'

for words in '--overlap static --ordering reordered-2 --preconditioner ic0' '--overlap dynamic --ordering interior-first' \
  '--overlap dynamic --chunk-rows 700 --format crs --rhs 2'; do
  # shellcheck disable=SC2086  # words are several words
  expect_on 2 0 solve --size 12x12x80 --repetitions 1 --method pcg $words
  once stdout 'passed its checks'
  once stdout ' overlap: hidden behind '
done
