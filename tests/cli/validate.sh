#!/usr/bin/env bash
# Files written by the program conform to the schema, and the scripts can read them.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"
needs_hdf5
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../scripts" && pwd)
python=
for candidate in python3 /usr/bin/python3; do
  ! "$candidate" -c 'import h5py, matplotlib' 2>/dev/null || { python=$candidate && break; }
done
[ -n "$python" ] || { echo 'skipped: no Python with h5py and matplotlib'; exit 77; }

expect_on 2 0 solve --size 12 --method 'pcg,pipecg' --rhs 2 --detailed --repetitions 2 --output a.h5
"$python" -c 'import h5py; solve = h5py.File("a.h5")["solves/0"]
assert solve["iteration_seconds_of_ranks"].shape == (2, solve["iteration_seconds"].size)' >stdout 2>stderr ||
  fail "the file lacks the iteration times of a rank"
expect_on 2 0 solve --problem convection-diffusion --size 13x12 --method bicgstab --format crs --repetitions 1 --output b.h5
expect_on 2 1 accept --size 8 --time 0.01 --output accept.h5
expect_on 2 0 overlap --pattern allreduce --sizes 8 --tests 10 --samples 8 --seconds 0.01 --output overlap.h5
expect 0 model predict --nodes 10 --output predicted.h5
expect 0 model compare --results a.h5 --output compared.h5
"$python" "$scripts/validate_results.py" overlap.h5 predicted.h5 compared.h5 >stdout 2>stderr || fail "files of other jobs are not valid"
"$python" "$scripts/validate_results.py" a.h5 b.h5 accept.h5 >stdout 2>stderr || fail "the program's files are not valid"
says stdout 'a.h5 is valid' 'b.h5 is valid' 'accept.h5 is valid'
"$python" "$scripts/report.py" a.h5 b.h5 --folder report >stdout 2>stderr || fail "the report cannot be made"
[ -s report/timelines.png ] || fail "there is no timeline"

# A file of another version is refused by all readers.
"$python" -c 'import h5py; h5py.File("b.h5", "a").attrs.modify("schema_version", 99)'
expect 2 model compare --results b.h5
says stderr 'b.h5 has schema version 99'
for script in report validate_results; do
  ! "$python" "$scripts/$script.py" b.h5 >stdout 2>stderr || fail "$script.py reads a file of version 99"
  cat stdout >>stderr
  says stderr 'b.h5 has schema version 99'
done
