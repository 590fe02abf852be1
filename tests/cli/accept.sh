#!/usr/bin/env bash
# The acceptance run, small: phases, files, thresholds, exit codes, and all that must never be valid.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

# Without MPI one rank does all of it, on an emulated device for minutes unless its threads share that.
on_ranks=(1 2)
if [ -z "$MPIEXEC" ]; then
  on_ranks=(1)
  export OMP_NUM_THREADS=2
fi
small=(accept --size 8 --time 0.01 --force)
output=()
if has_hdf5; then
  output=(--output a.h5)
  small+=("${output[@]}")
fi

# invalid <reason>...: the last line of stdout gives these reasons.
invalid() {
  tail -n 1 stdout | grep -q '^miniKrylov result is INVALID: ' || fail "the last line gives no verdict"
  local reason
  for reason in "$@"; do tail -n 1 stdout | grep -qF -- "$reason" || fail "\"$reason\" is no reason"; done
}

printf '[figure-of-merit]\ngigabytes-per-second = 1e-9\n' >easy.toml
printf '[poisson3d-7-m1]\ngigabytes-per-second = 1e9\n' >hard.toml
printf '[poisson3d-8-m1]\ngigabytes-per-second = 1\n' >wrong.toml

expect_on 2 1 "${small[@]}" --text a.txt --signed-by 'Ada Lovelace' --require hard.toml
says stdout 'Header: pre-flight check' 'Set-up (' 'Validation (' 'Trials (' \
  'Timed sets (' 'product in sell-block: ' 'in-cache' 'bitwise equal' \
  'no matrix is compressed: all rates count the bytes of doubles' 'Figure of merit' 'Verdict' 'poisson3d-27-m16' 'convection-diffusion-small' 'Ada Lovelace' "OMP_NUM_THREADS=$OMP_NUM_THREADS" \
  'not reached: poisson3d-7-m1: ' '1e+09 GB/s required' 'FAIL: '
if [ -n "$MPIEXEC" ]; then says stdout 'MPI_Iallreduce, two buffers' 'sums over ranks are exact'; fi
invalid 'other size (8 points' 'timed for '
if grep 'FAILED' stdout; then fail "a check failed"; fi
sizes=(12 17)
if [ "${MINIKRYLOV_DEVICE_ON_HOST:-OFF}" = ON ]; then
  sizes=()  # each takes minutes there
  says stdout 'device code emulated on a host'
  invalid 'emulated device'
elif tail -n 1 stdout | grep -q emulated; then
  fail "nothing was emulated"
fi
[ "$(tail -n 1 a.txt)" = "$(tail -n 1 stdout)" ] || fail "the text file has another last line"
says a.txt 'Signed off' 'Ada Lovelace' '--signed-by' 'binding' 'signature'

# A sound machine is not failed for what rounding does to methods, nor does a second take minutes. Other programs may slow
# a rank down, for which the run waits up to a minute: what is found once is a fault if it is found again.
for size in "${sizes[@]}"; do
  for ranks in "${on_ranks[@]}"; do
    verdict="^miniKrylov result is INVALID: other size \($size points in each direction\); timed for [^;]*$"
    for _ in 1 2 3; do
      began=$SECONDS
      expect_on "$ranks" 1 accept --size "$size" --time 0.2 --force --text s.txt "${output[@]}"
      took=$((SECONDS - began))
      says stderr 'minikrylov accept: estimated time ' ', timed sets '
      if ((took < 60)) && tail -n 1 stdout | grep -Eq "$verdict"; then break; fi
    done
    tail -n 1 stdout | grep -Eq "$verdict" || fail "size $size on $ranks ranks fails: $(tail -n 1 stdout)"
    ((took < 60)) || fail "size $size on $ranks ranks took $took s"
  done
done

# What emulates, or does less, is never valid; what is not valid fails, whatever it reaches.
expect 1 "${small[@]}" --text b.txt --fixed-iterations 5 --emulate-latency 1us --emulate-bandwidth 10GB/s \
  --emulate-noise exponential:1us --require easy.toml
invalid 'emulated latency' 'emulated bandwidth' 'emulated noise' 'fewer iterations (5'
says stdout 'FAIL: the result is not valid (easy.toml)'

# Nothing is overwritten unasked; nonsense is refused, all of it.
cp a.txt old.txt
expect 2 accept --size 8 --time 0.01 --text a.txt
says stderr 'a.txt exists'
cmp -s a.txt old.txt || fail "a.txt was changed"
expect 2 accept --time fast --size 0 --fixed-iteratoins 3 --require wrong.toml
says stderr '--time fast' '--size 0' 'did you mean --fixed-iterations?' 'did you mean "poisson3d-7-m1"?'
expect 2 accept --require nowhere.toml
says stderr 'nowhere.toml cannot be read'
expect 2 accept --compress lossless
says stderr '--compress'

expect 0 accept --help
says stdout '--require' '--time' 'VALID'
