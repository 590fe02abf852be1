#!/usr/bin/env bash
# The table of scripts/gpu_check.sh, of a tiny system: it has every row that it is to have, with numbers in them, and on
# a device the host waits once per reduction and for no kernel.
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

grep -qE '^  a reduction of 64 rows takes [0-9.]+ µs$' stdout || fail "the time of a reduction is missing"

# Where kernels run: the first line names it.
runs_on=$(head -n 1 stdout)
case $runs_on in
  *'(device code emulated on a host)' | Cuda* | HIP*) place=device ;;
  *) place=host ;;
esac
[ "${MINIKRYLOV_DEVICE_ON_HOST:-OFF}" != ON ] || [ "$place" = device ] || fail "\"$runs_on\" does not name a device"

# The methods, and their reductions per iteration ("2: …", or "1 per 4: …").
cp stdout table.txt
expect 0 list methods
sed -n '2,/^$/p' stdout | awk 'NF { print $1, $3 == "per" ? $2 / $4 : $2 + 0 }' >reductions.txt
cp table.txt stdout
[ "$(wc -l <reductions.txt)" -ge 19 ] || fail "only $(wc -l <reductions.txt) methods"

# counted <method> <launches> <synchronisations>: as often per iteration; "some": at least once.
counted() {
  awk -v method="$1" -v launches="$2" -v waits="$3" '
    $1 == method && NF == 3 { ++n; right = (launches == "some" ? $2 > 0 : $2 == launches) && $3 ~ /^[0-9.]+$/ && $3 == waits }
    END { exit !(n == 1 && right) }' stdout ||
    fail "per iteration $1 has not $2 launches and $3 synchronisations on a $place ($runs_on)"
}

# Each method has its fused kernels and its counts. A host waits for no kernel; on a device each reduction is waited for.
while read -r method reductions; do
  [ "$(rows "$method: ")" -ge 2 ] || fail "$method has $(rows "$method: ") kernels"
  [ "$place" = device ] || reductions=0
  counted "$method" some "$reductions"
done <reductions.txt

# What that is, by the algorithms: a launch for each product, and one for what stands between products and reductions.
if [ "$place" = device ]; then
  counted cg 4 2
  counted pcg 4 2
  counted cg-chronopoulos-gear 3 1
  counted pipecg 3 1
  counted bicgstab 7 3
  counted pbicgstab 7 3
  counted ibicgstab 5 1
  counted pipebicgstab 4 2
fi

# Nonsense is refused before anything is measured.
for words in 1 401 eight; do
  code=0
  bounded "$DEVICE_TABLE" "$words" >stdout 2>stderr </dev/null || code=$?
  [ "$code" -ne 0 ] || fail "device_table $words ends as if all were well"
  says stderr "\"$words\" is not a number of points"
done
