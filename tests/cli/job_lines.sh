#!/usr/bin/env bash
# Option files: no line of a job file or machine file is silently ignored, and output shows no escape sequences.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

# refused <text of a job file> <words of the complaint>
refused() {
  printf '%b\n' "$1" >job.toml
  expect 2 solve --size 4 --config job.toml
  says stderr "$2"
}
refused '[solve]\nrhs = 2' 'there is no section [solve]'
refused '[foo]' 'there is no section [foo]'
refused '[default]\nrhs = 2' 'there is no section [default]'
refused 'rhs = 2\n [[Default]]' 'there is no section [default]'
refused 'foo.rhs = 2' 'there is no section [foo]'
refused 'rhs = 2\nmethod = cg\nrhs = 3' 'rhs is given twice'
refused 'rhs = 2\nrhs = 3' 'rhs has 2 values'
refused 'rhs = 2 3' 'rhs has 2 values'
refused 'xy' '--config:1: "xy" is not an option'
refused '=3' '--config:1: "=3" is not an option'
refused '++ = 3' 'there is no section'
refused 'detailed = maybe' 'detailed'
refused 'force = maybe' 'force'
refused 'output = ""' '--output is empty'
refused 'metod = pcg\033]0;owned\007' 'metod'
! grep -q $'\033' stderr || fail "an escape sequence was sent to the terminal"
head -c 1100000 /dev/zero | tr '\0' '#' >long.toml
expect 2 solve --config long.toml
says stderr 'not an options file'
expect 2 solve --config missing.toml
once stderr 'missing.toml cannot be read (no such file'

# Pipes and devices: they would never end, or be empty for all ranks but one.
mkfifo pipe
for words in 'solve --size 4 --config pipe' 'solve --size 4 --config /dev/zero' 'solve --size 4 --config /dev/stdin' \
  'accept --require pipe' 'model predict --machine pipe' 'model predict --machine /dev/zero' 'model compare --results pipe' \
  'solve --problem matrix-market --method bicgstab --matrix pipe'; do
  # shellcheck disable=SC2086
  expect_on 2 2 $words
  says stderr "${words##* }"
done
mkdir folder
expect 2 solve --config folder
says stderr 'folder cannot be read'

for line in 'gamma = nan' 'gamma = inf' 'gamma = -1' 'noise = nan' 'loggp-latency = -1e-6' 'cache-bytes = nan' \
  'memory-bandwidth = 0' 'ranks-per-node = 1e999' 'local-short-c0 = nan' 'gamma = 1\nnoise = 0\ngamma = 2' '[machine]\ngamma = 1' \
  'gamma = 1 2'; do
  printf '%b\n' "$line" >bad.ini
  expect 2 model predict --machine bad.ini --nodes 2
  says stderr 'bad.ini'
done
expect 2 model predict --machine folder
says stderr 'there is no machine folder'
expect 2 model predict --rhs nan,1e300
says stderr '--rhs nan' '--rhs 1e300'
printf 'name = "\033]0;owned\007"\n' >loud.ini
expect 0 model predict --machine loud.ini --nodes 2
! grep -q $'\033' stdout || fail "an escape sequence was sent to the terminal"
