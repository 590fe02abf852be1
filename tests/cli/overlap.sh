#!/usr/bin/env bash
# The overlap benchmark: pre-flight, a short measurement, refusals.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"
needs_mpi

expect_on 2 0 overlap --preflight
says stdout 'MPI_Iallreduce, two buffers, host memory, 1 to 64 doubles' 'thread level' 'progress without help' 'bits of sums' 'a sum on all ranks' \
  'a put of 8 bytes' 'binding of ranks' 'threads on hardware threads'
if grep 'two buffers, host' stdout | grep -q WRONG; then fail "non-blocking sums are wrong"; fi

expect_on 2 0 overlap --pattern allreduce,put --sizes 8,4096 --tests 10 --samples 8 --seconds 0.01 --rhs 2
says stdout 'allreduce 160' 'put 4096' '10 tests' 'γ' 'IMB' 'OSU' 'pay' 'Noise of this machine'
expect_on 3 0 overlap --pattern allreduce,point-to-point --sizes 8 --tests 10 --samples 8 --seconds 0.01
says stdout 'allreduce up to 2.5 KiB, 2 ranks:' 'allreduce up to 2.5 KiB, 3 ranks:'
expect_on 2 2 overlap --ranks 3,0
says stderr '--ranks 3 is invalid (ranks of this run) give a whole number from 1 to 2' '--ranks 0'
expect 0 overlap --help
says stdout 'MPICH_ASYNC_PROGRESS'
expect 2 overlap --pattern allredoce --sizes 9 --tests 0
says stderr 'did you mean "allreduce"?' '--sizes 9' '--tests 0'
