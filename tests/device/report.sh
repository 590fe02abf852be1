#!/usr/bin/env bash
# A build that emulates a device says so in its reports; no other build does. (That it is never VALID is a case of
# test_miniapp, and cli.accept's, which takes minutes on an emulated device.)
# shellcheck source-path=SCRIPTDIR source=../cli/common.bash
. "$(dirname "$0")/../cli/common.bash"
emulated='(device code emulated on a host)'

expect 0 solve --size 8 --method pcg --repetitions 1
if [ "${MINIKRYLOV_DEVICE_ON_HOST:-OFF}" = ON ]; then
  says stdout "$emulated"
elif grep -F -- "$emulated" stdout; then
  fail "nothing was emulated"
fi
