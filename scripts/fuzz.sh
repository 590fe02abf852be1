#!/usr/bin/env bash
# Mutated files for every reader under sanitizers, and kills at random moments: scripts/fuzz.sh [SECONDS for each].
#   Default: an hour each. Failures print how to reproduce them.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

seconds=${1:-3600}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || fail "'$seconds' is not a number of seconds: give 1 or more" 2
"$root/scripts/setup.sh" --preset debug
build debug fuzz_matrix fuzz_results minikrylov
export ASAN_OPTIONS=detect_leaks=0 OMP_NUM_THREADS=1 OMP_PROC_BIND=false
for target in fuzz_matrix fuzz_results; do
  "$root/build/debug/tests/$target" --seconds "$seconds"
done
cd "$(mktemp -d)"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
MINIKRYLOV="$root/build/debug/minikrylov" MINIKRYLOV_FUZZ_SECONDS=$seconds bash "$root/tests/cli/kills.sh"
say "Nothing broke."
