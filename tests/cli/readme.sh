#!/usr/bin/env bash
# Generated tables in pages match the program's output: result fields, and the catalogue of methods.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# same <page> <mark> <topic>: the page has the output of `minikrylov list <topic>` between the two marks.
same() {
  diff <(sed -n "/^<!-- $2 -->$/,/^<!-- \\/$2 -->$/p" "$root/$1" | sed '1d;$d') <("$MINIKRYLOV" list "$3") ||
    { echo "$1: replace the text between the two '$2' marks by the output of minikrylov list $3"; exit 1; }
}

same miniapp/results/README.md fields fields
# A device has no tiles for moments of Gram matrices, so that it counts other sums and reads.
[[ ${MINIKRYLOV_ON_DEVICE:-OFF} == ON ]] || same miniapp/methods/README.md methods methods-page
