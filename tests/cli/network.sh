#!/usr/bin/env bash
# Emulated networks and progress: what solve reports about them, and what is refused.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"
needs_mpi

small=(solve --problem poisson2d-5 --size 40 --method 'pcg,pipecg' --fixed-iterations 5 --repetitions 2)
expect_on 2 0 "${small[@]}" --reduction nonblocking --emulate-latency 200us --emulate-bandwidth 1GB/s \
  --emulate-noise exponential:20us --noise-seed 3 --progress manual --progress-calls 5
says stdout 'EMULATED' 'emulated latency 200 µs' 'emulated bandwidth 1.0 GB/s' 'emulated noise 20.0 µs' \
  'times on an emulated network' 'exposed' 'hidden' 'manual progress'

expect 0 "${small[@]}"
if grep -q EMULATED stdout; then fail "EMULATED without emulation"; fi

# A progress thread where the MPI library allows it, otherwise a refusal with the reason.
if ! expect_on 2 0 "${small[@]}" --reduction nonblocking --progress thread; then
  expect_on 2 2 "${small[@]}" --reduction nonblocking --progress thread
  says stderr 'not multiple'
fi

expect 2 "${small[@]}" --emulate-latency 50 --emulate-bandwidth 10 --emulate-noise exponential --progress manual
says stderr '--emulate-latency 50 is invalid' '--emulate-bandwidth 10 is invalid' \
  '--emulate-noise exponential is invalid' 'use --reduction nonblocking'
expect 2 "${small[@]}" --emulate-latency=-1us
expect 2 "${small[@]}" --emulate-noise periodic:100us:0 --progress-calls 3
says stderr 'periodic:100us:0' '--progress-calls has no effect'
