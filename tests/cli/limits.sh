#!/usr/bin/env bash
# Every option with a count accepts the minimum and the maximum without breaking, and refuses values beyond. The options
# and their ranges are taken from --help, so that a new option is tested automatically.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

small=(--size 6 --repetitions 1 --warm-up 0 --max-iterations 20)
# What an option needs to take effect; without it the program says so, which is an acceptable answer.
declare -A with=(
  [chunk-rows]="--overlap dynamic" [pipeline-depth]="--method plcg" [replace-every]="--method ppipebicgstab-rr"
  [schwarz-corrections]="--preconditioner ic0" [jacobi-blocks]="--preconditioner block-jacobi-ic0"
  [chebyshev-degree]="--preconditioner chebyshev" [preconditioner-cost]="--preconditioner emulated"
  [progress-calls]="--reduction nonblocking --progress manual" [restarts]="--method bicgstab")

# sensible <arguments>: the program answers or keeps running (a billion repetitions take time), without breaking.
sensible() {
  local code=0
  timeout --signal=KILL 5 "$MINIKRYLOV" "$@" >stdout 2>stderr </dev/null || code=$?
  case $code in
    0 | 1 | 2 | 124 | 137) ;;
    *) fail "exit code $code: minikrylov $*" ;;
  esac
  ! grep -qE 'bad_alloc|rror: |Signal|Backtrace|terminate called' stderr || fail "the program broke: minikrylov $*"
}

# ranges <command>: "option minimum maximum" of each option with a count.
ranges() {
  # shellcheck disable=SC2086  # a command may be two words
  "$MINIKRYLOV" $1 --help 2>/dev/null </dev/null |
    sed -nE 's/^ *--([a-z-]+) (-?[0-9]+)\.\.([0-9]+).*/\1 \2 \3/p'
}

tested=0
for command in solve accept overlap 'model predict'; do
  mapfile -t counted < <(ranges "$command")
  tested=$((tested + ${#counted[@]}))
  # All options together, as all complaints are reported at once.
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
    for word in "${words[@]}"; do says stderr "${word/=/ } is invalid"; done
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
((tested >= 20)) || fail "only $tested options with a count were found in the help"

# Numbers in lists, which the help does not limit by itself.
for words in 'overlap --tests 0' 'overlap --tests 10001' 'overlap --sizes 0' 'overlap --sizes 12' 'overlap --sizes 1073741832' \
  'overlap --ranks 0' 'overlap --ranks 2' 'embed-study --size 50 --ranks 1' 'embed-study --size 50 --ranks 65537' \
  'model predict --rhs 0' 'model predict --rhs 1000000001' 'model predict --nodes 0' 'model predict --alpha=-1' \
  'model predict --gamma=-0.1' 'model predict --nodes nan' 'model predict --alpha 1e999'; do
  # shellcheck disable=SC2086
  expect 2 $words
  says stderr 'is invalid'
done

# On several ranks, each with its own rows.
for words in '--overlap dynamic --chunk-rows 1000000000' '--preconditioner block-jacobi-ic0 --jacobi-blocks 1000000000'; do
  # shellcheck disable=SC2086
  expect_on 2 0 solve --size 6 --repetitions 1 --method pcg $words
done
expect 0 solve --size 12 --method cg --repetitions 1 --overlap dynamic --chunk-rows 1000000000
! grep -q 'chunks of -' stdout || fail "a chunk has a negative number of rows"
