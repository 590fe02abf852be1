#!/usr/bin/env bash
# What takes too long for every change: the sanitizers at 1, 2 and 3 ranks, the slower tests of device code, and all of
# them on Kokkos' Serial, kernels of a host on it, the rehearsal of a machine with a GPU, other MPI libraries, simulated
# ranks, those with the label `long`, and the long fuzzing:
# scripts/nightly.sh [SECONDS for each part of the fuzzing, an hour unless told].
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# A part that fails does not keep the others from running.
failed=()
part() {
  say "== $* (after $SECONDS s)"
  "$@" || failed+=("$*")
}
part env MINIKRYLOV_PRESET=debug "$root/scripts/test.sh" -R '[.]np[123]$|^fuzz[.](matrix|results)$'
part env MINIKRYLOV_PRESET=device-on-host "$root/scripts/test.sh" -R '^(problems|published)[.]np[12]$|^miniapp[.]np1$|[.]overlap[.]np2$|^cli[.]accept$'
part env MINIKRYLOV_PRESET=device-on-host-serial "$root/scripts/test.sh" -R '^(kernels|problems|comm|miniapp|embedded|published)[.]np[12]$|^device[.]'
part env MINIKRYLOV_PRESET=serial "$root/scripts/test.sh" -R '^(kernels|problems)[.]np1$'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
part "$root/scripts/gpu_check.sh" --pack "$work/pack.tar"
part "$root/scripts/gpu_check.sh" --preset device-on-host "$work/pack.tar" 16 24
for library in mpich intel; do
  part "$root/scripts/test.sh" --mpi "$library" -R '^(comm|miniapp|embedded)[.](np[1-4]|endings[.]np[13])$|^cli[.]'
done
part "$root/scripts/simulate.sh" run --ranks 64 -- solve --problem poisson2d-5 --size 128 --method pcg,pipecg --fixed-iterations 10 --warm-up 0 --repetitions 1
part "$root/scripts/test.sh" -L long
part env MINIKRYLOV_LONG=1 "$root/scripts/test.sh" -R test_accept_rates
part "$root/scripts/fuzz.sh" "${1:-3600}"
((${#failed[@]} == 0)) || fail "failed: $(printf '%s; ' "${failed[@]}")"
say "Everything passed."
