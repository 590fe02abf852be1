#!/usr/bin/env bash
# Help, version and lists print everything, immediately and on stdout.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

expect 0 --version
says stdout 'miniKrylov '
expect 0 --help
says stdout 'solve' 'list'
expect 0 solve --help
says stdout '--problem' '--method' '--output' 'poisson3d-125' 'kokkos-kernels'
declare -A words=([methods]=pbicgstab [problems]=poisson3d-fvm [preconditioners]=jacobi [formats]=sell [compressions]='table of 16' [orderings]=natural
  [methods-page]=r̂ [reductions]=point-to-point [formulations]=merged [fields]=seconds_per_iteration_median [schema]=seconds_per_iteration_median)
for topic in "${!words[@]}"; do
  expect_on 2 0 list "$topic"
  once stdout "$(grep -F -m 1 -- "${words[$topic]}" stdout || fail "list $topic does not show ${words[$topic]}")"
done
