#!/usr/bin/env bash
# The main job on several ranks, in every format and formulation: one report, and everything accepted.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"
needs_mpi

for words in '--format sell --chunk 16 --sigma 32' '--format crs --formulation kokkos-kernels' '--formulation basic --rhs 3 --reduction nonblocking'; do
  # shellcheck disable=SC2086  # words are several words
  expect_on 3 0 solve --size 11x12x13 --repetitions 1 --method pcg,pbicgstab $words
  once stdout 'passed its checks'
  says stdout 'ranks grid'
done
expect_on 2 0 solve --problem convection-diffusion --size 15x14 --ranks-grid 1x2 --method all-bicgstab --repetitions 1 --detailed
once stdout 'passed its checks'
says stdout '15 x 14 x 1'

for words in '--overlap static --ordering reordered-2 --preconditioner ic0' '--overlap dynamic --ordering interior-first' \
  '--overlap dynamic --chunk-rows 700 --format crs --rhs 2'; do
  # shellcheck disable=SC2086  # words are several words
  expect_on 2 0 solve --size 12x12x80 --repetitions 1 --method pcg $words
  once stdout 'passed its checks'
  once stdout ' overlap, hidden behind '
done

# Ranks with different jobs do not wait for each other.
for other in 'solve --size 9' 'list methods' ''; do
  code=0
  # shellcheck disable=SC2086  # some words, or none
  bounded "$MPIEXEC" -n 1 "$MINIKRYLOV" solve --size 8 : -n 1 "$MINIKRYLOV" $other >stdout 2>stderr </dev/null || code=$?
  [ "$code" -eq 2 ] || fail "exit code $code instead of 2 of two ranks with different jobs"
  once stderr 'rank 1 was started with other arguments than rank 0'
done

# Ranks that differ: one without ghosts, one whose rows couple over a wide band, one with a single row. Whatever each would
# choose by itself, all run the same kernels.
awk 'BEGIN {
  for (i = 1; i <= 6001; ++i) {
    entry[++m] = i " " i " 5"
    if (i > 1 && i != 3001) entry[++m] = i " " i - 1 " -1"
    if (i < 6001 && i != 3000) entry[++m] = i " " i + 1 " -1.1"
    if (i > 3000 && i <= 4500) entry[++m] = i " " i + 1500 " -1"
    if (i > 4500 && i <= 6000) entry[++m] = i " " i - 1500 " -0.9"
  }
  print "%%MatrixMarket matrix coordinate real general\n6001 6001 " m
  for (k = 1; k <= m; ++k) print entry[k]
}' >differ.mtx
for row in $(seq 6001); do echo $((row > 6000 ? 2 : row > 3000)); done >owners.txt
for words in '' '--rhs 2' '--overlap dynamic' '--trace t.json'; do
  # shellcheck disable=SC2086  # words are several words
  expect_on 3 0 solve --problem matrix-market --matrix differ.mtx --partition owners.txt --method bicgstab,pipebicgstab,ibicgstab --repetitions 1 $words
  once stdout 'passed its checks'
done

# The same for whatever else is decided by measurement or by what a rank has: depths and tiles of powers, codes of a
# compressed matrix, tuning, chunks, calls for progress, colours and blocks of preconditioners, who sums with whom.
awk 'BEGIN {
  for (i = 1; i <= 6001; ++i) {
    entry[++m] = i " " i " " (i % 7 == 0 && i <= 3000 ? 5 + 1 / i : 5)
    if (i > 1 && i != 3001) entry[++m] = i " " i - 1 " -1"
    if (i > 4500 && i <= 6000) entry[++m] = i " " i - 1500 " -1"
  }
  print "%%MatrixMarket matrix coordinate real symmetric\n6001 6001 " m
  for (k = 1; k <= m; ++k) print entry[k]
}' >differ.mtx
differing=(solve --problem matrix-market --matrix differ.mtx --partition owners.txt --repetitions 1 --warm-up 0)
for words in '--method ca-cg,ca-pcg,ca-bicgstab --powers-halo deep' '--method ca-cg,ca-bicgstab --powers-halo rounds' \
  '--method ca-cg --powers-halo auto --rhs 2' '--method pcg --preconditioner chebyshev --chebyshev-degree 3' \
  '--method pbicgstab --preconditioner newton --chebyshev-degree 4' \
  '--method ca-pcg --preconditioner chebyshev --chebyshev-degree 3 --powers-halo deep' \
  '--method pcg,pipecg --compress lossless' '--method pcg --compress auto --format crs' '--method pcg --format sell --chunk 32 --sigma 512' \
  '--method pcg,pipecg --tune auto' '--method pipecg --reduction nonblocking --progress manual' \
  '--method pcg --overlap static' '--method pcg,pipecg --overlap guided' '--method pcg,pipecg --reduction embedded' \
  '--method pcg --preconditioner ic0 --ordering multicolour' '--method pcg --preconditioner block-jacobi-ic0' \
  '--method pcg --preconditioner ic0 --schwarz-corrections 1' '--method pcg,pipecg --formulation basic --detailed' \
  '--method pipecg --reduction nonblocking --progress thread --overlap dynamic'; do
  # shellcheck disable=SC2086  # words are several words
  expect_on 3 0 "${differing[@]}" $words
  once stdout 'passed its checks'
done
