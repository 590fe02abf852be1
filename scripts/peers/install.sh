#!/usr/bin/env bash
# Installs optional peers of scripts/bench.sh below build/peers, where they disturb no other program:
#   scripts/peers/install.sh bare|mkl|trilinos|petsc-native...
#     bare          a loop over the bytes of a matrix; needs only a compiler
#     mkl           Intel MKL, by pip (about 1 GB)
#     trilinos      Belos and Tpetra: Debian's packages, unpacked, not installed (their old Kokkos must not be found by CMake)
#     petsc-native  PETSc built for this processor; takes a quarter of an hour
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

folder=$root/build/peers
petsc_version=3.26.1
petsc_sha256=a4dc46c1b4403545ac2274741ce10801366c4a9a7b2683b678d18f6663b93496

install_bare() {
  say "Building the bare loop as build/peers/bare_spmv"
  quietly make -C "$root/scripts/peers" "BUILD=$folder" "$folder/bare_spmv" ||
    fail "building bare_spmv failed (see above)"
}

install_mkl() {
  say "Installing Intel MKL into build/peers/mkl"
  quietly python3 -m pip install --prefix "$folder/mkl" mkl-devel || fail "pip could not install mkl-devel (see above)"
}

install_trilinos() {
  local archive archives=$folder/trilinos/archives package packages=() link
  for package in belos tpetra teuchos kokkos kokkos-kernels; do
    packages+=("libtrilinos-$package-dev")
  done
  command -v apt-get >/dev/null || fail "Trilinos needs Debian's packages (there is no apt-get here)" 2
  say "Unpacking Debian's Belos and Tpetra into build/peers/trilinos"
  mkdir -p "$archives/partial"
  # Only downloads, so no lock and no root are needed.
  quietly apt-get install --yes --download-only --no-install-recommends -o Debug::NoLocking=true \
    -o "Dir::Cache::archives=$archives" "${packages[@]}" ||
    fail "apt-get could not download ${packages[*]} (see above): is apt-get update due?"
  for archive in "$archives"/*.deb; do
    dpkg --extract "$archive" "$folder/trilinos"
  done
  # Libraries that were installed already have not been downloaded: links here point to them.
  for link in "$folder"/trilinos/usr/lib/*-linux-gnu*/*.so; do
    [[ -e $link ]] || ln --symbolic --force "$(dirname "${link#"$folder/trilinos"}")/$(readlink "$link")" "$link"
  done
}

install_petsc_native() {
  local source=$folder/petsc-native/source options=()
  mkdir -p "$source"
  if [[ ! -e $source/configure ]]; then
    say "Downloading PETSc $petsc_version"
    python3 "$root/scripts/fetch_source.py" petsc "$petsc_version" "$petsc_sha256" "$folder/petsc-native/archive" ||
      fail "downloading PETSc failed (see above)"
    tar --extract --gzip --strip-components 1 --directory "$source" --file "$folder/petsc-native/archive"
  fi
  options=(--with-debugging=0 --with-fc=0 --with-x=0 --with-cc=mpicc --with-cxx=mpicxx "COPTFLAGS=-O3 -march=native"
    "CXXOPTFLAGS=-O3 -march=native" PETSC_ARCH=native "PETSC_DIR=$source")
  cd "$source"
  say "Configuring PETSc"
  quietly python3 ./configure "${options[@]}" || fail "configuring PETSc failed (see above)"
  say "Building PETSc"
  quietly make "PETSC_DIR=$source" PETSC_ARCH=native all || fail "building PETSc failed (see above)"
}

(($# > 0)) || fail "name peers to install: bare, mkl, trilinos, petsc-native" 2
for peer in "$@"; do
  case $peer in
    bare | mkl | trilinos | petsc-native) ;;
    *) fail "there is no optional peer $peer (unknown name): choose from bare, mkl, trilinos, petsc-native" 2 ;;
  esac
done
for peer in "$@"; do
  ("install_${peer//-/_}")
done
