#!/usr/bin/env bash
# Checks the sources without running them: runs all checks, and reports for each what fails and how to fix it.
#   scripts/check.sh [--changed]   --changed: clang-tidy checks only files that differ from the last commit
set -uo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root" || exit 1

changed=no
case ${1:-} in
  --changed) changed=yes ;;
  '') ;;
  *) fail "unknown argument $1 (known: --changed)" 2 ;;
esac

mapfile -t sources < <(find device kernels problems comm miniapp tests -name '*.cpp' -o -name '*.hpp' | LC_ALL=C sort)
mapfile -t shell_scripts < <(find scripts tests .ci -type f \( -name '*.sh' -o -path '.ci/*' \) | LC_ALL=C sort)
mapfile -t python_scripts < <(find scripts tests -name '*.py' | LC_ALL=C sort)

# report <name> <remedy> <findings>: the verdict of one check, which passes without findings.
failures=0
report() {
  if [[ -z $3 ]]; then
    say "ok      $1"
  else
    failures=$((failures + 1))
    say "FAILED  $1" && say "$3" && say "  remedy: $2"
  fi
}

# forbid <name> <remedy> <pattern> <allowed pattern> <file...>: no line may match the first but not the second.
forbid() {
  local name=$1 remedy=$2 pattern=$3 allowed=$4
  shift 4
  (($# == 0)) || report "$name" "$remedy" "$(grep -nHE -- "$pattern" "$@" | grep -vE -- "$allowed")"
}

# Prints the sources whose path matches a pattern.
select_sources() { printf '%s\n' "${sources[@]}" | grep -E -- "$1"; }

check_format() {
  local found
  found=$(clang-format --dry-run -Werror "${sources[@]}" 2>&1 |
    grep -oE '^[^ :]+:[0-9]+:[0-9]+: (error|warning)' | cut -d : -f 1 | sort -u)
  report "format ($(clang-format --version))" "clang-format -i ${found//$'\n'/ }" "$found"
}

check_includes() {
  local files own='^[[:space:]]*#[[:space:]]*include[[:space:]]*"'
  report "includes point one way (scripts/layers.txt)" \
    "move what is needed to a folder below both, or the file to a folder above both" \
    "$(python3 scripts/check_includes.py 2>&1)"
  mapfile -t files < <(select_sources '.')
  forbid "mpi.h in comm/mpi/ only" "go through comm/runtime/communicator.hpp and comm/reduction/reduction.hpp" \
    '#[[:space:]]*include[[:space:]]*[<"]mpi\.h' '^(comm|tests/.*)/mpi/' "${files[@]}"
  forbid "hdf5.h in miniapp/results/hdf5/ only" "go through miniapp/results/" \
    '#[[:space:]]*include[[:space:]]*[<"]hdf5\.h' '^(miniapp/results|tests/.*)/hdf5/' "${files[@]}"
  local file count found=
  for file in $(select_sources '^miniapp/methods/[^/]*\.cpp$'); do
    count=$(grep -cE -- "$own" "$file")
    ((count <= 1)) || found+="$file includes $count project headers"$'\n'
  done
  report "a file in miniapp/methods/ includes one project header" \
    "a method needs only miniapp/methods/running/method.hpp" "${found%$'\n'}"
}

check_openings() {
  local file found=
  for file in "${sources[@]}"; do
    [[ $(head -c 3 "$file") == '// ' ]] || found+="$file"$'\n'
    [[ $file != *.hpp ]] || grep -q '^#pragma once$' "$file" || found+="$file has no #pragma once"$'\n'
  done
  report "each file opens with a sentence, each header has #pragma once" \
    "say in the first line what the file is for" "${found%$'\n'}"
  found=$(wc -l "${sources[@]}" | awk '$2 != "total" && $1 > 250 { print "  " $2 " has " $1 " lines" }')
  [[ -z $found ]] || say "warning: longer than 250 lines, consider splitting:"$'\n'"$found"
}

check_scripts() {
  report "shell scripts (shellcheck)" "each finding links to its explanation" \
    "$(shellcheck -x -P SCRIPTDIR -P . "${shell_scripts[@]}" 2>&1)"
  ((${#python_scripts[@]} > 0)) || return 0
  if command -v ruff >/dev/null; then
    report "Python scripts (ruff)" "ruff check --fix" \
      "$(ruff check --isolated --quiet --line-length 120 "${python_scripts[@]}" 2>&1)"
  else
    report "Python scripts (syntax; ruff is not installed)" "see the message" "$(python3 -c \
      'import ast, sys; [ast.parse(open(p).read(), p) for p in sys.argv[1:]]' "${python_scripts[@]}" 2>&1)"
  fi
}

check_tidy() {
  local arguments=(build/openmp "$cache/tidy")
  [[ $changed == no ]] || arguments+=(--changed)
  report "clang-tidy" "fix the line, or change .clang-tidy if the check does not suit this project" \
    "$(python3 scripts/check_tidy.py "${arguments[@]}" 2>&1)"
}

scripts/setup.sh --preset openmp --checks || exit
check_format
check_includes
check_openings
check_scripts
# From now on this checkout builds with warnings as errors. clang-tidy uses its compile commands.
configure openmp -DMINIKRYLOV_WARNINGS_AS_ERRORS=ON
check_tidy
if ((failures > 0)); then
  fail "$failures checks failed"
fi
say "All checks passed."
