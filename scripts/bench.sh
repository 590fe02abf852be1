#!/usr/bin/env bash
# Measures miniKrylov against its targets and its peers (PETSc, hypre): scripts/bench.sh [arguments of bench.py]
# Installs the peers (petsc-dev, libhypre-dev) and h5py if they are missing. Run it on a quiet machine.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# shellcheck source-path=SCRIPTDIR source=setup_packages.sh
source "$root/scripts/setup_packages.sh"

"$root/scripts/setup.sh" --preset openmp
build openmp minikrylov
needed=()
for package in petsc-dev libhypre-dev pkg-config python3-h5py; do
  installed "$package" || needed+=("$package")
done
if ((${#needed[@]} > 0)); then
  may_install || fail "the peers are missing, and this user may not install them: apt-get install ${needed[*]}" 2
  install_by_apt "${needed[@]}"
fi
make --silent -C "$root/scripts/peers" BUILD="$root/build/peers"
if ((EUID == 0)); then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
# Debian's own interpreter has Debian's h5py.
exec /usr/bin/python3 "$root/scripts/bench.py" --program "$root/build/openmp/minikrylov" --peers "$root/build/peers" "$@"
