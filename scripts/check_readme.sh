#!/usr/bin/env bash
# Runs the commands that the README shows: each ```sh block right after a line `<!-- ci -->`, from the root, in order.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

blocks=$(mktemp -d)
trap 'rm -rf "$blocks"' EXIT
awk -v folder="$blocks" '
  /^```/ && inside { inside = 0; close(file); next }
  inside { print > file; next }
  /^```sh$/ && marked { file = sprintf("%s/%03d.sh", folder, ++count); inside = 1 }
  { if ($0 !~ /^[[:space:]]*$/) marked = ($0 == "<!-- ci -->") }
' README.md

shopt -s nullglob
files=("$blocks"/*.sh)
((${#files[@]} > 0)) || fail "README.md has no block marked <!-- ci -->: mark the quick commands"
for file in "${files[@]}"; do
  say "README: $(grep -v '^#' "$file" | head -n 1)"
  start=$SECONDS
  quietly bash -euo pipefail "$file" || fail "this block of README.md fails (see above):"$'\n'"$(<"$file")"
  say "        ok, $((SECONDS - start)) s"
done
