#!/usr/bin/env bash
# Matrices from files: solved on any number of ranks, refused with file and line; halos inside reductions; their study.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"
data=$(cd "$(dirname "${BASH_SOURCE[0]}")/../data" && pwd)

for ranks in 1 3; do
  expect_on $ranks 0 solve --problem matrix-market --matrix "$data/nos4.mtx.gz" --method cg,pcg --repetitions 1
  says stdout 'matrix-market' 'nos4.mtx.gz' 'values sent' 'best: --sigma' 'converged after 77'
done
seq 0 99 | awk '{print int($1 / 50)}' >halves.part
if [ -n "${MPIEXEC:-}" ]; then
  for partition in block halves.part; do
    expect_on 2 0 solve --problem matrix-market --matrix "$data/nos4.mtx.gz" --partition $partition --method cg-saad \
      --reduction embedded --repetitions 1
    says stdout 'mapping klr' 'rows minimum 50'
  done
fi

# What a small residual says of the error is not known of a matrix from a file: a condition of 7e6 here.
expect 0 solve --problem matrix-market --matrix "$data/bcsstk03.mtx.gz" --method cg --repetitions 1 --warm-up 0
says stdout 'error of x' 'converged after' 'errors of x are not judged'
# (r, M⁻¹ r) < 0: no norm, and none is printed as zero.
expect 1 solve --problem matrix-market --matrix "$data/sherman1.mtx.gz" --method pcg,pipecg,plcg --norm natural \
  --repetitions 1 --warm-up 0
says stdout 'indefinite preconditioner after 0 iterations' 'natural norm: nan, of the true residual nan' '1.00e+00'

# (p, A p) = 0 for all p.
printf '%%%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n' >skew.mtx
expect 1 solve --problem matrix-market --matrix skew.mtx --method cg,plcg,ca-cg --preconditioner none --symmetry ignored \
  --repetitions 1 --warm-up 0
[ "$(grep -c 'indefinite matrix after 0 iterations' stdout)" -eq 3 ] || fail "a skew-symmetric matrix is not called indefinite"

expect 2 solve --problem matrix-market --matrix "$data/cage8.mtx.gz" --method pcg
says stderr 'not symmetric' 'method all-bicgstab'
for preconditioner in ic0 block-jacobi-ic0 chebyshev; do
  expect 2 solve --problem matrix-market --matrix "$data/cage8.mtx.gz" --method pbicgstab,rbicgstab \
    --preconditioner "$preconditioner"
  once stderr "is not symmetric ($preconditioner need a matrix that is)"
done
expect 0 solve --problem matrix-market --matrix "$data/cage8.mtx.gz" --method bicgstab --repetitions 1
expect 1 solve --problem matrix-market --matrix "$data/west0479.mtx.gz" --method pbicgstab --zero-diagonal one \
  --max-iterations 50 --repetitions 1
says stdout 'NOT ACCEPTED'

printf '%%%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 9 1\n' >bad.mtx
for ranks in 1 2; do
  expect_on $ranks 2 solve --problem matrix-market --matrix bad.mtx --method bicgstab
  once stderr 'bad.mtx:4: entry (2, 9) is outside the matrix'
  expect_on $ranks 2 solve --problem matrix-market --matrix missing.mtx --method bicgstab
  once stderr 'missing.mtx cannot be read'
done

printf '%%%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n' >one.mtx
mkfifo pipe
for partition in pipe missing.part /dev/zero; do
  expect 2 solve --problem matrix-market --matrix one.mtx --method bicgstab --partition $partition
  once stderr "$partition cannot be read"
  [ ! -s stdout ] || fail "a partition that cannot be read was not refused at once"
done

# Malicious matrices.
printf '%%%%MatrixMarket matrix coordinate real general\n2000000000 2000000000 1\n1 1 1\n' >huge.mtx
for ranks in 1 2; do
  expect_on $ranks 2 solve --problem matrix-market --matrix huge.mtx --method bicgstab
  once stderr 'huge.mtx'
done
printf '%%%%MatrixMarket matrix coordinate real general\n2000000 2000000 2000000000000\n1 1 1\n' >announced.mtx
expect 2 solve --problem matrix-market --matrix announced.mtx --method bicgstab
says stderr 'too little memory' 'announced.mtx'
{ printf '%%%%MatrixMarket matrix array real general\n' && head -c 300000000 /dev/zero; } | gzip -1 >bomb.mtx.gz
expect 2 solve --problem matrix-market --matrix bomb.mtx.gz --method bicgstab
once stderr 'bomb.mtx.gz:1: a matrix of format array is not read'
{ printf '%%%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1' && head -c 300000000 /dev/zero | tr '\0' '\n'; } |
  gzip -1 >bomb.mtx.gz
expect 2 solve --problem matrix-market --matrix bomb.mtx.gz --method bicgstab
once stderr 'bomb.mtx.gz expands to more than 200 characters per byte'
printf '%%%%MatrixMarket matrix coordinate real general\n1 1 \033]0;owned\007\n' >loud.mtx
expect 2 solve --problem matrix-market --matrix loud.mtx --method bicgstab
says stderr '\x1b]0;owned\x07'
! grep -q $'\033' stderr || fail "an escape sequence was sent to the terminal"

expect 0 embed-study --problem matrix-market --matrix "$data/bcsstk27.mtx.gz" --ranks 4,9 --output study.csv
says stdout 'EMB-KLR' 'BlueGene/Q'
[ "$(wc -l <study.csv)" -eq 17 ] || fail "study.csv has $(wc -l <study.csv) lines"
expect 2 embed-study --problem matrix-market --matrix "$data/nos4.mtx.gz" --ranks 101
says stderr '101 ranks are too many for 100 rows'
expect 2 embed-study --problem poisson3d-7 --output study.csv
says stderr 'study.csv'
