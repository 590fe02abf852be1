#!/usr/bin/env bash
# Invalid numbers of threads are refused like any other option, once for all ranks.
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
