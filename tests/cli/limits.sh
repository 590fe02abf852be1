#!/usr/bin/env bash
# Every option that counts something takes its least and its largest number without breaking, and refuses one beyond. The
# options and their ranges are those that --help prints, so a new option is tested as soon as it is there.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

small=(--size 6 --repetitions 1 --warm-up 0 --max-iterations 20)
# What an option needs to have an effect; without it the program says so, which is an answer, too.
declare -A with=(
  [chunk-rows]="--overlap dynamic" [pipeline-depth]="--method plcg" [replace-every]="--method ppipebicgstab-rr"
  [schwarz-corrections]="--preconditioner ic0" [jacobi-blocks]="--preconditioner block-jacobi-ic0"
  [chebyshev-degree]="--preconditioner chebyshev" [preconditioner-cost]="--preconditioner emulated"
  [progress-calls]="--reduction nonblocking --progress manual" [restarts]="--method bicgstab")

# sensible <words>: ends with an answer, or goes on: a billion repetitions take their time. Few bytes are used.
sensible() {
  local code=0
  timeout --signal=KILL 5 "$MINIKRYLOV" "$@" >stdout 2>stderr </dev/null || code=$?
  case $code in
    0 | 1 | 2 | 124 | 137) ;;
    *) fail "exit code $code: minikrylov $*" ;;
  esac
  ! grep -qE 'bad_alloc|rror: |Signal|Backtrace|terminate called' stderr || fail "it broke: minikrylov $*"
}

# ranges <command>: "option least most" of each option that counts.
ranges() {
  # shellcheck disable=SC2086  # a command may be two words
  "$MINIKRYLOV" $1 --help 2>/dev/null </dev/null |
    sed -nE 's/^ *--([a-z-]+) (-?[0-9]+)\.\.([0-9]+).*/\1 \2 \3/p'
}

tested=0
for command in solve accept overlap 'model predict'; do
  mapfile -t counted < <(ranges "$command")
  tested=$((tested + ${#counted[@]}))
  # All at once, as all complaints come at once.
  for beyond in less more 99999999999999999999 1e3 3x; do
    words=()
    for line in "${counted[@]}"; do
      read -r option least most <<<"$line"
      case $beyond in
        less) words+=("--$option=$((least - 1))") ;;
        more) words+=("--$option=$((most + 1))") ;;
        *) words+=("--$option=$beyond") ;;
      esac
    done
    # shellcheck disable=SC2086
    expect 2 $command "${words[@]}"
    for word in "${words[@]}"; do says stderr "${word/=/ } makes no sense"; done
  done
  [[ $command == solve ]] || continue
  for line in "${counted[@]}"; do
    read -r option least most <<<"$line"
    for value in "$least" "$most"; do
      # shellcheck disable=SC2086
      sensible solve "${small[@]}" ${with[$option]:-} "--$option=$value"
    done
  done
done
((tested >= 20)) || fail "only $tested options that count were found in the help"

# On several ranks each has its own rows.
for words in '--overlap dynamic --chunk-rows 1000000000' '--preconditioner block-jacobi-ic0 --jacobi-blocks 1000000000'; do
  # shellcheck disable=SC2086
  expect_on 2 0 solve --size 6 --repetitions 1 --method pcg $words
done
expect 0 solve --size 12 --method cg --repetitions 1 --overlap dynamic --chunk-rows 1000000000
! grep -q 'chunks of -' stdout || fail "a chunk has less than no rows"
