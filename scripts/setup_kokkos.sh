# shellcheck shell=bash
# Part of setup.sh: builds Kokkos and Kokkos Kernels once into the cache. They come from the PyPI source package
# pygenten, which contains tested versions of both and is available where only package registries can be reached.
# shellcheck disable=SC2154  # root and cache are common.sh's
source_name=pygenten
source_version=0.1.5
source_sha256=e620f05c742905e2db705d875f1cac92ef0ed453f9e6734e9beda26cc0f9cce7

# The Kokkos variant of a preset; some presets share one with another preset.
kokkos_variant() {
  case $1 in
    openmp | serial | debug | cuda | hip | a64fx | knl | skx) printf '%s' "$1" ;;
    coverage | tidy | device-on-host | mpich | intel-mpi) printf 'openmp' ;;
    fuzz | simgrid | device-on-host-serial) printf 'serial' ;;
    # Not presets: used by scripts/architectures.sh and scripts/emulate.sh.
    generic | emulated-a64fx | emulated-neon) printf '%s' "$1" ;;
    *) return 1 ;;
  esac
}

# The devices that an installed Kokkos must have to serve a variant, as a CMake list.
kokkos_devices() {
  case $1 in
    serial) printf 'SERIAL' ;;
    cuda) printf 'CUDA' ;;
    hip) printf 'HIP' ;;
    *) printf 'OPENMP' ;;
  esac
}

# Kokkos's name for this machine's GPU, unless the user names another; Hopper if there is none.
cuda_architecture() {
  local -A names=([70]=VOLTA70 [75]=TURING75 [80]=AMPERE80 [86]=AMPERE86 [89]=ADA89 [90]=HOPPER90
    [100]=BLACKWELL100 [120]=BLACKWELL120)
  local capability
  capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | tr -d '.') || true
  printf '%s' "${MINIKRYLOV_GPU_ARCH:-${names[${capability:-90}]:-HOPPER90}}"
}

# Prints the CMake options of a variant, one per line.
kokkos_options() {
  # Compile all files of a library together: with nvcc that takes a tenth of the time.
  printf '%s\n' -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_STANDARD=20 -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=100 -DKokkos_ENABLE_SERIAL=ON
  [[ $1 == serial ]] || printf '%s\n' -DKokkos_ENABLE_OPENMP=ON
  case $1 in
    openmp | serial) printf '%s\n' -DKokkos_ARCH_NATIVE=ON ;;
    # Not native: sanitizers analyse scalar loads best.
    debug) printf '%s\n' -DKokkos_ENABLE_DEBUG_BOUNDS_CHECK=ON ;;
    cuda) printf '%s\n' -DKokkos_ENABLE_CUDA=ON "-DKokkos_ARCH_$(cuda_architecture)=ON" ;;
    hip)
      # Nothing here sorts by rocThrust, which Debian does not have.
      printf '%s\n' -DKokkos_ENABLE_HIP=ON "-DKokkos_ARCH_${MINIKRYLOV_GPU_ARCH:-AMD_GFX90A}=ON" -DKokkos_ENABLE_ROCTHRUST=OFF
      ;;
    a64fx | knl | skx) printf '%s\n' "-DKokkos_ARCH_${1^^}=ON" ;;
    emulated-a64fx) printf '%s\n' -DKokkos_ARCH_A64FX=ON ;;
    emulated-neon) printf '%s\n' -DKokkos_ARCH_ARMV80=ON ;;
  esac
  [[ $1 != emulated-* ]] || printf '%s\n' -DKokkos_ENABLE_LIBDL=OFF
}

# toolchain_options <variant> <folder of Kokkos>: compiler options for both libraries, one per line.
toolchain_options() {
  case $1 in
    cuda) printf '%s\n' "-DCMAKE_CXX_COMPILER=$2/bin/nvcc_wrapper" ;;
    hip) printf '%s\n' -DCMAKE_CXX_COMPILER=hipcc ;;
    emulated-*) printf '%s\n' "-DCMAKE_TOOLCHAIN_FILE=$root/scripts/cmake/aarch64.cmake" ;;
  esac
}

# Kokkos Kernels as templates only, without precompiled instantiations.
kernels_options() {
  local what
  printf '%s\n' -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_STANDARD=20 -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
    -DKokkosKernels_ENABLE_ALL_COMPONENTS=OFF -DKokkosKernels_ADD_DEFAULT_ETI=OFF
  for what in SPARSE GRAPH BLAS; do printf '%s\n' "-DKokkosKernels_ENABLE_COMPONENT_$what=ON"; done
  for what in DOUBLE LAYOUTLEFT EXECSPACE_OPENMP EXECSPACE_SERIAL EXECSPACE_CUDA EXECSPACE_HIP MEMSPACE_CUDAUVMSPACE \
    ORDINAL_INT OFFSET_INT OFFSET_SIZE_T; do
    printf '%s\n' "-DKokkosKernels_INST_$what=OFF"
  done
}

# What a build depends on besides its options: the compilers and, for native code, the kind of processor.
kokkos_surroundings() {
  "${CXX:-c++}" --version | head -n 1
  case $1 in
    openmp | serial) grep -E -m 2 '^(model name|flags|Features|CPU part)' /proc/cpuinfo || uname -m ;;
    cuda) nvcc --version && declare -f adapt_to_cuda ;;
    hip) hipcc --version && declare -f adapt_to_hip ;;
    emulated-*) aarch64-linux-gnu-g++ --version && cat "$root/scripts/cmake/aarch64.cmake" ;;
  esac
}

# The folder of a variant, named by a hash of everything that determines it, so that checkouts share it.
kokkos_prefix() {
  local hash
  hash=$({ printf '%s\n' "$source_sha256" && kokkos_options "$1" && kernels_options && kokkos_surroundings "$1"; } |
    sha256sum | cut -c 1-16)
  printf '%s/kokkos-%s' "$cache" "$hash"
}

# replace <file> <text> <by>: like sed, but fails if the text does not occur.
replace() {
  grep -qF -- "$2" "$1" || fail "$1 has no '$2' (is this another Kokkos than that of $source_version?)"
  local content
  content=$(<"$1")
  printf '%s\n' "${content//"$2"/"$3"}" >"$1"
}

# CUDA 13 changed two signatures after this Kokkos was released; nvcc_wrapper also defaults to an old architecture. And
# nvcc places what follows a [[no_unique_address]] member elsewhere on the device than on the host (mdspan's pull requests
# 434 and 435), so that kernels would read what comes after an array in their bodies from the wrong place.
adapt_to_cuda() {
  local instance=$1/core/src/Cuda/Kokkos_Cuda_Instance.hpp architecture
  architecture=$(cuda_architecture)
  replace "$1/bin/nvcc_wrapper" 'default_arch="sm_70"' "default_arch=\"sm_${architecture//[!0-9]/}\""
  replace "$1/tpls/mdspan/include/experimental/__p0009_bits/config.hpp" '(!defined(__NVCC__) || MDSPAN_HAS_CXX_20)' \
    '!defined(__NVCC__)'
  if (($(nvcc --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p') >= 13)); then
    replace "$instance" 'cudaGraphAddDependencies(graph, from, to, numDependencies)' \
      'cudaGraphAddDependencies(graph, from, to, nullptr, numDependencies)'
    replace "$instance" 'cudaMemPrefetchAsync(devPtr, count, dstDevice, m_stream)' \
      'cudaMemPrefetchAsync(devPtr, count, dstDevice == cudaCpuDeviceId
                                ? cudaMemLocation{cudaMemLocationTypeHost, 0}
                                : cudaMemLocation{cudaMemLocationTypeDevice, dstDevice}, 0, m_stream)'
  fi
}

# clang refuses, from 19 on, members of a template that name what it does not have, though nothing calls them.
adapt_to_hip() {
  local handle=$1/sparse/src/KokkosSparse_spadd_handle.hpp
  replace "$handle" 'void set_sort_option(int option) { this->sort_option = option; }' ''
  replace "$handle" 'int get_sort_option() { return this->sort_option; }' ''
}

# Downloads and verifies the source package in the cache.
fetch_kokkos() {
  local archive=$1
  if [[ -e $archive ]] && sha256sum --status --check - <<<"$source_sha256  $archive"; then
    return 0
  fi
  say "Downloading $source_name $source_version (Kokkos 4.7.0 and Kokkos Kernels 4.4.0)"
  mkdir "$work/download"
  python3 "$root/scripts/fetch_source.py" "$source_name" "$source_version" "$source_sha256" "$work/download/archive" ||
    fail "downloading failed (see above): without a package registry put ${archive##*/} into $cache"
  mv "$work/download/archive" "$archive"
}

# configure_install <source folder> <build folder> <staged prefix> [option...]
configure_install() {
  local from=$1 folder=$2 prefix=$3
  shift 3
  quietly cmake -S "$from" -B "$folder" -G Ninja "-DCMAKE_INSTALL_PREFIX=$prefix" "$@" &&
    quietly ninja -C "$folder" install
}

# build_kokkos <variant> <prefix>: one at a time; the folder gets its name only when it is complete.
build_kokkos() {
  local variant=$1 prefix=$2 options source stage
  mkdir -p "$cache"
  exec 9>"$prefix.lock"
  flock 9
  [[ ! -e $prefix/.complete ]] || return 0
  work=$(mktemp -d "$cache/work-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  fetch_kokkos "$cache/$source_name-$source_version.tar.gz"
  say "Building Kokkos for preset $variant into $prefix"
  tar -xzf "$cache/$source_name-$source_version.tar.gz" -C "$work"
  source=$work/$source_name-$source_version/tpls
  stage=$work/stage
  [[ $variant != cuda ]] || adapt_to_cuda "$source/kokkos"
  [[ $variant != hip ]] || adapt_to_hip "$source/kokkos-kernels"
  mapfile -t options < <(kokkos_options "$variant" && toolchain_options "$variant" "$source/kokkos")
  configure_install "$source/kokkos" "$work/kokkos" "$stage" "${options[@]}" ||
    fail "building Kokkos failed (see above)"

  mapfile -t options < <(kernels_options && toolchain_options "$variant" "$stage")
  configure_install "$source/kokkos-kernels" "$work/kernels" "$stage" "-DKokkos_ROOT=$stage" "${options[@]}" ||
    fail "building Kokkos Kernels failed (see above)"
  # Kokkos's CMake files refer to the staging folder.
  find "$stage" -name '*.cmake' -exec sed -i "s|$stage|$prefix|g" {} +
  touch "$stage/.complete"
  rm -rf "$prefix"
  mv "$stage" "$prefix"
  rm -rf "$work"
  trap - EXIT
}

# link_kokkos <variant>: links build/kokkos/<variant> to that Kokkos in the cache, building it if necessary.
link_kokkos() {
  local prefix
  prefix=$(kokkos_prefix "$1")
  [[ -e $prefix/.complete ]] || build_kokkos "$1" "$prefix"
  mkdir -p "$root/build/kokkos"
  ln -sfn "$prefix" "$root/build/kokkos/$1"
}
