#!/usr/bin/env bash
# Builds the program for SimGrid's SMPI, installing what is missing, and hands all arguments to scripts/simulate.py.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$root/scripts/setup.sh" --preset simgrid --reports
build simgrid minikrylov
exec python3 "$root/scripts/simulate.py" "$@"
