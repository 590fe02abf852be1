#!/usr/bin/env bash
# The README's table of fields is the one that the program prints.
set -euo pipefail
readme=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/README.md
diff <(sed -n '/^<!-- fields -->$/,/^<!-- \/fields -->$/p' "$readme" | sed '1d;$d') <("$MINIKRYLOV" list fields) ||
  { echo "README.md: replace what stands between the two 'fields' marks by the output of minikrylov list fields"; exit 1; }
