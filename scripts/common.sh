# shellcheck shell=bash
# Shared by all scripts here: paths, messages, and configure + build of a preset.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034  # for the scripts that source this one
cache=${MINIKRYLOV_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/minikrylov}

say() { printf '%s\n' "$*" >&2; }

# fail <message> [exit code]: ends the script; exit code 2 means that the user has to do something first.
fail() {
  say "$(basename "$0"): $1"
  exit "${2:-1}"
}

# Runs a command silently, and shows its output only if it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null || status=$?
  ((status == 0)) || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

# configure <preset> [cmake option...]
configure() {
  say "Configuring build/$1"
  (cd "$root" && quietly cmake --preset "$@") || fail "configuring preset $1 failed (see above)"
}

# build <preset> [target...]: configures on first use; later ninja reconfigures by itself where needed.
build() {
  local preset=$1 folder="$root/build/$1" steps
  shift
  [[ -e "$folder/build.ninja" ]] || configure "$preset"
  # Two steps always run: looking for new files and for a new commit.
  steps=$(ninja -C "$folder" -n "$@" 2>/dev/null | sed -n 's/^\[[0-9]*\/\([0-9]*\)\].*/\1/p' | tail -n 1)
  ((${steps:-3} <= 2)) || say "Building build/$preset ($steps steps)"
  quietly ninja -C "$folder" "$@" || fail "building preset $preset failed (see above)"
}

# Number of processors that this process may use (nproc alone would obey OMP_NUM_THREADS).
allowed_processors() { env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc; }

# Number of physical cores that this process may use.
physical_cores() {
  local count allowed
  count=$(lscpu --online --parse=CPU,CORE,SOCKET 2>/dev/null | grep -v '^#' | cut -d , -f 2,3 | sort -u | wc -l) ||
    count=0
  # A container or a job may be given fewer than the machine has.
  allowed=$(allowed_processors)
  printf '%s' $((count > 0 && count < allowed ? count : allowed))
}

nvidia_gpu_is_here() { nvidia-smi --list-gpus >/dev/null 2>&1; }

# driver_path <build folder>: what LD_LIBRARY_PATH needs for a CUDA program to be loaded where no driver is installed. The
# library that it was linked with then stands in for the driver's, and the program itself says that there is no GPU.
driver_path() {
  local stub
  if ! ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1'; then
    stub=$(sed -n 's/^CUDA_cuda_driver_LIBRARY:FILEPATH=//p' "$1/CMakeCache.txt")
    if [[ -n $stub ]]; then
      mkdir -p "$1/driver"
      ln -sf "$stub" "$1/driver/libcuda.so.1"
      printf '%s' "${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$1/driver"
      return
    fi
  fi
  printf '%s' "${LD_LIBRARY_PATH:-}"
}
