#!/usr/bin/env bash
# Sets up, builds and runs miniKrylov: scripts/run.sh [arguments of minikrylov]; without arguments, the default job.
#   MINIKRYLOV_PRESET  build preset (default: openmp)
#   MINIKRYLOV_RANKS   number of MPI ranks that share the cores (default: 1)
#   OMP_NUM_THREADS    threads per rank (default: number of cores per rank)
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

preset=${MINIKRYLOV_PRESET:-openmp}
ranks=${MINIKRYLOV_RANKS:-1}
[[ $ranks =~ ^[1-9][0-9]*$ ]] || fail "MINIKRYLOV_RANKS is '$ranks' (not a number of ranks): set it to 1 or more" 2
"$root/scripts/setup.sh" --preset "$preset"
build "$preset" minikrylov
program="$root/build/$preset/minikrylov"

# One thread per physical core: a second one adds nothing where memory bandwidth is the limit.
cores=$(physical_cores)
threads=${OMP_NUM_THREADS:-$((cores > ranks ? cores / ranks : 1))}
export OMP_NUM_THREADS=$threads
if ((ranks * threads > cores)); then
  export OMP_PROC_BIND=${OMP_PROC_BIND:-false}
else
  export OMP_PROC_BIND=${OMP_PROC_BIND:-close} OMP_PLACES=${OMP_PLACES:-cores}
fi
if ((ranks == 1)); then
  exec "$program" "$@"
fi

launcher=$(sed -n 's/^MPIEXEC_EXECUTABLE:[A-Z]*=//p' "$root/build/$preset/CMakeCache.txt")
[[ -n $launcher ]] || fail "build/$preset was configured without MPI: use MINIKRYLOV_RANKS=1" 2
options=()
if "$launcher" --version 2>&1 | grep -qi 'open.\?mpi\|openrte'; then
  if ((EUID == 0)); then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  fi
  if ((ranks * threads > cores)); then
    options+=(--oversubscribe --bind-to none)
  else
    # Each rank gets its own cores, on which OpenMP places its threads.
    options+=(--map-by "slot:PE=$threads" --bind-to core)
  fi
fi
exec "$launcher" "${options[@]}" -n "$ranks" "$program" "$@"
