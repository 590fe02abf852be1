#!/usr/bin/env bash
# An empty command line: the default job, a report for newcomers, and a results file.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

expect 0
says stdout 'poisson3d-7' '64 x 64 x 64' 'pcg + jacobi' 'pbicgstab + jacobi' 'triad' 'converged' 'Each of the 2 solves passed its checks'
if has_hdf5; then
  files=(minikrylov-*.h5)
  { [ ${#files[@]} -eq 1 ] && [ -s "${files[0]}" ]; } || fail "no results file"
  says stdout "${files[0]}"
fi
