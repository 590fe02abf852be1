#!/usr/bin/env bash
# Random options of the whole program (options.py), with a Python that can read the results; skipped where there is none.
set -euo pipefail
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
: "${MINIKRYLOV:?set it to the program}"
if "$MINIKRYLOV" --size 0 --output probe.h5 2>&1 </dev/null | grep -qF 'has no HDF5'; then
  echo 'skipped: built without HDF5' && exit 77
fi
for python in python3 /usr/bin/python3; do
  ! "$python" -c 'import h5py, numpy' 2>/dev/null || exec "$python" "$folder/options.py" "$@"
done
echo 'skipped: no Python with h5py' && exit 77
