#!/usr/bin/env bash
# Results files: written completely or not at all, and never over an existing one without --force.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"
needs_hdf5

job=(solve --size 12 --method pcg --repetitions 2)
expect 0 "${job[@]}" --output a.h5
says stdout 'converged' 'passed its checks' 'a.h5'
[ ! -s stderr ] || fail "stderr is not empty, although it is no terminal"
[ "$(head -c 4 a.h5 | tail -c 3)" = HDF ] || fail "a.h5 is not an HDF5 file"
cp a.h5 old.h5

expect 2 "${job[@]}" --output a.h5
says stderr 'a.h5 exists' '--force'
cmp -s a.h5 old.h5 || fail "a.h5 was changed"

expect 0 "${job[@]}" --output a.h5 --force
! cmp -s a.h5 old.h5 || fail "a.h5 was not replaced"
cp a.h5 old.h5

expect 2 "${job[@]}" --output missing/a.h5
says stderr 'folder missing does not exist'
expect 2 "${job[@]}" --output /dev/full --force
says stderr 'is not a file'
if [ "$(id -u)" -ne 0 ]; then
  mkdir -m 500 closed
  expect 2 "${job[@]}" --output closed/a.h5
  says stderr 'Permission denied'
fi

# A full disk, if one can be mounted; the unit tests cover the other systems.
mkdir small
if mount -t tmpfs -o size=16k tmpfs small 2>/dev/null; then
  trap 'umount small' EXIT
  echo old >small/a.h5
  expect 2 "${job[@]}" --output small/a.h5 --force
  says stderr 'small/a.h5 could not be written' 'nothing was changed'
  [ "$(cat small/a.h5)" = old ] || fail "small/a.h5 was changed"
  [ "$(ls small)" = a.h5 ] || fail "a temporary file was left behind"
fi
