# shellcheck shell=bash
# Part of setup.sh: detects missing packages and installs them by apt.
# shellcheck disable=SC2016,SC2154  # apt's own $(FIELDS) stay as they are; root, preset and variant are setup.sh's

# The Debian package for each library that CMake looks for, and for each command.
declare -A package_of=(
  [MPI]="libopenmpi-dev openmpi-bin" [HDF5]=libhdf5-dev [CLI11]=libcli11-dev [fmt]=libfmt-dev [hwloc]=libhwloc-dev
  [ZLIB]=zlib1g-dev [METIS]=libmetis-dev
  [Catch2]=catch2)
declare -A package_of_command=(
  [c++]=g++ [cc]=gcc [cmake]=cmake [ninja]=ninja-build [pkg-config]=pkg-config [git]=git [python3]=python3)
declare -A package_of_check=(
  [clang-format]=clang-format [clang-tidy]=clang-tidy [run-clang-tidy]=clang-tidy [shellcheck]=shellcheck
  [ccache]=ccache [h5dump]=hdf5-tools [pytest-3]=python3-pytest)
# Python modules of the scripts that read results.
declare -A package_of_module=([h5py]=python3-h5py [numpy]=python3-numpy [matplotlib]=python3-matplotlib)

# Only tests use SciPy: it reads what --dump-matrix writes.
declare -A package_of_test_module=([scipy]=python3-scipy)

# Prints the libraries that CMake does not find, and "Kokkos" if no installed one fits.
probe() {
  local folder devices hdf5=any
  folder=$(mktemp -d)
  devices=$(kokkos_devices "$variant")
  # An HDF5 for the usual MPI library, which other packages may have brought, cannot be linked beside another one.
  [[ $preset != @(simgrid|mpich|intel-mpi) ]] || hdf5=serial
  if ! quietly cmake -S "$root/scripts/cmake/probe" -B "$folder" -G Ninja "-DDEVICES=$devices" "-DHDF5_KIND=$hdf5"; then
    rm -rf "$folder"
    fail "probing this machine failed (see above): can the compiler ${CXX:-c++} compile and link?"
  fi
  tr '\n' ' ' <"$folder/missing.txt"
  rm -rf "$folder"
}

# Whether this user may install packages: root, or sudo without a password or with a terminal to ask for it.
may_install() {
  command -v apt-get >/dev/null || return 1
  ((EUID == 0)) || { command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; }
}

apt() {
  local become=()
  ((EUID == 0)) || become=(sudo)
  quietly "${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@"
}

# Catch2 3 is newer than Debian 12; backports are on the mirror that apt already uses.
add_backports() {
  local major codename uri list=/etc/apt/sources.list.d/minikrylov-backports.sources become=()
  major=$(apt-cache policy catch2 | sed -n 's/^ *Candidate: *\([0-9]*\).*/\1/p')
  ((${major:-0} < 3)) || return 0
  ((EUID == 0)) || become=(sudo)
  # shellcheck source=/dev/null
  codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  catch2_release=/$codename-backports
  if apt-get indextargets --format '$(SUITE) $(CODENAME)' | grep -q -- "$codename-backports"; then
    return 0
  fi
  uri=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' | sed -n "s/^$codename main //p" |
    head -n 1)
  [[ -n $uri ]] ||
    fail "Catch2 3 is missing (apt knows no mirror of $codename, where its backports would be): install it yourself" 2
  say "Adding $codename-backports to apt for Catch2 3 ($list)"
  printf 'Types: deb\nURIs: %s\nSuites: %s-backports\nComponents: main\n' "$uri" "$codename" |
    "${become[@]}" tee "$list" >/dev/null
  apt update -o Dir::Etc::sourcelist="$list" -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0
}

install_by_apt() {
  local packages=("$@") catch2_release='' i
  say "Installing ${packages[*]}"
  apt update || fail "apt-get update failed (see above)"
  if [[ " ${packages[*]} " == *" catch2 "* ]]; then
    add_backports || fail "apt-get update failed for the backports (see above)"
  fi
  for i in "${!packages[@]}"; do
    [[ ${packages[i]} != catch2 ]] || packages[i]+=$catch2_release
  done
  apt install --yes --no-install-recommends "${packages[@]}" ||
    fail "apt-get install failed (see above): install these yourself: ${packages[*]}"
}

# Whether dpkg has installed the package; an old Catch2 does not count.
installed() {
  local version
  version=$(dpkg-query --show --showformat '${db:Status-Abbrev}${Version}' "$1" 2>/dev/null) || return 1
  [[ $version == ii* ]] && { [[ $1 != catch2 ]] || [[ $version =~ ^ii\ *[3-9] ]]; }
}

# Whether a Python with all modules for reports exists, or the scripts can create one.
reports_work() { python3 "$root/scripts/minikrylov_report/environment.py" >/dev/null; }

# install_packages <yes|no: checks too> <yes|no: reports too>: installs what is missing, or says what to install and
# stops. Sets `missing` to what CMake still does not find: Kokkos or nothing.
install_packages() {
  local needed=() name package tools_missing=no
  for name in "${!package_of_command[@]}"; do
    command -v "$name" >/dev/null || { needed+=("${package_of_command[$name]}") && tools_missing=yes; }
  done
  if [[ $1 == yes ]]; then
    for name in "${!package_of_check[@]}"; do
      command -v "$name" >/dev/null || needed+=("${package_of_check[$name]}")
    done
  fi
  if [[ $1 == yes ]]; then
    for name in "${!package_of_test_module[@]}"; do
      /usr/bin/python3 -c "import $name" 2>/dev/null || needed+=("${package_of_test_module[$name]}")
    done
  fi
  # Debian's pytest-3 only runs with the system's Python; reports run with any.
  if [[ $1 == yes ]] || { [[ $2 == yes ]] && ! reports_work; }; then
    for name in "${!package_of_module[@]}"; do
      /usr/bin/python3 -c "import $name" 2>/dev/null || needed+=("${package_of_module[$name]}")
    done
  fi
  if [[ $tools_missing == no ]]; then
    missing=$(probe)
  else
    missing="${!package_of[*]} Kokkos"
  fi
  for name in $missing; do
    [[ $name != Kokkos ]] || continue
    for package in ${package_of[$name]}; do
      # Without tools nothing can be probed, so dpkg decides.
      [[ $tools_missing == yes ]] && installed "$package" || needed+=("$package")
    done
  done
  if [[ $missing == *Kokkos* ]] && ! python3 -m pip --version >/dev/null 2>&1; then
    needed+=(python3-pip)
  fi
  ((${#needed[@]} > 0)) || return 0

  mapfile -t needed < <(printf '%s\n' "${needed[@]}" | sort -u)
  if ! may_install; then
    fail "these packages are missing, and this user may not install them (not root, no sudo): ${needed[*]}
Ask an administrator for: apt-get install ${needed[*]}
(catch2 must be version 3: in Debian 12 it is in bookworm-backports), or load them from Spack (scripts/spack.yaml)." 2
  fi
  install_by_apt "${needed[@]}"
  missing=$(probe)
  name=${missing//Kokkos/}
  [[ -z ${name// /} ]] || fail "CMake still does not find these, although their packages are installed: $name"
}

# install_for <what> <wanted> <command>...: installs Debian packages unless all of these commands are there.
install_for() {
  local what=$1 wanted=$2 command
  shift 2
  for command; do
    command -v "$command" >/dev/null && continue
    may_install || fail "$what is missing, and this user may not install it (not root, no sudo): $wanted
Ask an administrator for: apt-get install $wanted" 2
    # shellcheck disable=SC2086  # several packages
    install_by_apt $wanted
    return
  done
}

# Intel MPI, from PyPI into the cache: no root needed.
install_intel_mpi() {
  local version=2021.18.1 folder
  folder=$cache/intel-mpi-$version
  if [[ ! -e $folder/.complete ]]; then
    say "Installing Intel MPI $version into $folder (once)"
    rm -rf "$folder"
    quietly python3 -m venv "$folder" || fail "python3 -m venv failed (see above): install python3-venv"
    quietly "$folder/bin/pip" install "impi-devel==$version" "impi-rt==$version" ||
      fail "pip install of Intel MPI failed (see above)"
    touch "$folder/.complete"
  fi
  ln -sfn "$folder" "$root/build/intel-mpi-library"
}
