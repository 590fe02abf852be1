#!/usr/bin/env bash
# One lesson of the course in miniapp/methods/README.md: scripts/lesson.sh N runs it and plots its results.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$root/scripts/setup.sh" --preset "${MINIKRYLOV_PRESET:-openmp}" --reports
exec python3 "$root/scripts/lesson.py" "$@"
