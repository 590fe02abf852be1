#!/usr/bin/env bash
# A small acceptance run: phases, files, requirements, exit codes, and everything that must make the result invalid.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

small=(accept --size 8 --time 0.01 --force)
if ! "$MINIKRYLOV" --size 0 --output probe.h5 2>&1 </dev/null | grep -qF 'has no HDF5'; then
  small+=(--output a.h5)
fi

# invalid <reason>...: the last line of stdout gives these reasons.
invalid() {
  tail -n 1 stdout | grep -q '^miniKrylov result is INVALID: ' || fail "the last line gives no verdict"
  local reason
  for reason in "$@"; do tail -n 1 stdout | grep -qF -- "$reason" || fail "\"$reason\" is not among the reasons"; done
}

printf '[figure-of-merit]\ngigabytes-per-second = 1e-9\n' >easy.toml
printf '[poisson3d-7-m1]\ngigabytes-per-second = 1e9\n' >hard.toml
printf '[poisson3d-8-m1]\ngigabytes-per-second = 1\n' >wrong.toml

expect_on 2 1 "${small[@]}" --text a.txt --signed-by 'Ada Lovelace' --require hard.toml
says stdout 'Header: pre-flight check' 'MPI_Iallreduce, two buffers' 'Set-up (' 'Validation (' 'Timed sets (' \
  'Figure of merit' 'Verdict' 'poisson3d-27-m16' 'convection-diffusion-small' 'Ada Lovelace' 'OMP_NUM_THREADS=1' \
  'missed: poisson3d-7-m1: ' '1e+09 GB/s are required' 'FAIL: '
invalid 'other size (8 points' 'too short a time ('
if grep 'FAILED' stdout; then fail "a check failed"; fi
if tail -n 1 stdout | grep -q emulated; then fail "nothing was emulated"; fi
[ "$(tail -n 1 a.txt)" = "$(tail -n 1 stdout)" ] || fail "the text file has another last line"
says a.txt 'Signed off' 'Ada Lovelace' '--signed-by' 'binding' 'signature'

# Emulation or less work makes the result invalid, and an invalid result fails, whatever it reaches.
expect 1 "${small[@]}" --text b.txt --fixed-iterations 5 --emulate-latency 1us --emulate-bandwidth 10GB/s \
  --emulate-noise exponential:1us --require easy.toml
invalid 'emulated latency' 'emulated bandwidth' 'emulated noise' 'fewer iterations (5'
says stdout 'FAIL: the result is invalid (easy.toml)'

# Nothing is overwritten without --force; invalid options are refused, all at once.
cp a.txt old.txt
expect 2 accept --size 8 --time 0.01 --text a.txt
says stderr 'a.txt exists'
cmp -s a.txt old.txt || fail "a.txt was changed"
expect 2 accept --time fast --size 0 --fixed-iteratoins 3 --require wrong.toml
says stderr '--time fast' '--size 0' 'did you mean --fixed-iterations?' 'did you mean "poisson3d-7-m1"?'
expect 2 accept --require nowhere.toml
says stderr 'nowhere.toml cannot be read'

expect 0 accept --help
says stdout '--require' '--time' 'VALID'
