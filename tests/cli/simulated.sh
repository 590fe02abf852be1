#!/usr/bin/env bash
# Simulated ranks, 64 of them: the same residuals as on real ones, times of messages alone, marks, and what is refused.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
simulated=$root/build/simgrid/minikrylov

small=(solve --problem poisson2d-5 --size 64 --method 'cg,cg-saad,pipecg' --fixed-iterations 10 --warm-up 0 --repetitions 1)
expect 2 "${small[@]}" --injected-bandwidth 8GB/s
says stderr 'the ranks of this program are real'

if ! command -v smpirun >/dev/null || [ ! -x "$simulated" ]; then
  echo 'skipped: SimGrid or build/simgrid is not there (scripts/simulate.sh brings both)'
  exit 77
fi
# Two steps always run: looking for new files and for a new commit.
steps=$(ninja -C "$root/build/simgrid" -n minikrylov 2>/dev/null | sed -n 's/^\[[0-9]*\/\([0-9]*\)\].*/\1/p' | tail -n 1)
if ((${steps:-0} > 2)); then
  echo 'skipped: build/simgrid is older than the sources (scripts/simulate.sh brings it up to date)'
  exit 77
fi
needs_hdf5
python=$(python3 "$root/scripts/minikrylov_report/environment.py")
# simulate <exit code> <ranks> <words>: as expect_on does, on simulated ranks of this machine, first without computation.
machine=machine.ini
simulate() {
  local wanted=$1 ranks=$2 code=0
  shift 2
  python3 "$root/scripts/simulate.py" run --ranks "$ranks" --machine "$machine" -- "$@" >stdout 2>stderr || code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code instead of $wanted on $ranks simulated ranks: minikrylov $*"
}
cat >machine.ini <<'END'
name = "messages alone"
memory-bandwidth = 1e15
cache-bandwidth = 1e15
loggp-latency = 2e-6
loggp-overhead = 1e-6
loggp-gap-per-byte = 1e-9
loggp-overhead-per-byte = 0
END

simulate 0 64 "${small[@]}" --reduction point-to-point --output 64.h5
says stdout 'SIMULATED' 'cluster: messages-alone' 'times on a simulated cluster'
expect 0 "${small[@]}" --output 1.h5
"$python" - <<'END'
import h5py

# Six steps of L + 2 o = 4 µs a sum; then a halo exchange of two or more messages, and polls of no length.
SUM = 6 * 4e-6
with h5py.File("64.h5") as many, h5py.File("1.h5") as one:
    marks = many["run"].attrs["simulated"]
    marks = marks.decode() if isinstance(marks, bytes) else marks
    assert "cluster: messages-alone" in marks and "time of kernels injected" in marks, marks
    assert "simulated" not in one["run"].attrs
    for key, sums in (("0", 2), ("1", 1), ("2", 1)):
        there, here = many["solves"][key], one["solves"][key]
        seconds = there.attrs["seconds_per_iteration_median"]
        assert sums * SUM <= seconds <= sums * SUM + 25e-6, (key, seconds)
        for a, b in zip(there["residual_history"][:, 0], here["residual_history"][:, 0], strict=True):
            assert abs(a - b) <= 1e-9 * b, (key, a, b)
END

# What a kernel takes follows from its bytes, where there are no messages.
sed 's/1e15/1e5/' machine.ini >slow.ini
machine=slow.ini
simulate 0 1 "${small[@]}" --output slow.h5
machine=machine.ini
"$python" - <<'END'
import h5py

with h5py.File("slow.h5") as file:
    for solve in file["solves"].values():
        seconds, moved = (solve.attrs[name] for name in ("seconds_per_iteration_median", "bytes_per_iteration"))
        assert abs(seconds - moved / 1e5) <= 0.01 * seconds, (seconds, moved)
        assert "update_bandwidth" not in solve.attrs  # nothing was measured
        assert "products_beside" not in solve
        assert "applications_beside" not in solve
END

# Sums whose values travel with the messages of neighbours.
simulate 0 16 solve --problem poisson2d-5 --size 64 --method cg-saad --reduction embedded --mapping klf --warm-up 0 \
  --fixed-iterations 10 --repetitions 1 --output embedded.h5
"$python" - <<'END'
import h5py

with h5py.File("embedded.h5") as many, h5py.File("1.h5") as one:
    there, here = (file["solves"][key]["residual_history"][:, 0] for file, key in ((many, "0"), (one, "1")))
    assert len(there) == len(here) == 11, (there, here)
    for a, b in zip(there, here, strict=True):
        assert abs(a - b) <= 1e-9 * b, (a, b)
END

whole=(solve --problem poisson2d-5 --size 64 --method 'pcg,pipecg,nbpcg' --preconditioner jacobi --warm-up 0 --repetitions 1)
simulate 0 16 "${whole[@]}" --reduction point-to-point --progress manual --progress-calls 4 --output whole16.h5
expect 0 "${whole[@]}" --output whole1.h5
"$python" - <<'END'
import h5py

with h5py.File("whole16.h5") as many, h5py.File("whole1.h5") as one:
    for key in one["solves"]:
        there, here = (file["solves"][key].attrs["iterations"] for file in (many, one))
        assert there == here > 50, (key, there, here)
END
code=0
python3 "$root/scripts/simulate.py" run --ranks 4 --machine machine.ini --computation measured -- \
  solve --problem poisson3d-7 --size 8 --method pcg --warm-up 0 --repetitions 1 >stdout 2>stderr || code=$?
[ "$code" -eq 0 ] || fail "exit code $code instead of 0 with measured computation"
says stdout 'SIMULATED' 'measured on this host'
simulate 2 2 "${small[@]}" --reduction nonblocking
says stderr 'linear exchange' 'use --reduction point-to-point or embedded'
simulate 2 2 overlap --preflight
says stderr 'linear exchange' 'run it on real ranks'
simulate 1 2 accept --size 8 --fixed-iterations 2 --time 0.01
says stdout 'miniKrylov result is INVALID: simulated ranks'
