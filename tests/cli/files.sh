#!/usr/bin/env bash
# Output of a job: colliding files are refused in advance, and the report is printed whatever fails at the end.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"
needs_hdf5

job=(solve --size 8 --method cg --repetitions 1 --warm-up 0)

# One file under two names.
ln -s a.h5 link.h5
echo old >old.h5
ln old.h5 hard.h5
for pair in 'a.h5 a.h5' 'a.h5 ./a.h5' "a.h5 $PWD/a.h5" 'old.h5 hard.h5' "a.h5 ../${PWD##*/}/a.h5"; do
  read -r output trace <<<"$pair"
  expect 2 "${job[@]}" --output "$output" --trace "$trace" --force
  says stderr 'are the same file'
done
ln -s old.h5 alias.h5
expect 2 "${job[@]}" --output old.h5 --trace alias.h5 --force
says stderr 'are the same file'
[ "$(cat old.h5)" = old ] || fail "old.h5 was changed"
printf '%%%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n' >m.mtx
expect 2 solve --problem matrix-market --matrix m.mtx --method cg --output ./m.mtx --force
says stderr 'are the same file'
expect 2 accept --output same --text ./same
says stderr 'are the same file'
echo 'size = 8' >job.toml
for option in --output --trace --dump-matrix --dump-rhs; do
  expect 2 solve --config job.toml --method cg "$option" ./job.toml --force
  once stderr "--config job.toml and $option ./job.toml are the same file"
done
[ "$(cat job.toml)" = 'size = 8' ] || fail "a job file was overwritten"

# A link stays a link, and what it names is written; what the report is printed to is never replaced.
echo old >target.h5
ln -s target.h5 to_target.h5
expect 0 "${job[@]}" --output to_target.h5 --force
[ -L to_target.h5 ] || fail "a link was replaced by a file"
[ "$(head -c 4 target.h5 | tail -c 3)" = HDF ] || fail "the file behind a link was not written"
ln -s /proc/self/fd/1 printed.h5
for name in stdout printed.h5; do
  expect 2 "${job[@]}" --output "$name" --force
  says stderr 'is standard output or error'
done
expect 2 "${job[@]}" --trace stderr --force
[ -L printed.h5 ] || fail "a link to the standard output was replaced by a file"

# Invalid names.
for option in --output --trace --matrix --partition --size --config; do
  expect 2 "${job[@]}" "$option" ''
  says stderr "$option"
done
for command in accept overlap 'model calibrate' embed-study; do
  # shellcheck disable=SC2086
  expect 2 $command --output ''
  once stderr '--output is empty'
done
expect 2 "${job[@]}" --output link.h5 --force
says stderr 'link.h5 cannot be written (it is a dangling link)'
long=$(printf 'x%.0s' {1..250})
expect 2 "${job[@]}" --output "$long"
says stderr 'too long'
# Names that lead nowhere are refused, but not as one file.
ln -s round.h5 round.h5
ln -s circle.h5 circle.h5
long=$long$long$long
for pair in 'round.h5 circle.h5' "$long.h5 $long.json"; do
  read -r output trace <<<"$pair"
  expect 2 "${job[@]}" --output "$output" --trace "$trace"
  says stderr 'cannot be written'
  ! grep -q 'are the same file' stderr || fail "$output and $trace are taken for one file"
done

# At the end of a run: the report, all files that can be written, and exit code 2 with what was written and what was not.
# No files of shared memory.
export PMIX_MCA_gds=hash OMPI_MCA_btl=self UCX_TLS=self
code=0
(trap '' XFSZ && ulimit -f 12 && exec "$MINIKRYLOV" "${job[@]}" --max-iterations 1 --output big.h5 --trace small.json) >log 2>errors </dev/null ||
  code=$?
unset PMIX_MCA_gds OMPI_MCA_btl UCX_TLS
mv log stdout && mv errors stderr
[ "$code" -eq 2 ] || fail "exit code $code instead of 2 on a full disk"
says stdout 'NOT ACCEPTED' 'The trace is in small.json'
says stderr 'big.h5 could not be written' 'written nevertheless: small.json'
[ ! -e big.h5 ] || fail "big.h5 exists"
[ -z "$(find . -name '*.part-*')" ] || fail "a temporary file was left behind"

# Standard output closed, full, or a pipe whose reader has gone.
for words in 'solve --size 8 --method cg --repetitions 1 --output full.h5' 'list methods' '--help' '--version'; do
  rm -f full.h5
  code=0
  # shellcheck disable=SC2086
  "$MINIKRYLOV" $words >/dev/full 2>stderr </dev/null || code=$?
  [ "$code" -eq 2 ] || fail "exit code $code instead of 2 with standard output on a full device: $words"
  says stderr 'could not be printed'
  [[ $words != solve* ]] || [ -s full.h5 ] || fail "results were not written"
  rm -f full.h5
  code=0
  # shellcheck disable=SC2086
  "$MINIKRYLOV" $words >&- 2>stderr </dev/null || code=$?
  [ "$code" -eq 2 ] || fail "exit code $code instead of 2 with a closed standard output: $words"
  [[ $words != solve* ]] || [ -s full.h5 ] || fail "results were not written"
done
{ "$MINIKRYLOV" "${job[@]}" --output piped.h5 2>stderr </dev/null || true; } | true
[ -s piped.h5 ] || fail "results were lost with the reader of the report"
