# Helpers shared by the command line tests.
# The program is $MINIKRYLOV, the launcher $MPIEXEC (empty without MPI).
set -euo pipefail
: "${MINIKRYLOV:?set it to the program}"
folder=run-$(basename "$0" .sh)
rm -rf "./$folder"
mkdir "$folder"
cd "$folder"
export OMP_NUM_THREADS=1

# fail <words>: ends the test.
fail() {
  echo "FAILED: $*" >&2
  echo "--- stdout"; cat stdout; echo "--- stderr"; cat stderr
  exit 1
}

# bounded <command...>: ends it if it hangs, so that it is known which one did. (Exit code 124 or 137 then.)
bounded() { timeout --kill-after=10 $((${MINIKRYLOV_TEST_SECONDS:-300} * 2 / 3)) "$@"; }

# expect <exit code> <arguments>: runs the program; leaves its output in the files stdout and stderr.
expect() {
  local wanted=$1 code=0
  shift
  bounded "$MINIKRYLOV" "$@" >stdout 2>stderr </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code instead of $wanted: minikrylov $*"
}

# expect_on <ranks> <exit code> <arguments>: the same on several ranks; on one without MPI.
expect_on() {
  local ranks=$1 wanted=$2 code=0
  shift 2
  bounded ${MPIEXEC:+"$MPIEXEC" -n "$ranks"} "$MINIKRYLOV" "$@" >stdout 2>stderr </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code instead of $wanted on $ranks ranks: minikrylov $*"
}

# says <file> <fixed text>...: the file contains each text.
says() {
  local file=$1 text
  shift
  for text in "$@"; do grep -qF -- "$text" "$file" || fail "\"$text\" is not in $file"; done
}

# once <file> <fixed text>: exactly one line of the file contains the text.
once() {
  [ "$(grep -cF -- "$2" "$1")" -eq 1 ] || fail "\"$2\" is not in exactly one line of $1"
}

# has_hdf5: whether this build can write results. (Not by a pipe: it fails with the program, which has complaints.)
has_hdf5() { [[ $("$MINIKRYLOV" --size 0 --output probe.h5 2>&1 </dev/null) != *'has no HDF5'* ]]; }

# needs_hdf5: skips the test in builds that cannot write results.
needs_hdf5() { has_hdf5 || { echo 'skipped: built without HDF5' && exit 77; }; }

# needs_mpi: skips the test in builds without MPI.
needs_mpi() { [[ -n ${MPIEXEC:-} ]] || { echo 'skipped: built without MPI' && exit 77; }; }

# on_host: whether kernels are those of a host, not of a device or of an emulated one.
on_host() { [[ ${MINIKRYLOV_ON_DEVICE:-OFF} == OFF ]]; }
