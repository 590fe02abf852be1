#!/usr/bin/env bash
# Matrices with very small or very large entries are solved like others, and refused beyond limits; singular ones are reported.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

# tridiagonal <factor>: 60 rows of (-1, 2 + i/100, -1) times this.
tridiagonal() {
  awk -v c="$1" 'BEGIN {
    n = 60; print "%%MatrixMarket matrix coordinate real symmetric"; print n, n, 2 * n - 1
    for (i = 1; i <= n; ++i) { printf "%d %d %.17g\n", i, i, (2 + i / 100) * c; if (i < n) printf "%d %d %.17g\n", i + 1, i, -c }
  }' </dev/null
}

job=(solve --problem matrix-market --method all --repetitions 1 --warm-up 0 --max-iterations 500)

# endings: of all methods, without their times.
endings() { sed -n 's/^\(.* after [0-9]* iterations\),.*/\1/p' stdout; }

tridiagonal 1 >tridiagonal.mtx
expect 0 "${job[@]}" --matrix tridiagonal.mtx
! grep -q 'exponent' stdout || fail "an ordinary system was scaled"
endings >ordinary
[ "$(wc -l <ordinary)" -ge 19 ] || fail "there are too few solves"
for power in -480 480; do
  tridiagonal "$(awk -v k=$power 'BEGIN { printf "%.17g", 2 ^ k }' </dev/null)" >tridiagonal.mtx
  expect 0 "${job[@]}" --matrix tridiagonal.mtx
  says stdout 'matrix exponent' 'rhs exponent'
  endings | cmp - ordinary || fail "2^$power times the matrix ends otherwise"
done
for factor in 1e-150 1e-138 1e138 1e150; do
  tridiagonal $factor >tridiagonal.mtx
  expect 0 "${job[@]}" --matrix tridiagonal.mtx
done
for factor in 1e-160 1e160; do
  tridiagonal $factor >tridiagonal.mtx
  expect 2 "${job[@]}" --matrix tridiagonal.mtx
  says stderr 'the largest entry of the matrix is 2.6e' 'systems are solved between 1e-150 and 1e150'
  expect_on 2 2 "${job[@]}" --matrix tridiagonal.mtx
  once stderr 'the largest entry of the matrix is'
done

# No flux across the boundary of a grid of 12 x 10 points.
awk 'BEGIN {
  n = 12; m = 10; print "%%MatrixMarket matrix coordinate real symmetric"; print n * m, n * m, n * m + (n - 1) * m + n * (m - 1)
  for (y = 0; y < m; ++y) for (x = 0; x < n; ++x) {
    i = y * n + x + 1; print i, i, (x > 0) + (x < n - 1) + (y > 0) + (y < m - 1)
    if (x < n - 1) print i + 1, i, -1
    if (y < m - 1) print i + n, i, -1
  }
}' </dev/null >no-flux.mtx
singular=(solve --problem matrix-market --matrix no-flux.mtx --repetitions 1 --warm-up 0)
for ranks in 1 2; do
  expect_on $ranks 0 "${singular[@]}" --method all
  says stdout 'nullspace constant'
  expect_on $ranks 0 "${singular[@]}" --method all --nullspace constant
done
expect 2 "${singular[@]}" --method cg --nullspace constant
says stderr '--nullspace constant has no effect'
expect 2 "${singular[@]}" --method pcg --nullspace constant --reduction embedded
says stderr '--nullspace constant does not suit --reduction embedded'
expect 2 solve --problem poisson3d-7 --size 8 --nullspace constant
says stderr '--nullspace constant does not suit poisson3d-7'
tridiagonal 1 >tridiagonal.mtx
expect 2 solve --problem matrix-market --matrix tridiagonal.mtx --nullspace constant
says stderr 'its rows do not add up to zero'

# A right-hand side that no x yields: with a mean.
awk 'BEGIN { print "%%MatrixMarket matrix array real general"; print 120, 1; for (i = 1; i <= 120; ++i) print i % 3 }' </dev/null >mean.mtx
for ranks in 1 2; do
  expect_on $ranks 2 "${singular[@]}" --method cg,pipe2cg --rhs-file mean.mtx
  once stderr 'column 1 of the right-hand side has a component of'
done

# Methods that take two steps at a time end where the first one solves the system.
awk 'BEGIN { print "%%MatrixMarket matrix coordinate real symmetric"; print 3, 3, 5
  print 1, 1, 2; print 2, 1, -1; print 2, 2, 2; print 3, 2, -1; print 3, 3, 2 }' </dev/null >three.mtx
expect 0 solve --problem matrix-market --matrix three.mtx --method all-cg --preconditioner none --repetitions 1 --warm-up 0
# With one row per rank, too, where a recurrence may end a little above the tolerance although x is exact.
expect_on 3 0 solve --problem matrix-market --matrix three.mtx --method pcg,pipe2cg,ca-cg,ca-pcg --repetitions 1 --warm-up 0

# Columns are scaled together.
printf '%%%%MatrixMarket matrix array real general\n3 2\n1e80\n2e80\n5e80\n1e-80\n3e-80\n2e-80\n' >columns.mtx
expect 2 solve --problem matrix-market --matrix three.mtx --rhs-file columns.mtx --method pcg
says stderr 'columns of the right-hand side lie between 3.0e-80 and 5.0e+80'
