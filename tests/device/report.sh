#!/usr/bin/env bash
# A build that emulates a device says so in its reports, and is never valid; no other build says so.
# shellcheck source-path=SCRIPTDIR source=../cli/common.bash
. "$(dirname "$0")/../cli/common.bash"
emulated='(device code emulated on a host)'

expect 0 solve --size 8 --method pcg --repetitions 1
cp stdout solve.txt
expect 1 accept --size 8 --fixed-iterations 2 --time 0.01 --force
for report in solve.txt stdout; do
  if [ "${MINIKRYLOV_DEVICE_ON_HOST:-OFF}" = ON ]; then
    says "$report" "$emulated"
  elif grep -F -- "$emulated" "$report"; then
    fail "nothing was emulated"
  fi
done
tail -n 1 stdout | grep -q '^miniKrylov result is INVALID: ' || fail "the last line gives no verdict"
if [ "${MINIKRYLOV_DEVICE_ON_HOST:-OFF}" = ON ]; then
  tail -n 1 stdout | grep -qF 'emulated device' || fail "that the device is emulated is no reason"
fi
