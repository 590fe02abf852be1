# shellcheck shell=bash
# Part of emulate.sh: Debian's libraries for another processor in a folder of the cache, without touching the system.
# shellcheck disable=SC2154  # root and cache are common.sh's

# What a program without MPI and HDF5 needs; the rest follows from it.
sysroot_packages=(libc6-dev libstdc++-12-dev libgomp1 libfmt-dev libcli11-dev libhwloc-dev zlib1g-dev catch2)

# apt with a state of its own, as if nothing were installed: it finds, checks and fetches packages and all they need.
apt_of() {
  local folder=$1
  shift
  quietly env APT_CONFIG="$folder/apt.conf" apt-get "$@"
}

# fetch_packages <Debian architecture> <folder>: leaves the packages in <folder>/cache/archives.
fetch_packages() {
  local architecture=$1 folder=$2
  mkdir -p "$folder/state/lists/partial" "$folder/cache/archives/partial"
  : >"$folder/status"
  cat >"$folder/apt.conf" <<EOF
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
Dir::State "$folder/state";
Dir::State::status "$folder/status";
Dir::Cache "$folder/cache";
Dir::Etc::Preferences "$folder/preferences";
APT::Sandbox::User "";
EOF
  # Catch2 3 is newer than Debian 12.
  printf 'Package: catch2\nPin: release n=*-backports\nPin-Priority: 600\n' >"$folder/preferences"
  apt_of "$folder" update || fail "apt-get update failed for $architecture (see above)"
  apt_of "$folder" install --download-only --yes --no-install-recommends "${sysroot_packages[@]}" ||
    fail "apt found no packages for $architecture (see above)"
}

# unpack_packages <folder> <sysroot>
unpack_packages() {
  local folder=$1 sysroot=$2 package link
  mkdir -p "$sysroot/usr/lib"
  ln -s usr/lib "$sysroot/lib"
  for package in "$folder"/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$sysroot"
  done
  # Links from the root of the file system would lead out of the sysroot.
  find "$sysroot" -type l -lname '/*' | while read -r link; do
    ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$sysroot$(readlink "$link")")" "$link"
  done
}

# make_sysroot <Debian architecture> <link>: once per list of packages; checkouts share it.
make_sysroot() {
  local architecture=$1 link=$2 sysroot work
  sysroot=$cache/sysroot-$architecture-$(sha256sum "${BASH_SOURCE[0]}" | cut -c 1-16)
  mkdir -p "$cache" "$(dirname "$link")"
  if [[ ! -e $sysroot/.complete ]]; then
    say "Fetching Debian's packages for $architecture into $sysroot"
    work=$(mktemp -d "$cache/work-XXXXXX")
    fetch_packages "$architecture" "$work"
    unpack_packages "$work" "$work/sysroot"
    touch "$work/sysroot/.complete"
    rm -rf "$sysroot"
    mv "$work/sysroot" "$sysroot"
    rm -rf "$work"
  fi
  ln -sfn "$sysroot" "$link"
}
