#!/usr/bin/env bash
# Random options of the whole program, mutated files for every reader under sanitizers, and kills at random moments:
#   scripts/fuzz.sh [SECONDS for each]
# Default: an hour each. Readers run under libFuzzer where clang has it. Failures print how to reproduce them.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

seconds=${1:-3600}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || fail "'$seconds' is not a number of seconds: give 1 or more" 2

# True where clang++ can link a program with libFuzzer.
has_libfuzzer() {
  command -v clang++ >/dev/null &&
    clang++ -x c++ -fsanitize=fuzzer -o /dev/null - 2>/dev/null <<<'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }'
}

export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export OMP_PROC_BIND=false OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
preset=debug
if has_libfuzzer; then preset=fuzz; fi
"$root/scripts/setup.sh" --preset "$preset"
build "$preset" fuzz_matrix fuzz_results
cd "$(mktemp -d)"
for reader in matrix results; do
  say "The reader of $reader, $seconds s"
  if [[ $preset == fuzz ]]; then
    mkdir "$reader"
    "$root/build/fuzz/tests/fuzz_$reader" -max_total_time="$seconds" -timeout=100 -rss_limit_mb=4096 -print_final_stats=1 "$reader"
  else
    OMP_NUM_THREADS=1 "$root/build/debug/tests/fuzz_$reader" --seconds "$seconds"
  fi
done

"$root/scripts/setup.sh" --preset openmp
build openmp minikrylov
export MINIKRYLOV="$root/build/openmp/minikrylov"
MPIEXEC=$(sed -n 's/^MPIEXEC_EXECUTABLE:[A-Z]*=//p' "$root/build/openmp/CMakeCache.txt")
export MPIEXEC
say "Random options, $seconds s"
bash "$root/tests/fuzz/options.sh" --seconds "$seconds"
say "Kills at random moments, $seconds s"
OMP_NUM_THREADS=1 MINIKRYLOV_FUZZ_SECONDS=$seconds bash "$root/tests/cli/kills.sh"
say "Nothing broke."
