#!/usr/bin/env bash
# Whether the program and all tests compile and link for NVIDIA GPUs. Where there is nvcc but no GPU, the program must
# say so instead of running.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage="usage: scripts/compile_cuda.sh"

# No GPU is needed to see whether host and device find the same numbers in the body of a kernel: there have been Kokkos
# and nvcc that did not.
check_layout() {
  local code of_host of_device
  code=$(mktemp)
  nvcc -std=c++20 -arch=sm_90 -extended-lambda -Xcompiler -fopenmp "-I$root" -isystem "$root/build/kokkos/cuda/include" \
    -ptx "$root/tests/device/layout.cu" -o "$code"
  of_host=$(sed -n 's/.*host_bytes_of_body = \([0-9]*\);/\1/p' "$code")
  of_device=$(sed -n 's/.*kernel_of_body_param_0\[\([0-9]*\)\].*/\1/p' "$code" | head -n 1)
  rm -f "$code"
  [[ -n $of_host && $of_host == "$of_device" ]] ||
    fail "a kernel's body has ${of_host:-unknown} bytes on the host and ${of_device:-unknown} on the device (Kokkos does not suit this nvcc)"
}

folder=$root/build/cuda-compiles
case ${1:-} in
  '') ;;
  -h | --help) printf '%s\n' "$usage" && exit 0 ;;
  *) fail "unknown argument '$1'"$'\n'"$usage" 2 ;;
esac

if ! command -v nvcc >/dev/null; then
  say "Nothing is compiled for NVIDIA GPUs (there is no nvcc)"
  exit 0
fi
"$root/scripts/setup.sh" --preset cuda
check_layout
# Whether it compiles is the question here, so little time goes into optimising. (Where still less is optimised, ptxas
# refuses what comes of Kokkos Kernels' spmv.)
export NVCC_PREPEND_FLAGS="-Ofc mid"
cd "$root"
cmake --preset cuda -B "$folder" "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG"
cmake --build "$folder"

program=$folder/minikrylov
if ! nvidia_gpu_is_here; then
  status=0
  said=$(LD_LIBRARY_PATH=$(driver_path "$folder") "$program" --version 2>&1) || status=$?
  [[ $status == 2 && $said == *'there is no GPU here'* ]] ||
    fail "without a GPU the program ends with exit code $status instead of 2, and says: $said"
fi
