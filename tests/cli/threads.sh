#!/usr/bin/env bash
# What Kokkos and OpenMP cannot make sense of is refused like any other option, once for all ranks.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

for name in KOKKOS_NUM_THREADS OMP_NUM_THREADS; do
  for value in 0 abc 100000 -1 '' 1.5; do
    for ranks in 1 2; do
      declare -x "$name=$value"
      expect_on $ranks 2 list methods
      once stderr "$name=$value is invalid"
      unset "$name"
    done
  done
done
export OMP_NUM_THREADS=1
KOKKOS_DEVICE_ID=x expect 2 list methods
says stderr 'KOKKOS_DEVICE_ID=x is invalid'
expect 2 solve --size 4 --kokkos-num-threads=0
says stderr '--kokkos-num-threads=0 is invalid'
OMP_NUM_THREADS=2,1 expect 0 list methods
KOKKOS_NUM_THREADS=1 expect 0 list methods

# Kokkos would abort.
for setting in KOKKOS_MAP_DEVICE_ID_BY=foo KOKKOS_VISIBLE_DEVICES=0,x KOKKOS_DISABLE_WARNINGS=maybe \
  KOKKOS_PRINT_CONFIGURATION=2 KOKKOS_TUNE_INTERNALS=; do
  declare -x "$setting"
  expect 2 list methods
  once stderr "$setting is invalid"
  unset "${setting%%=*}"
done
for word in --kokkos-map-device-id-by=x --kokkos-map-device-id-by --kokkos-num-threads --kokkos-num-threadsx=2 \
  --kokkos-device-id=-1 --kokkos-disable-warnings=maybe --kokkos-print-configuration= --kokkos-tune-internals=q \
  --kokkos-tools-libs=; do
  expect 2 list methods "$word"
  once stderr "$word is invalid"
done
KOKKOS_TOOLS_LIBS=a KOKKOS_PROFILE_LIBRARY=b expect 2 list methods
says stderr 'KOKKOS_PROFILE_LIBRARY=b and KOKKOS_TOOLS_LIBS=a differ'
KOKKOS_DISABLE_WARNINGS=Yes KOKKOS_MAP_DEVICE_ID_BY=random KOKKOS_TUNE_INTERNALS=0 \
  expect 0 list methods --kokkos-disable-warnings --kokkos-print-configuration=FALSE
