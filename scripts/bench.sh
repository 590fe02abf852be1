#!/usr/bin/env bash
# Measures miniKrylov against its targets and its peers, or guards it against slow kernels; run it on a quiet machine.
#   scripts/bench.sh [--parts matrix,peers,…] [--peers petsc,hypre,…] [arguments of bench.py]
#   scripts/bench.sh --guard [--only REGEX]
#   MINIKRYLOV_PROGRAM  the program to measure (default: that of preset openmp, built first)
# Installs h5py and, for parts, the peers petsc-dev and libhypre-dev if they are missing. The optional peers mkl, trilinos
# and petsc-native are installed by scripts/peers/install.sh.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source-path=SCRIPTDIR source=setup_packages.sh
source "$root/scripts/setup_packages.sh"

packages=(python3-h5py petsc-dev libhypre-dev pkg-config)
for argument in "$@"; do
  [[ $argument != --guard ]] || packages=(python3-h5py)
done

program=${MINIKRYLOV_PROGRAM:-$root/build/openmp/minikrylov}
if [[ -z ${MINIKRYLOV_PROGRAM:-} ]]; then
  "$root/scripts/setup.sh" --preset openmp
  build openmp minikrylov
fi
needed=()
for package in "${packages[@]}"; do
  installed "$package" || needed+=("$package")
done
if ((${#needed[@]} > 0)); then
  may_install || fail "packages are missing, and this user may not install them: apt-get install ${needed[*]}" 2
  install_by_apt "${needed[@]}"
fi
((${#packages[@]} == 1)) || make --silent --keep-going -C "$root/scripts/peers" BUILD="$root/build/peers" ||
  say "Some peers could not be built (see above): they are left out"
if ((EUID == 0)); then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
# Debian's own interpreter has Debian's h5py.
exec /usr/bin/python3 "$root/scripts/bench.py" --program "$program" --peers-folder "$root/build/peers" "$@"
