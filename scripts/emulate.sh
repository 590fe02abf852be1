#!/usr/bin/env bash
# Builds for an Arm processor, checks its instructions, and runs the tests under QEMU.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source-path=SCRIPTDIR source=setup_packages.sh
source "$root/scripts/setup_packages.sh"
# shellcheck source-path=SCRIPTDIR source=setup_kokkos.sh
source "$root/scripts/setup_kokkos.sh"
# shellcheck source-path=SCRIPTDIR source=emulate_sysroot.sh
source "$root/scripts/emulate_sysroot.sh"

usage="usage: scripts/emulate.sh a64fx|neon [arguments of ctest]
  a64fx  Armv8.2 with SVE of 512 bits: 8 doubles per register
  neon   any Armv8: 2 doubles per register
Builds the program, and the tests of kernels, problems, miniapp and published, without MPI and HDF5, and runs them on one
rank; without arguments of ctest also a solve, and the longer tests, of miniapp and published, in parts, logged in
build/emulated-TARGET/miniapp-*.log and published-*.log: in all half an hour or more on two cores. Installs Debian's cross
compiler and QEMU by apt if missing (root or sudo); libraries and Kokkos go to the cache:
\$MINIKRYLOV_CACHE or \$XDG_CACHE_HOME/minikrylov or ~/.cache/minikrylov. Times under QEMU mean nothing."

target=${1:-}
case $target in
  a64fx | neon) shift ;;
  -h | --help) printf '%s\n' "$usage" && exit 0 ;;
  *) fail "unknown target '$target'"$'\n'"$usage" 2 ;;
esac
preset=emulated-$target
# What kernels.registers is to find: narrower registers would be right, too, but slow.
declare -A register_bytes=([a64fx]=64 [neon]=16)
export MINIKRYLOV_REGISTER_BYTES=${register_bytes[$target]}

install_emulator() {
  local needed=()
  command -v aarch64-linux-gnu-g++ >/dev/null || needed+=(g++-aarch64-linux-gnu)
  command -v qemu-aarch64 >/dev/null || needed+=(qemu-user)
  ((${#needed[@]} > 0)) || return 0
  may_install ||
    fail "these packages are missing, and this user may not install them (not root, no sudo): ${needed[*]}" 2
  install_by_apt "${needed[@]}"
}

# run_tests <pattern> [arguments of ctest]
run_tests() {
  local pattern=$1
  shift
  ctest --test-dir "$root/build/$preset" --output-on-failure --no-tests=error --label-exclude long -R "$pattern" "$@"
}

# Sets `emulator` to the words before a program.
find_emulator() {
  IFS=';' read -ra emulator < <(sed -n 's/^CMAKE_CROSSCOMPILING_EMULATOR:[A-Z]*=//p' "$root/build/$preset/CMakeCache.txt")
}

# The exit code says whether the residuals are the true ones.
solve_once() {
  OMP_NUM_THREADS=1 "${emulator[@]}" "$root/build/$preset/minikrylov" solve --size 12 --method pcg,pipecg \
    --preconditioner jacobi --warm-up 0 --repetitions 1 >&2 || fail "the program fails (see above)"
}

# test_in_parts <test> <parts>: as one test they would take longer than any test may. As many parts at once as there are
# processors.
test_in_parts() {
  local folder=$root/build/$preset
  say "Testing $1 in $2 parts (after $SECONDS s)"
  seq 0 $(($2 - 1)) | OMP_NUM_THREADS=1 xargs -P "$(allowed_processors)" -I {} "${emulator[@]}" "$folder/tests/test_$1" \
    --shard-count "$2" --shard-index {} --out "$folder/$1-{}.log" ||
    fail "tests of $1 failed: grep -l FAILED build/$preset/$1-*.log"
}

"$root/scripts/setup.sh" --preset openmp
install_emulator
make_sysroot arm64 "$root/build/sysroot/aarch64"
link_kokkos "$preset"
build "$preset" minikrylov kernels_for_registers test_kernels test_problems test_miniapp test_published
if (($# > 0)); then
  run_tests '^(kernels|problems|miniapp|published)\.' "$@"
else
  find_emulator
  solve_once
  run_tests '^(kernels|problems)\.'
  test_in_parts miniapp 24
  test_in_parts published 24
  say "All tests passed (after $SECONDS s)"
fi
