#!/usr/bin/env bash
# The execution-time models: a predefined machine, a prediction, a comparison of several files.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

expect 0 model machine lomonosov
says stdout 'memory-bandwidth = 33.8e9' 'equations (8) and (11)'
mv stdout mine.ini
paper=(--problem poisson2d-5 --size 1000 --method 'bicgstab,ibicgstab,pipebicgstab')
expect 0 model predict --machine mine.ini "${paper[@]}"
says stdout 'γ = 1, 1 right-hand side, α = 0, data in memory: bicgstab, ibicgstab from 18 nodes' 'pipebicgstab from' 'Which method should be used here? On lomonosov'
expect 0 model predict --problem poisson3d-27 --size 200 --format sell --nodes 1000000 --rhs 1,4
says stdout 'SELL with' 'plcg' 'loggops' 'ca-cg (s = 2)'
expect 0 model predict --method cg,ca-cg,pcg --s-step 1,16 --powers-halo deep --chebyshev-degree 4
says stdout 'ca-cg (s = 16)' 'ca-cg (s = 1)' 'polynomial'
expect 0 model predict --method cg,ca-cg --basis monomial --s-step 4 --nodes 1
expect 2 model predict --method ca-cg --basis lanczos
says stderr 'lanczos'
expect 0 model predict --chebyshev-degree 4 --nodes 1
says stdout 'pipe2cg ' 'ca-pcg'
! grep -q 'pipe2cg-powers' stdout || fail "powers with a polynomial between them are predicted"
expect 2 model predict --method pipe2cg-powers --chebyshev-degree 4
says stderr 'pipe2cg-powers cannot be predicted' 'use another method'
expect 0 model predict --method pipe2cg,pipe2cg-powers --nodes 1
says stdout 'pipe2cg-powers'
expect 0 model predict "${paper[@]}" --nodes 1
says stdout 'merged formulation'
expect 0 model predict "${paper[@]}" --nodes 1 --formulation basic
says stdout 'basic formulation'
expect 2 model predict --formulation kokkos-kernels
says stderr '--formulation kokkos-kernels' 'use merged or basic'
expect 2 model predict --s-step 0,17 --powers-halo shallow
says stderr '--s-step 0' '--s-step 17' 'shallow'
expect 2 model predict --machine nowhere.ini --method pgc --gamma=-1
says stderr 'nowhere.ini' 'did you mean "pcg"?' '--gamma -1'
expect 2 model machine
expect 2 model foretell
says stderr 'foretell'

# This machine is measured, γ with it.
expect_on 2 0 model calibrate --output here.ini
says here.ini 'memory-bandwidth = ' 'global-c0 = ' 'gamma = ' 'measured '
expect_on 2 2 model calibrate --output here.ini
once stderr 'here.ini'

for job in predict 'compare --results one.h5'; do
  # shellcheck disable=SC2086
  expect 2 model $job --machine mine.ini --output ./mine.ini --force
  says stderr '--machine mine.ini and --output ./mine.ini are the same file'
done
says mine.ini 'memory-bandwidth = 33.8e9'

needs_hdf5
expect 0 model predict "${paper[@]}" --output figure6.h5
expect 0 solve --size 12 --method pcg,pipecg --repetitions 1 --output one.h5
expect 0 solve --size 16 --method pcg --preconditioner ic0 --repetitions 1 --output two.h5
expect 0 model compare --machine mine.ini --results one.h5,two.h5 --output compared.h5
says stdout 'pipecg' 'ic0' 'mean error'
expect 0 model compare --machine here.ini --results one.h5
says stdout 'pipecg'
if [ -n "$MPIEXEC" ]; then  # on one rank there are no sums to hide
  expect_on 2 0 solve --size 12 --method pipecg --reduction nonblocking --repetitions 1 --output ranks.h5
  expect 0 model compare --machine mine.ini --results ranks.h5 --gamma 0
  mv stdout hidden
  expect 0 model compare --machine mine.ini --results ranks.h5 --gamma 1
  ! cmp -s hidden stdout || fail '--gamma changes no prediction'
  ! grep -q EMULATED stdout || fail 'a real network is said to be emulated'
  expect_on 2 0 solve --size 12 --method pipecg --reduction nonblocking --emulate-noise exponential:50us --repetitions 1 --output noisy.h5
  expect 0 model compare --machine mine.ini --results noisy.h5
  says stdout 'EMULATED' 'noise 50' 'mean error of LogGOPS'
fi
expect 2 model compare --machine mine.ini --results one.h5 --gamma=-1
says stderr '--gamma -1'
expect 2 model compare --results figure6.h5
says stderr 'holds no solves'
expect 2 model compare --results nowhere.h5
says stderr 'nowhere.h5 cannot be read'
# Without iterations there is no time per iteration to compare with.
expect 1 solve --size 12 --method cg --max-iterations 0 --repetitions 1 --output none.h5
expect 2 model compare --results none.h5
says stderr 'no solve in none.h5 took an iteration'
expect 0 model compare --results one.h5,none.h5
! grep -qE 'inf|nan' stdout || fail 'a solve without iterations was compared'
