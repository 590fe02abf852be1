#!/usr/bin/env bash
# Checks the program on a machine with a GPU, in one call of a few minutes: build, tests, a table of performance.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
place=$here/build/gpu_check
# Nothing is taken from, or left in, the user's own cache.
[[ ${1:-} == --pack ]] || export MINIKRYLOV_CACHE=$place/cache
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$here/scripts/common.sh"
# shellcheck source-path=SCRIPTDIR source=setup_kokkos.sh
source "$root/scripts/setup_kokkos.sh"

usage="usage: scripts/gpu_check.sh --pack PACK
       scripts/gpu_check.sh [--preset NAME] [--build-only] PACK [POINTS...]
The first call, where the preset openmp builds, packs Kokkos and the few other libraries into the file PACK. The second
one needs that file, nvcc or hipcc, CMake and Ninja, and nothing else: no network, MPI, HDF5 or Python. It builds, runs
all tests but those that fuzz or take hours, compares the residuals of all methods with those of a host, and prints a
table of kernels, products and sweeps, by default at 64, 128 and 256 points in each direction.
  --preset NAME  cuda or hip (default: whose compiler is there; hip has never been built to its end), or device-on-host,
                 a rehearsal without a GPU
  --build-only   builds program and tests and stops, for a login node without a GPU, whose architecture has to be named
                 there and later: MINIKRYLOV_GPU_ARCH=AMPERE80, for example (default: HOPPER90 or AMD_GFX90A)"

# pack_library <name> <target> <body of its CMake file>: what find_package is to find.
pack_library() {
  mkdir -p "$stage/lib/cmake/$1"
  printf '%s\n' "get_filename_component(pack \"\${CMAKE_CURRENT_LIST_DIR}/../../..\" ABSOLUTE)" \
    "add_library($2 $3 IMPORTED)" \
    "set_target_properties($2 PROPERTIES INTERFACE_INCLUDE_DIRECTORIES \"\${pack}/include\" $4)" \
    >"$stage/lib/cmake/$1/$1Config.cmake"
  printf '%s\n' "set(PACKAGE_VERSION 3.0)" "set(PACKAGE_VERSION_COMPATIBLE TRUE)" >"$stage/lib/cmake/$1/$1ConfigVersion.cmake"
}

# Prints where the compiler finds a header's folder, or a library.
include_folder() {
  printf '#include <%s>\n' "$1" | "${CXX:-c++}" -std=c++20 -E -x c++ - 2>/dev/null |
    sed -n "s|^# 1 \"\(.*\)/$1\".*|\1|p" | head -n 1
}
library() { "${CXX:-c++}" "-print-file-name=$1"; }

pack() {
  local file=$1 item from
  "$root/scripts/setup.sh" --preset openmp
  stage=$(mktemp -d)
  trap 'rm -rf "$stage"' EXIT
  work=$stage && mkdir -p "$cache"
  fetch_kokkos "$cache/$source_name-$source_version.tar.gz"
  mkdir -p "$stage/include" "$stage/lib" "$stage/cache"
  cp "$cache/$source_name-$source_version.tar.gz" "$stage/cache"
  for item in fmt/format.h CLI/CLI.hpp catch2/catch_all.hpp; do
    from=$(include_folder "$item")
    [[ -d $from ]] || fail "${item%/*} was not found (the compiler does not know $item) run scripts/setup.sh" 2
    cp -rL "$from/${item%/*}" "$stage/include"
  done
  from=$(include_folder zlib.h)
  cp -L "$from/zlib.h" "$stage/include"
  cp -L "$(include_folder zconf.h)/zconf.h" "$stage/include"
  for item in libCatch2.a libz.a; do
    from=$(library "$item")
    [[ -f $from ]] || fail "$item was not found (it is to be linked there) install its development package" 2
    cp -L "$from" "$stage/lib"
  done
  pack_library fmt fmt::fmt INTERFACE 'INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY=1'
  pack_library CLI11 CLI11::CLI11 INTERFACE ''
  pack_library Catch2 Catch2::Catch2 STATIC "IMPORTED_LOCATION \"\${pack}/lib/libCatch2.a\""
  rm -rf "$stage/download"
  tar -cf "$file" -C "$stage" cache include lib
  say "$file: $(du -h "$file" | cut -f 1)"
}

# The preset whose compiler is there.
usual_preset() {
  if command -v nvcc >/dev/null; then
    printf cuda
  elif command -v hipcc >/dev/null; then
    printf hip
  else
    fail "there is neither nvcc nor hipcc (no GPU can be compiled for) put one of them on the path" 2
  fi
}

unpack() {
  [[ -r $1 ]] || fail "$1 cannot be read (there is no such file) make it by scripts/gpu_check.sh --pack" 2
  mkdir -p "$place"
  tar -xf "$1" -C "$place" || fail "$1 is no file of scripts/gpu_check.sh --pack (tar cannot read it)" 2
  [[ -e $place/cache/$source_name-$source_version.tar.gz ]] || fail "$1 has no Kokkos $source_version: pack it anew" 2
}

# Prints how many files are compiled together in a build folder: fewer where many cores would wait for the largest unit,
# and as many as before where another machine has begun.
files_per_unit() {
  local cached=$1/CMakeCache.txt
  if [[ -e $cached ]]; then
    sed -n 's/^CMAKE_UNITY_BUILD_BATCH_SIZE:[A-Z]*=//p' "$cached"
  elif (($(allowed_processors) >= 8)); then
    printf 3
  else
    printf 16
  fi
}

# Prints what is built for, as MINIKRYLOV_GPU_ARCH names it.
architecture_of() {
  case $1 in
    cuda) cuda_architecture ;;
    hip) printf '%s' "${MINIKRYLOV_GPU_ARCH:-AMD_GFX90A}" ;;
    *) printf 'an emulated device' ;;
  esac
}

# What is built before the program says whether it can run here: with a GPU all at once, since at the end of each build
# cores wait for the last unit.
first_target() { if nvidia_gpu_is_here || [[ -e /dev/kfd ]]; then printf all; else printf minikrylov; fi; }

build_all() {
  local preset=$1 folder=$2 wanted=$3
  link_kokkos "$(kokkos_variant "$preset")"
  say "Kokkos is there after $SECONDS s"
  (cd "$root" && quietly cmake --preset "$preset" -B "$folder" "-DCMAKE_PREFIX_PATH=$place" \
    "-DCMAKE_UNITY_BUILD_BATCH_SIZE=$(files_per_unit "$folder")" \
    -DMINIKRYLOV_ENABLE_MPI=OFF -DMINIKRYLOV_ENABLE_HDF5=OFF -DMINIKRYLOV_ENABLE_METIS=OFF -DMINIKRYLOV_ENABLE_HWLOC=OFF) ||
    fail "configuring failed (see above)"
  if [[ $wanted == runs ]]; then
    quietly ninja -C "$folder" -k 0 "$(first_target)" || fail "building the program failed (see above)"
    say "The program is built after $SECONDS s"
    LD_LIBRARY_PATH=$(driver_path "$folder") "$folder/minikrylov" --version >&2 ||
      fail "the program is built, but cannot run here (see above): with --build-only the tests are built, too" 2
  fi
  quietly ninja -C "$folder" -k 0 || fail "building the program and its tests failed (see above)"
  say "All is built after $SECONDS s"
}

case ${1:-} in
  --pack) (($# == 2)) || fail "$usage" 2; pack "$2" && exit ;;
  -h | --help) printf '%s\n' "$usage" && exit 0 ;;
esac
preset=
wanted=runs
while [[ ${1:-} == --* ]]; do
  case $1 in
    --preset) preset=${2:?"$usage"} && shift 2 ;;
    --build-only) wanted=built && shift ;;
    *) fail "unknown argument $1"$'\n'"$usage" 2 ;;
  esac
done
(($# >= 1)) || fail "$usage" 2
archive=$1
shift
preset=${preset:-$(usual_preset)}
case $preset in
  cuda | hip | device-on-host) ;;
  *) fail "preset $preset has no device"$'\n'"$usage" 2 ;;
esac
for tool in cmake ninja; do
  command -v "$tool" >/dev/null || fail "$tool is missing: put it on the path" 2
done
unpack "$archive"
folder=$place/$preset
build_all "$preset" "$folder" "$wanted"
if [[ $wanted == built ]]; then
  say "Built for $(architecture_of "$preset"). On such a machine the same command without --build-only goes on from here, with
the same MINIKRYLOV_GPU_ARCH if it was given."
  exit 0
fi

failed=no
# Four at a time: most wait for the host. Of an emulated device they compute on two threads.
at_a_time=4
[[ $preset != device-on-host ]] || at_a_time=$((($(allowed_processors) + 1) / 2))
ctest --test-dir "$folder" --output-on-failure --no-tests=error --parallel "$at_a_time" --label-exclude long -E '^(fuzz|scripts)[.]' ||
  failed=yes
say "All tests have run after $SECONDS s"
(($# > 0)) || set -- 64 128 256
"$folder/tests/device_table" "$@" | tee "$place/table.txt"
say "The table is in $place/table.txt, after $SECONDS s"
[[ $failed == no ]] || fail "some tests failed (see above)"
