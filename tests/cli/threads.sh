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

# Threads would fail, be one, or come and go.
for setting in OMP_STACKSIZE=abc OMP_STACKSIZE= OMP_STACKSIZE=-1 OMP_STACKSIZE=1.5M OMP_STACKSIZE=8T OMP_STACKSIZE=MM \
  OMP_STACKSIZE=16K OMP_STACKSIZE=511 OMP_STACKSIZE=524287B OMP_STACKSIZE=1000000G OMP_STACKSIZE=99999999999999G \
  OMP_DYNAMIC=true OMP_DYNAMIC=maybe OMP_DYNAMIC= OMP_MAX_ACTIVE_LEVELS=0 OMP_MAX_ACTIVE_LEVELS=-1 OMP_MAX_ACTIVE_LEVELS=x; do
  declare -x "$setting"
  expect_on 2 2 list methods
  once stderr "$setting is invalid"
  unset "${setting%%=*}"
done
for setting in OMP_STACKSIZE=512 OMP_STACKSIZE=8M 'OMP_STACKSIZE= 8192 k ' OMP_STACKSIZE=8388608b OMP_DYNAMIC=False \
  OMP_MAX_ACTIVE_LEVELS=1; do
  declare -x "$setting"
  OMP_NUM_THREADS=2 expect 0 solve --size 6 --method pcg --repetitions 1 --warm-up 0
  unset "${setting%%=*}"
done

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

# Cores left free: each is one thread less, and nothing else changes.
export OMP_NUM_THREADS=3
job=(solve --size 6 --method pcg --repetitions 1 --warm-up 0)
expect 2 "${job[@]}" --reserve-cores 3
says stderr '--reserve-cores 3 is invalid' 'from 0 to 2'
expect 2 "${job[@]}" --reserve-cores 3 --peclet=abc --chunk 3
once stderr '--reserve-cores 3 is invalid' '--peclet' '--chunk'
expect 2 accept --reserve-cores 3 --time abc
once stderr '--reserve-cores 3 is invalid' '--time'
expect 2 "${job[@]}" --reserve-cores=-1
once stderr '--reserve-cores -1 is invalid'
expect 2 "${job[@]}" --reserve-cores 1 --kokkos-num-threads=2
says stderr '--reserve-cores does not go together'
printf 'reserve-cores = 1\n' >late.conf
expect 2 "${job[@]}" --config late.conf
says stderr '--reserve-cores 1 comes too late'
if [[ $("$MINIKRYLOV" "${job[@]}" --reserve-cores 1 2>&1 </dev/null) == *'computes without OpenMP threads'* ]]; then exit; fi
expect 0 "${job[@]}"
says stdout 'threads 3'
grep 'b - A x' stdout >all
overlapped=(${MPIEXEC:+--reduction nonblocking})
for reserve in '--reserve-cores 1' '--reserve-cores=1'; do
  # shellcheck disable=SC2086  # two words, or one
  expect_on 2 0 "${job[@]}" $reserve "${overlapped[@]}"
  says stdout 'threads 2' 'reserved cores 1'
done
expect 0 "${job[@]}" --reserve-cores 2
says stdout 'threads 1' 'reserved cores 2'
grep 'b - A x' stdout | diff all - || fail 'fewer threads have changed the residual'
# A progress thread on the core that is left, where threads are bound.
[ -n "$MPIEXEC" ] || exit 0
OMP_PROC_BIND=close OMP_PLACES=threads OMP_NUM_THREADS=2 expect 0 "${job[@]}" --reserve-cores 1 --reduction nonblocking --progress thread
says stdout 'threads 1' 'reserved cores 1'
