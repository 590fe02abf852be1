#!/usr/bin/env bash
# Signals at random moments of a run: the results file is either the old or the new one, intact, and catchable signals leave
# nothing beside it. MINIKRYLOV_FUZZ_SECONDS: duration (default 20); MINIKRYLOV_FUZZ_SEED: number of the first run.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"
needs_hdf5

seed=${MINIKRYLOV_FUZZ_SEED:-$((RANDOM * 32768 + RANDOM))}
job=(solve --size 8 --method cg --repetitions 1 --warm-up 0 --output a.h5 --force)
begin=$SECONDS
expect 0 "${job[@]}"
whole=$((SECONDS - begin + 1))
magic() { head -c 4 a.h5 | tail -c 3; }

end=$((SECONDS + ${MINIKRYLOV_FUZZ_SECONDS:-20}))
for ((run = seed; SECONDS < end || run == seed; ++run)); do
  RANDOM=$((run % 32768))
  signals=(TERM INT HUP KILL)
  signal=${signals[RANDOM % 4]}
  moment=$((RANDOM % (whole * 1000)))
  echo old >a.h5
  code=0
  timeout --signal="$signal" "$((moment / 1000)).$(printf %03d $((moment % 1000)))" \
    "$MINIKRYLOV" "${job[@]}" >stdout 2>stderr </dev/null || code=$?
  what="MINIKRYLOV_FUZZ_SEED=$run: $signal after $moment ms"
  [[ $(tr -d '\0' <a.h5) == old || $(magic) == HDF ]] || fail "$what: a.h5 is neither the old nor a new file"
  [[ $(magic) != HDF ]] || "$MINIKRYLOV" model compare --results a.h5 >stdout 2>stderr </dev/null || fail "$what: a.h5 is torn"
  [[ $signal == KILL || -z $(find . -name '*.part-*') ]] || fail "$what: a temporary file was left behind"
  rm -f a.h5.part-*
done
echo "runs from seed $seed to $((run - 1))"
