#!/usr/bin/env bash
# Sets up, builds everything and runs the tests: scripts/test.sh [--mpi openmpi|mpich|intel] [arguments of ctest], for
# example -R comm. The MPI library is Open MPI (or what CMake finds) unless another one is asked for.
# Tests with the label `long` run only where a label is asked for: scripts/test.sh -L long, or scripts/nightly.sh.
#   MINIKRYLOV_PRESET   which build (default: openmp)
#   MINIKRYLOV_TARGETS  what to build, separated by blanks (default: everything)
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

preset=${MINIKRYLOV_PRESET:-openmp}
if [[ ${1:-} == --mpi ]]; then
  case ${2:-} in
    openmpi) preset=openmp ;;
    mpich) preset=mpich ;;
    intel) preset=intel-mpi ;;
    *) fail "--mpi takes openmpi, mpich or intel, not '${2:-}'" 2 ;;
  esac
  shift 2
fi
"$root/scripts/setup.sh" --preset "$preset"
if [[ $preset == mpich || $preset == intel-mpi ]] &&
  strict=$(grep -s '^MINIKRYLOV_WARNINGS_AS_ERRORS:BOOL=' "$root/build/openmp/CMakeCache.txt"); then
  # With the same flags as the preset openmp, ccache has most of what is compiled.
  configure "$preset" "-D$strict"
fi
read -ra targets <<<"${MINIKRYLOV_TARGETS:-}"
build "$preset" "${targets[@]}"
labels=(--label-exclude long)
for argument in "$@"; do
  [[ $argument != -L* && $argument != --label-regex* ]] || labels=()
done
# One more than there are processors: many tests wait for launchers.
exec ctest --test-dir "$root/build/$preset" --output-on-failure --no-tests=error --parallel "$(($(allowed_processors) + 1))" "${labels[@]}" "$@"
