#!/usr/bin/env bash
# Builds for other x86-64 processors, checks their instructions, and runs the tests that this processor can run.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source-path=SCRIPTDIR source=setup_kokkos.sh
source "$root/scripts/setup_kokkos.sh"

usage="usage: scripts/architectures.sh [x86-64|x86-64-v3|skylake-avx512|knl]...
Builds the program and the tests of kernels and published for each -march, without MPI and HDF5, and runs them if this processor
has the instructions; without arguments, for all four targets. They share one Kokkos, built for x86-64."

targets=("$@")
((${#targets[@]} > 0)) || targets=(x86-64 x86-64-v3 skylake-avx512 knl)

# What kernels.registers is to find: narrower registers would be right, too, but slow.
declare -A register_bytes=([x86-64]=16 [x86-64-v3]=32 [skylake-avx512]=64 [knl]=64)

# needed_flags <target>: the instruction sets of the target, as named in /proc/cpuinfo.
needed_flags() {
  case $1 in
    x86-64) ;;
    x86-64-v3) printf '%s\n' avx2 bmi1 bmi2 fma movbe ;;
    skylake-avx512) printf '%s\n' avx512f avx512cd avx512bw avx512dq avx512vl ;;
    knl) printf '%s\n' avx512f avx512cd avx512er avx512pf ;;
    *) return 1 ;;
  esac
}

# missing_flags <target>: those that this processor lacks.
missing_flags() {
  comm -23 <(needed_flags "$1" | sort) <(grep -m 1 '^flags' /proc/cpuinfo | tr ' ' '\n' | sort -u) | tr '\n' ' '
}

for target in "${targets[@]}"; do
  [[ $target != -h && $target != --help ]] || { printf '%s\n' "$usage" && exit 0; }
  needed_flags "$target" >/dev/null || fail "unknown target '$target'"$'\n'"$usage" 2
done
"$root/scripts/setup.sh" --preset openmp
link_kokkos generic
for target in "${targets[@]}"; do
  # One build folder per target, from the same preset.
  configure generic -B "$root/build/$target" "-DCMAKE_CXX_FLAGS=-march=$target"
  missing=$(missing_flags "$target")
  tests='^(kernels|published)\.'
  if [[ -n $missing ]]; then
    say "$target: compiled, not run (this processor lacks ${missing% })"
    tests='^kernels\.registers$'
  fi
  build "$target" minikrylov kernels_for_registers test_kernels test_published
  MINIKRYLOV_REGISTER_BYTES=${register_bytes[$target]} \
    ctest --test-dir "$root/build/$target" --output-on-failure --no-tests=error --label-exclude long -R "$tests"
done
