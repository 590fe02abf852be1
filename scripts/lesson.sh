#!/usr/bin/env bash
# One lesson of the course in miniapp/methods/README.md: scripts/lesson.sh N runs it and draws its picture.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$root/scripts/setup.sh" --preset "${MINIKRYLOV_PRESET:-openmp}" --reports
# The packages that --reports installs are Debian's, and another Python may come first.
python=python3
"$python" -c 'import h5py, matplotlib' 2>/dev/null || python=/usr/bin/python3
exec "$python" "$root/scripts/lesson.py" "$@"
