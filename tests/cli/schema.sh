#!/usr/bin/env bash
# The schema used by the scripts is the one that the program prints.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
diff "$root/scripts/results_schema.json" <("$MINIKRYLOV" list schema) ||
  { echo "regenerate it: minikrylov list schema > scripts/results_schema.json"; exit 1; }
