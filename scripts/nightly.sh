#!/usr/bin/env bash
# What takes too long for every change: the sanitizers at 1, 2 and 3 ranks, the tests with the label `long`, and the long
# fuzzing: scripts/nightly.sh [SECONDS for each part of the fuzzing, an hour unless told].
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# A part that fails does not keep the others from running.
failed=()
part() {
  say "== $* (after $SECONDS s)"
  "$@" || failed+=("$*")
}
part env MINIKRYLOV_PRESET=debug "$root/scripts/test.sh" -R '[.]np[123]$|^fuzz[.](matrix|results)$'
part "$root/scripts/test.sh" -L long
part "$root/scripts/fuzz.sh" "${1:-3600}"
((${#failed[@]} == 0)) || fail "failed: $(printf '%s; ' "${failed[@]}")"
say "Everything passed."
