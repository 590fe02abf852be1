#!/usr/bin/env bash
# The table of scripts/gpu_check.sh, of a tiny system: it has every row that it is to have, with numbers in them.
# shellcheck source-path=SCRIPTDIR source=../cli/common.bash
. "$(dirname "$0")/../cli/common.bash"
: "${DEVICE_TABLE:?set it to the program device_table}"

code=0
bounded "$DEVICE_TABLE" 8 >stdout 2>stderr </dev/null || code=$?
[ "$code" -eq 0 ] || fail "exit code $code instead of 0: device_table 8"

# rows <begin of a line>: how many lines begin so, and end with a rate, its share of the copy and a time.
rows() {
  awk -v begin="  $1" 'index($0, begin) == 1 && / [0-9.]+ +[0-9]+ % +([0-9.]+|-)$/ { ++n } END { print n + 0 }' stdout
}
# row <name>: there is one.
row() { [ "$(rows "$1  ")" -eq 1 ] || fail "no row \"$1\", or several, or without numbers"; }

row copy
row triad
row 'dot product'
for width in 1 4 16; do
  row "A x, crs, m = $width"
  for chunk in 8 16 32 64; do row "A x, sell, C = $chunk, m = $width"; done
  row "A x, sell, lossless codes, m = $width"
  for chunk in 16 32; do row "A x, 3x3 blocks, C = $chunk, 2³ points, m = $width"; done
done
row 'Aᵀ x, sell'
for ordering in red-black multicolour; do
  for format in crs sell; do
    for width in 1 16; do row "IC(0) sweeps, $ordering, $format, m = $width"; done
  done
done

# Each method has its fused kernels and its counts. (A host waits for no kernel, so it may have no synchronisation.)
cp stdout table.txt
expect 0 list methods
mapfile -t methods < <(sed -n '2,/^$/p' stdout | awk 'NF { print $1 }')
cp table.txt stdout
[ "${#methods[@]}" -ge 19 ] || fail "only ${#methods[@]} methods"
for method in "${methods[@]}"; do
  [ "$(rows "$method: ")" -ge 2 ] || fail "$method has $(rows "$method: ") kernels"
  awk -v method="$method" '$1 == method && NF == 3 && $2 > 0 && $3 ~ /^[0-9.]+$/ { ++n } END { exit n != 1 }' stdout ||
    fail "$method has no counts of launches and synchronisations"
done

# Nonsense is refused before anything is measured.
for words in 1 401 eight; do
  code=0
  bounded "$DEVICE_TABLE" "$words" >stdout 2>stderr </dev/null || code=$?
  [ "$code" -ne 0 ] || fail "device_table $words ends as if all were well"
  says stderr "\"$words\" is not a number of points"
done
