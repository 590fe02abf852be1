#!/usr/bin/env bash
# A method explains itself: its formulas, the data that each line moves, and the sums that it hides.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

# line <fixed text>: the only line of the steady state with this text.
line() { sed -n '/^Each/,/^$/p' stdout | grep -F -- "$1" || fail "no line with $1"; }

expect_on 2 0 explain pipecg
once stdout 'pipecg: Ghysels & Vanroose 2014'
says stdout 'a rearrangement of pcg' 'Each iteration' '1 A, 1 M, 10 vectors read and 8 written'
line 'z, q, s, p, x, r, u, w;' | grep -Eq ' 10 +8 *$' || fail "the update does not read 10 and write 8 vectors"
says stdout 'One reduction per iteration, hidden behind m = M⁻¹ w and n = A m.' '(miniapp/methods/pipecg.cpp)'
line 'start Σ: γ = (r,u)   δ = (w,u)   ρ = ‖r‖²' | grep -Eq ' 3 values *$' || fail "the sum is not of 3 numbers"
line 'n = A m' | grep -Eq ' A +Σ$' || fail "A hides no sum"
# Updates that the line only names are listed below it: Ghysels & Vanroose 2014, Algorithm 4, lines 8 to 15.
mapfile -t formulas < <(sed -n '/^Each/,/^$/p' stdout | sed -n 's/^        \([a-z] = [^ ].*[^ ]\) *$/\1/p')
expected=('z = n + β z' 'q = m + β q' 's = w + β s' 'p = u + β p' 'x = x + α p' 'r = r - α s' 'u = u - α q' 'w = w - α z')
[ "${formulas[*]}" = "${expected[*]}" ] || fail "the update is not that of the paper: ${formulas[*]}"
expect 0 explain pcg
says stdout 'the classical method of its family' 'stopping test'
line 'q = A p' | head -n 1 | grep -Eq ' A *$' || fail "CG hides a sum behind A"
expect 0 explain bicgstab
line 't = A s  ' >/dev/null  # s shares its memory with r, and has its own letter
line 'p = r + β (p - ω v)' >/dev/null
expect 0 explain ibicgstab
says stdout 'f0 = Aᵀ r0'
expect 0 explain plcg
line 'u = A z' | grep -Eq ' A +Σ2, Σ2$' || fail "plcg does not have two sums in flight"

# Each method explains itself, with the products that the list of methods counts.
expect 0 list methods
mapfile -t methods < <(sed -n '2,/^$/p' stdout | awk 'NF { print $1 }')
[ "${#methods[@]}" -ge 19 ] || fail "only ${#methods[@]} methods"
for method in "${methods[@]}"; do
  expect 0 explain "$method"
  says stdout "$method: " 'start Σ' 'finish Σ' ' value' 'stopping test' '(miniapp/methods/'
  # A line that only names what it updates is followed by the formulas.
  if grep -Eq "^ +[0-9]+  [a-z]'*, [^=]*;" stdout; then
    grep -Eq "^        [a-z]'* = " stdout || fail "$method: a line is not spelt out"
  fi
done

# s-step methods, with any s.
expect 0 explain ca-cg --s-step 8
says stdout 'Each 8 iterations' '15 A, 0 M' '17 work vectors'
# Moments are made in tiles, which a device does not have.
if on_host; then says stdout 'start Σ: moments of Yᵀ Y' ' 48 values'; else says stdout 'start Σ: Yᵀ Y' ' 153 values'; fi
expect 0 explain ca-cg --compress tables --s-step 8
says stdout 'Each 8 iterations' 'A with --compress tables: bytes per entry' 'table of 8 0.4' '16 bits 2.5'
expect 0 explain ca-pcg
says stdout 'With a polynomial M' 'miniapp/methods/ca_pcg_polynomial.cpp'
for words in 'pcg --compress zip' 'ca-cg --s-step 17' 'ca-cg --s-step x' 'pcg --s-step 2' 'ca-cg --s-step'; do
  # shellcheck disable=SC2086
  expect 2 explain $words
done

expect 2 explain pipcg
says stderr 'there is no method "pipcg"' 'did you mean "pipecg"?'
expect 2 explain
says stderr 'explain takes one method'
expect 0 explain --help
