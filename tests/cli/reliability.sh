#!/usr/bin/env bash
# Whatever happens to a run, an existing results file stays intact, and no temporary files pile up.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"
needs_hdf5

job=(solve --size 12 --method pcg --repetitions 1)
endless=(solve --size 24 --method pcg --repetitions 1000000000)
expect 0 "${job[@]}" --output a.h5
cp a.h5 old.h5

# unchanged <event>: a.h5 is the old file, and nothing was left beside it.
unchanged() {
  cmp -s a.h5 old.h5 || fail "$1: a.h5 was changed"
  [ -z "$(find . -name '*.part-*')" ] || fail "$1: a temporary file was left behind"
}

# descendants <process>: all processes below it; some launchers start ranks through processes of their own.
descendants() {
  local child
  for child in $(pgrep -P "$1" || true); do
    echo "$child"
    descendants "$child"
  done
}

# ranks_of <launcher>: those of its descendants that run the program.
ranks_of() {
  local process
  for process in $(descendants "$1"); do
    [[ "$(readlink "/proc/$process/exe" || true)" != "$(readlink -f "$MINIKRYLOV")" ]] || echo "$process"
  done
}

# worked <process>: whether it has used a second of processor time, which no MPI_Init takes.
worked() {
  local ticks=()
  read -ra ticks < <(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) || return 1
  ((ticks[11] + ticks[12] >= $(getconf CLK_TCK)))
}

# Interrupted and killed, on one rank and on several.
for signal in INT TERM KILL; do
  code=0
  timeout --kill-after=60 --signal="$signal" 2 "$MINIKRYLOV" "${endless[@]}" --output a.h5 --force >stdout 2>stderr </dev/null || code=$?
  [ "$code" -ne 0 ] || fail "an endless run ended by itself"
  [[ $signal == KILL || $code -ne 137 ]] || fail "SIG$signal did not end a run within a minute"
  unchanged "SIG$signal"
done
if [ -n "${MPIEXEC:-}" ]; then
  code=0
  timeout --kill-after=60 --signal=TERM 3 "$MPIEXEC" -n 2 "$MINIKRYLOV" "${endless[@]}" --output a.h5 --force >stdout 2>stderr </dev/null ||
    code=$?
  [ "$code" -ne 137 ] || fail "SIGTERM did not end a run on two ranks within a minute"
  [ "$code" -ne 0 ] || fail "an endless run on two ranks ended by itself"
  unchanged "SIGTERM on two ranks"

  # One rank of two is killed: the other does not wait forever, and writes nothing. Not within MPI_Init, where the
  # launcher of Intel MPI waits forever.
  "$MPIEXEC" -n 2 "$MINIKRYLOV" "${endless[@]}" --output a.h5 --force >stdout 2>stderr </dev/null &
  launcher=$!
  trap 'kill -KILL "$launcher" $(ranks_of "$launcher") 2>/dev/null || true' EXIT
  for ((k = 0; k < 600; ++k)); do
    mapfile -t ranks < <(ranks_of "$launcher")
    ((${#ranks[@]} < 2)) || ! worked "${ranks[-1]}" || break
    sleep 0.1
  done
  ((${#ranks[@]} >= 2)) || fail "there are no two ranks"
  worked "${ranks[-1]}" || fail "there are no two ranks at work"
  kill -KILL "${ranks[-1]}"
  (sleep 60 && kill -KILL "$launcher" "${ranks[@]}") >/dev/null 2>&1 &
  watchdog=$!
  code=0
  wait "$launcher" || code=$?
  kill "$watchdog" 2>/dev/null || fail "a run with a killed rank did not end within a minute"
  trap - EXIT
  [ "$code" -ne 0 ] || fail "a run with a killed rank succeeded"
  unchanged "a killed rank"
fi

# A full disk: files are limited to 8 KiB. MPI libraries must not create larger ones of their own.
export PMIX_MCA_gds=hash OMPI_MCA_btl=self UCX_TLS=self
code=0
(trap '' XFSZ && ulimit -f 8 && bounded "$MINIKRYLOV" "${job[@]}" --output a.h5 --force) >log 2>errors </dev/null || code=$?
mv errors stderr
[ "$code" -eq 2 ] || fail "exit code $code instead of 2 on a full disk"
says stderr 'could not be written' 'nothing was changed'
unchanged "a full disk"

# A catchable signal while writing leaves nothing behind. (The limit raises one as soon as a file gets too large.)
code=0
(ulimit -c 0 && ulimit -f 8 && bounded "$MINIKRYLOV" "${job[@]}" --output a.h5 --force) >log 2>errors </dev/null || code=$?
[[ $code -gt 128 && $code -ne 137 ]] || fail "exit code $code: the run was not interrupted while writing"
unchanged "a signal while writing"

# Leftovers of an uncatchable signal are removed by a later run, unless another process may still be writing them.
: >a.h5.part-1-0
expect 0 "${job[@]}" --output a.h5 --force
[ "$(find . -name 'a.h5.part-*' | wc -l)" -eq 1 ] || fail "a temporary file that may be in use was removed"
touch -d '1 hour ago' a.h5.part-*
unrelated=(a.h5.part b.h5.part-1-0 a.h5.part-1 a.h5.part-final a.h5.part-1-0.txt a.h5.part-a-0 a.h5.part-1-)
touch -d '1 hour ago' "${unrelated[@]}"
expect 0 "${job[@]}" --output a.h5 --force
for name in "${unrelated[@]}"; do [ -e "$name" ] || fail "$name was removed, which is no leftover"; done
rm "${unrelated[@]}"
[ "$(find . -name 'a.h5.part-*' | wc -l)" -eq 0 ] || fail "a leftover was not removed"

unset PMIX_MCA_gds OMPI_MCA_btl
# Several runs at once: without --force one wins and the others are refused, with --force the last one wins.
for words in '' --force; do
  rm -f both.h5
  pids=() won=0 refused=0
  for ((k = 0; k < 4; ++k)); do
    # shellcheck disable=SC2086  # no word or one
    bounded "$MINIKRYLOV" "${job[@]}" --output both.h5 $words >"out-$k" 2>&1 </dev/null &
    pids+=($!)
  done
  for pid in "${pids[@]}"; do
    code=0
    wait "$pid" || code=$?
    case $code in
      0) won=$((won + 1)) ;;
      2) refused=$((refused + 1)) ;;
      *) fail "exit code $code of one of several runs" ;;
    esac
  done
  if [ -z "$words" ]; then
    [ "$won,$refused" = 1,3 ] || fail "$won of 4 runs without --force wrote the same file"
  else
    [ "$won" -eq 4 ] || fail "$won of 4 runs with --force succeeded: $(grep -h ' (' out-[0-3])"
  fi
  [ "$(head -c 4 both.h5 | tail -c 3)" = HDF ] || fail "both.h5 is not an HDF5 file"
  [ -z "$(find . -name 'both.h5.part-*')" ] || fail "several at once: a temporary file was left behind"
done
