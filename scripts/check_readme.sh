#!/usr/bin/env bash
# Runs the commands shown in the pages: each ```sh block right after a line `<!-- ci -->`, from the root, in order.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

blocks=$(mktemp -d)
trap 'rm -rf "$blocks"' EXIT
pages=(README.md miniapp/README.md miniapp/methods/README.md)
awk -v folder="$blocks" '
  FNR == 1 { marked = inside = 0; page = ++pages }
  /^```/ && inside { inside = 0; close(file); next }
  inside { print > file; next }
  /^```sh$/ && marked { file = sprintf("%s/%d-%03d.sh", folder, page, ++count); inside = 1 }
  { if ($0 !~ /^[[:space:]]*$/) marked = ($0 == "<!-- ci -->") }
' "${pages[@]}"

shopt -s nullglob
for k in "${!pages[@]}"; do
  files=("$blocks/$((k + 1))"-*.sh)
  ((${#files[@]} > 0)) || fail "${pages[k]} has no block marked <!-- ci -->: mark the quick commands"
  for file in "${files[@]}"; do
    say "${pages[k]}: $(grep -v '^#' "$file" | head -n 1)"
    start=$SECONDS
    quietly bash -euo pipefail "$file" || fail "this block of ${pages[k]} fails (see above):"$'\n'"$(<"$file")"
    say "        ok, $((SECONDS - start)) s"
  done
done
