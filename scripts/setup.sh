#!/usr/bin/env bash
# Prepares this machine for one preset: missing Debian packages, and Kokkos in a per-user cache.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source-path=SCRIPTDIR source=setup_packages.sh
source "$root/scripts/setup_packages.sh"
# shellcheck source-path=SCRIPTDIR source=setup_kokkos.sh
source "$root/scripts/setup_kokkos.sh"

usage="usage: scripts/setup.sh [--preset NAME] [--checks] [--reports]
  --preset NAME  openmp (default), serial, debug, cuda, hip, a64fx, knl, skx, coverage, tidy, fuzz,
                 device-on-host, device-on-host-serial, simgrid, mpich or intel-mpi
  --checks       also install the tools of scripts/check.sh
  --reports      also install what the scripts that read results need
Installs missing packages by apt (root or sudo), and builds Kokkos and Kokkos Kernels into the cache unless CMake
finds an installed Kokkos 4.7 or later with both. Cache: \$MINIKRYLOV_CACHE or \$XDG_CACHE_HOME/minikrylov
or ~/.cache/minikrylov. GPU architecture: \$MINIKRYLOV_GPU_ARCH, for example AMPERE80 or AMD_GFX90A."

preset=openmp
checks=no
reports=no
while (($# > 0)); do
  case $1 in
    --preset) preset=${2:?"$usage"} && shift 2 ;;
    --checks) checks=yes && shift ;;
    --reports) reports=yes && shift ;;
    -h | --help) printf '%s\n' "$usage" && exit 0 ;;
    *) fail "unknown argument $1"$'\n'"$usage" 2 ;;
  esac
done
variant=$(kokkos_variant "$preset") || fail "unknown preset $preset"$'\n'"$usage" 2
link="$root/build/kokkos/$variant"
stamp="$root/build/kokkos/$variant.$preset.$checks.$reports.ready"

# The inputs of the set-up; while these are unchanged and its results exist, there is nothing to do.
fingerprint() {
  printf '%s\n' "${CXX:-}" "${CC:-}" "${Kokkos_ROOT:-}" "${KokkosKernels_ROOT:-}" "${CMAKE_PREFIX_PATH:-}" "$cache" \
    "${MINIKRYLOV_GPU_ARCH:-}"
  cat "$root"/scripts/setup*.sh "$root/scripts/fetch_source.py" "$root/scripts/requirements.txt" "$root/scripts/cmake/probe/CMakeLists.txt"
  type -P "${CXX:-c++}" cmake ninja mpicxx pkg-config || true
}
key=$(fingerprint | sha256sum | cut -d ' ' -f 1)
if [[ -r $stamp && $(<"$stamp") == "$key" ]] && [[ ! -L $link || -e $link/.complete ]]; then
  exit 0
fi

install_packages "$checks" "$reports"
mkdir -p "$root/build/kokkos"
case $preset in
  simgrid) install_for SimGrid libsimgrid-dev smpirun smpicxx ;;
  mpich) install_for MPICH 'libmpich-dev mpich' mpicc.mpich mpiexec.mpich ;;
  intel-mpi) install_intel_mpi ;;
esac
if [[ $missing == *Kokkos* ]]; then
  link_kokkos "$variant"
else
  rm -f "$link"
fi
printf '%s\n' "$key" >"$stamp.$$" && mv "$stamp.$$" "$stamp"
