#!/usr/bin/env bash
# Invalid input: exit code 2, all complaints at once, each only once for all ranks, and nothing on stdout.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

bad=(solve --problem poison3d-7 --size 0 --rhs 99 --method pgc --rtol 2 --sizee 3 --format coo)
for ranks in 1 2; do
  expect_on $ranks 2 "${bad[@]}"
  [ ! -s stdout ] || fail "refused, but stdout is not empty"
  for complaint in 'did you mean "poisson3d-7"?' '--size' '--rhs 99' 'did you mean "pcg"?' '--rtol 2' 'did you mean --size?' '"coo"'; do
    once stderr "$complaint"
  done
done

expect 2 frobnicate
says stderr 'frobnicate' 'solve'
expect 2 list
expect 2 solve --method cg --preconditioner jacobi
says stderr 'cg takes no preconditioner' 'pcg'
expect 2 solve --method pcg --problem convection-diffusion
says stderr 'symmetric' 'pbicgstab'
expect 2 solve --method pipecg --matrix-precision single --vector-precision single
says stderr 'does not suit pipecg' 'use one of pcg, pbicgstab'
expect 2 solve --size 20000 --ranks-grid 1x1x1
says stderr '32 bits'
expect 2 solve --size 1200 --rhs 32
says stderr 'too little memory' 'TiB per rank are needed'
expect 2 solve --size 4 --ranks-grid 3x1x1
says stderr 'ranks'
if [ -n "${MPIEXEC:-}" ]; then
  expect_on 2 2 solve --size 1
  once stderr 'a rank would have none'
fi
