#!/usr/bin/env bash
# A method explains itself: its formulas, what each line moves, and which sums it hides.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

# line <fixed text>: the fields of the only line of the steady state with this text.
line() { sed -n '/^Each/,/^$/p' stdout | grep -F -- "$1" || fail "no line with $1"; }

expect_on 2 0 explain pipecg
once stdout 'pipecg: Ghysels & Vanroose 2014'
says stdout 'a rearrangement of pcg' 'Each iteration' '1 A, 1 M, 10 vectors read and 8 written'
line 'z, q, s, p, x, r, u, w;' | grep -Eq ' 10 +8 *$' || fail "the update does not read 10 and write 8 vectors"
line 'n = A m' | grep -q 'A  *γ = (r,u)' || fail "A hides no sum"
expect 0 explain pcg
says stdout 'the classical method of its family' 'test for convergence'
line 'q = A p' | head -n 1 | grep -Eq ' A *$' || fail "CG hides a sum behind A"

# Each method explains itself, with the products that the list of methods counts.
expect 0 list methods
mapfile -t methods < <(sed -n '2,/^$/p' stdout | awk 'NF { print $1 }')
[ "${#methods[@]}" -ge 19 ] || fail "only ${#methods[@]} methods"
for method in "${methods[@]}"; do
  expect 0 explain "$method"
  says stdout "$method: " 'start Σ' 'finish Σ' 'test for convergence'
done

expect 2 explain pipcg
says stderr 'there is no method "pipcg"' 'did you mean "pipecg"?'
expect 2 explain
says stderr 'explain takes one method'
expect 0 explain --help
