#!/usr/bin/env bash
# What pages show of the program is what the program prints: fields beside what writes them, the catalogue beside the methods.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# same <page> <mark> <topic>: between the two marks stands what `minikrylov list <topic>` prints.
same() {
  diff <(sed -n "/^<!-- $2 -->$/,/^<!-- \\/$2 -->$/p" "$root/$1" | sed '1d;$d') <("$MINIKRYLOV" list "$3") ||
    { echo "$1: replace what stands between the two '$2' marks by the output of minikrylov list $3"; exit 1; }
}

same miniapp/results/README.md fields fields
same miniapp/methods/README.md methods methods-page
