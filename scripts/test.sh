#!/usr/bin/env bash
# Sets up, builds everything and runs the tests: scripts/test.sh [arguments of ctest], for example -R comm.
# Tests with the label `long` run only where a label is asked for: scripts/test.sh -L long, or scripts/nightly.sh.
#   MINIKRYLOV_PRESET  which build (default: openmp)
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

preset=${MINIKRYLOV_PRESET:-openmp}
"$root/scripts/setup.sh" --preset "$preset"
build "$preset"
labels=(--label-exclude long)
for argument in "$@"; do
  [[ $argument != -L* && $argument != --label-regex* ]] || labels=()
done
# One more than there are processors: many tests wait for launchers.
exec ctest --test-dir "$root/build/$preset" --output-on-failure --no-tests=error --parallel "$(($(allowed_processors) + 1))" "${labels[@]}" "$@"
