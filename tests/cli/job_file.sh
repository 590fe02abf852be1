#!/usr/bin/env bash
# A job can be dumped to a file, edited, and run from it; the command line takes precedence over the file.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

expect 0 solve --dump-config --size 10x11x12 --method pcg,cg --repetitions 1
cp stdout job.toml
says job.toml 'size="10x11x12"'
expect 0 solve --config job.toml --dump-config
cmp -s stdout job.toml || fail "the job file does not reproduce itself"
expect 0 solve --config job.toml
says stdout '10 x 11 x 12' 'pcg + jacobi' 'cg ('
expect 0 --config job.toml --size 9
says stdout '9 x 9 x 9'
echo 'repetition = 3' >>job.toml
expect 2 --config job.toml
says stderr 'did you mean --repetitions?'
