#!/usr/bin/env bash
# Right-hand sides, solutions and initial guesses from files and seeds; systems written to files and read back.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"
once_each=(--repetitions 1 --warm-up 0)

# solved: what the report says of the one solve.
solved() { grep -E 'converged after|‖b - A x‖|error of x' stdout; }

# What is written is read back, from any number of ranks and by any: the same matrix and right-hand side, and so the same
# solve, to the last digit on one rank.
for problem in 'poisson3d-7 --size 9x7x8' 'poisson3d-fvm --size 6' 'convection-diffusion --size 12x9' 'elasticity3d --size 4'; do
  # shellcheck disable=SC2086
  expect 0 solve --problem $problem --method pbicgstab "${once_each[@]}" --dump-matrix a1.mtx --dump-rhs b1.mtx --force
  says stdout 'The matrix is in a1.mtx' 'The right-hand side is in b1.mtx'
  solved >solved1
  # shellcheck disable=SC2086
  expect_on 3 0 solve --problem $problem --method pbicgstab "${once_each[@]}" --dump-matrix a3.mtx --dump-rhs b3.mtx --force
  cmp a1.mtx a3.mtx || fail "the matrix of $problem depends on the number of ranks"
  cmp b1.mtx b3.mtx || fail "the right-hand side of $problem depends on the number of ranks"
  expect 0 solve --problem matrix-market --matrix a1.mtx --rhs-file b1.mtx --method pbicgstab "${once_each[@]}" \
    --dump-matrix again.mtx --dump-rhs bagain.mtx --force
  says stdout 'rhs file b1.mtx'
  solved | grep -v 'error of x' >solved2
  diff <(grep -v 'error of x' solved1 | sed 's/, [^,]*$//') <(sed 's/, [^,]*$//' solved2) ||
    fail "$problem read back is solved otherwise"
  cmp a1.mtx again.mtx || fail "$problem read back is written otherwise"
  cmp b1.mtx bagain.mtx || fail "the right-hand side of $problem read back is written otherwise"
  expect_on 2 0 solve --problem matrix-market --matrix a1.mtx --rhs-file b1.mtx --method pbicgstab "${once_each[@]}"
done

# array <rows> <columns> <value>...: a Matrix Market array; the last value is repeated.
array() {
  local rows=$1 columns=$2
  shift 2
  printf '%%%%MatrixMarket matrix array real general\n%s %s\n' "$rows" "$columns"
  for ((k = 0; k < rows * columns; k++)); do
    echo "$1"
    (($# == 1)) || shift
  done
}
small=(solve --problem poisson2d-5 --size 4x3 --method cg "${once_each[@]}")

# Errors are measured against a solution in a file; its columns are right-hand sides.
array 12 3 1 2 3 4 5 >x.mtx
for ranks in 1 2; do
  expect_on $ranks 0 "${small[@]}" --solution-file x.mtx --dump-rhs ax.mtx --force
  says stdout 'error of x' 'solution file x.mtx'
  expect_on $ranks 0 "${small[@]}" --rhs-file ax.mtx --rhs 3 --solution-file x.mtx --x0 random:5
  says stdout 'error of x' 'rhs file ax.mtx' 'initial guess seed 5'
  expect_on $ranks 0 "${small[@]}" --rhs-file ax.mtx --x0 x.mtx
  says stdout 'converged after 0 iterations' 'initial guess file x.mtx'
  expect_on $ranks 0 "${small[@]}" --random-rhs 3 --rhs 2
  says stdout 'rhs seed 3' 'converged'
done
gzip -k x.mtx
expect 0 "${small[@]}" --solution-file x.mtx.gz

# Hostile and unsuitable files: one complaint, on all ranks together, before anything is solved.
array 12 1 1 >good.mtx
head -c 60 good.mtx >cut.mtx
gzip -c x.mtx | head -c 40 >cut.mtx.gz
array 12 1 1 2 nan 4 >nan.mtx
array 12 1 1 2 inf 4 >inf.mtx
array 12 1 1 2 -1e999 4 >large.mtx
array 11 1 1 >few.mtx
array 12 33 1 >wide.mtx
{ array 12 1 1 && echo 7; } >more.mtx
sed 's/real/complex/' good.mtx >complex.mtx
sed 's/real/pattern/' good.mtx >pattern.mtx
sed 's/general/symmetric/' good.mtx >symmetric.mtx
printf '%%%%MatrixMarket matrix coordinate real general\n12 1 1\n1 1 1\n' >coordinate.mtx
printf '%%%%MatrixMarket matrix array real general\n2000000000000 1\n1\n' >huge.mtx
printf '%%%%MatrixMarket matrix array real general\n12 \033]0;owned\007\n' >loud.mtx
{ printf '%%%%MatrixMarket matrix array real general\n12 1\n' && head -c 300000000 /dev/zero | tr '\0' '\n'; } | gzip -1 >bomb.mtx.gz
: >empty.mtx
mkfifo pipe
ranks=1
refused() {
  ranks=$((3 - ranks))
  expect_on $ranks 2 "${small[@]}" "$1" "$2"
  once stderr "$2"
  says stderr "$3"
  ((ranks > 1)) || [ ! -s stdout ] || fail "$1 $2 was refused, but not before something was printed"
}
while read -r file why; do refused --rhs-file "$file" "$why"; done <<'END'
cut.mtx the file ends
cut.mtx.gz ends too early or is damaged
nan.mtx is not a number
inf.mtx is not a number
large.mtx not a value
few.mtx has 11 rows (the system has 12)
wide.mtx has 33 columns
more.mtx a value too many
complex.mtx values of type complex are not read
pattern.mtx values of type pattern are not read
symmetric.mtx a symmetric array is not read
coordinate.mtx format coordinate is not read
huge.mtx has 2000000000000 rows
loud.mtx \x1b]0;owned\x07
bomb.mtx.gz expands to more than 200 characters per byte
empty.mtx not a Matrix Market file
pipe cannot be read
missing.mtx cannot be read
END
for option in --solution-file --x0; do
  for _ in 1 2; do
    refused $option nan.mtx 'is not a number'
    refused $option few.mtx 'has 11 rows (the system has 12)'
    refused $option cut.mtx.gz 'ends too early or is damaged'
  done
done

# Existing files stay, and full disks leave nothing.
echo old >old.mtx
for option in --dump-matrix --dump-rhs; do
  expect 2 "${small[@]}" $option old.mtx
  says stderr 'old.mtx exists' '--force'
  expect 2 "${small[@]}" $option no/folder.mtx
  says stderr 'does not exist'
  expect 2 "${small[@]}" $option packed.mtx.gz
  says stderr 'ends in .mtx'
done
[ "$(cat old.mtx)" = old ] || fail "a file was overwritten without --force"
export PMIX_MCA_gds=hash OMPI_MCA_btl=self UCX_TLS=self  # MPI libraries create no files of their own
code=0
(trap '' XFSZ && ulimit -f 12 && exec "$MINIKRYLOV" solve --size 12 --method cg "${once_each[@]}" --dump-matrix full.mtx) \
  >stdout 2>stderr </dev/null || code=$?
[ "$code" -eq 2 ] || fail "exit code $code instead of 2 on a full disk"
says stderr 'full.mtx could not be written'
[ ! -e full.mtx ] || fail "part of a matrix was left"
[ -z "$(find . -name '*.part-*')" ] || fail "a temporary file was left behind"
