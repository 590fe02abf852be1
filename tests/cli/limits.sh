#!/usr/bin/env bash
# Every option with a number accepts its minimum and maximum without breaking or taking memory in proportion, and refuses
# values beyond. The options and their ranges are those of `list options`, so that a new option is tested automatically.
# shellcheck source-path=SCRIPTDIR source=common.bash
. "$(dirname "$0")/common.bash"

small=(--size 6 --repetitions 1 --warm-up 0 --max-iterations 20)
# What an option needs to take effect; without it the program says so, or ignores it.
declare -A with=(
  [peclet]="--problem convection-diffusion" [random-rhs]="--method pcg" [chunk-rows]="--overlap dynamic"
  [ic0-shift]="--preconditioner ic0" [schwarz-corrections]="--preconditioner ic0"
  [jacobi-blocks]="--preconditioner block-jacobi-ic0"
  [preconditioner-cost]="--preconditioner emulated" [rtol]="--method pcg,bicgstab" [restarts]="--method bicgstab"
  [pipeline-depth]="--method plcg" [s-step]="--method ca-cg,ca-bicgstab" [replace-every]="--method ppipebicgstab-rr"
  [progress-calls]="--reduction nonblocking --progress manual" [noise-seed]="--emulate-noise exponential:1us"
  [equal-accuracy]="--method pcg,pipecg")
# Options whose ends are refused for another reason than their range, and the reason; all others must run.
declare -A refused=([chunk]="products are compiled for fixed sizes" [reserve-cores]="of which one must compute")

on_host || refused+=([chunk-rows]="a GPU computes all interior rows at once" [progress-calls]="kernels run on a GPU")

# limited <command...>: in 4 GiB, where a program without sanitizers or a device (which reserve terabytes) can run at all.
limited() { (ulimit -v "$memory" && exec "$@"); }
memory=$((4 << 20))
{ on_host && limited "$MINIKRYLOV" --version >stdout 2>stderr; } || memory=unlimited

# sensible <exit codes> <arguments>: the program ends with one of these codes, or keeps running (a billion repetitions
# take time) without breaking.
sensible() {
  local codes=$1 code=0
  shift
  limited timeout --kill-after=5 4 "$MINIKRYLOV" "$@" >stdout 2>stderr </dev/null || code=$?
  [[ " $codes 124 " == *" $code "* ]] || fail "exit code $code, not one of $codes: minikrylov $*"
  ! grep -qE 'bad_alloc|rror: |Signal|Backtrace|terminate called|killed by' stderr || fail "the program broke: minikrylov $*"
}

"$MINIKRYLOV" list options >options.json 2>/dev/null </dev/null
# numbers <command> <kind>: "option above-or-minimum below-or-maximum" of each option of a kind; - where there is no limit.
numbers() {
  sed -n "/^ \"$1\": \[/,/^ \]/p" options.json | grep -F "\"kind\": \"$2\"" |
    sed -E 's/.*"--([a-z0-9-]+)".*"default": "[^"]*"(.*)/\1 \2/; s/, "(minimum|above)": ([^,}]*)/ \2/; s/, "(maximum|below)": ([^,}]*)/ \2/; s/[},]+ *$//' |
    awk '{ print $1, (NF > 1 ? $2 : "-"), (NF > 2 ? $3 : "-") }'
}

tested=0
for command in solve accept overlap merging 'model predict' 'model compare' embed-study; do
  mapfile -t counted < <(numbers "$command" whole)
  mapfile -t measured < <(numbers "$command" real)
  tested=$((tested + ${#counted[@]} + ${#measured[@]}))
  # All options together, as all complaints are reported at once.
  for beyond in less more 99999999999999999999 1e3 3x nan inf 1e999; do
    words=()
    for line in "${counted[@]}"; do
      read -r option least most <<<"$line"
      case $beyond in
        less) words+=("--$option=$((least - 1))") ;;
        more) words+=("--$option=$((most + 1))") ;;
        *) words+=("--$option=$beyond") ;;
      esac
    done
    for line in "${measured[@]}"; do
      read -r option least most <<<"$line"
      case $beyond in
        less) [[ $least == - ]] || words+=("--$option=$least") ;;
        more) [[ $most == - ]] || words+=("--$option=$most") ;;
        3x | nan | inf | 1e999) words+=("--$option=$beyond") ;;
      esac
    done
    ((${#words[@]})) || continue
    # shellcheck disable=SC2086
    expect 2 $command "${words[@]}"
    for word in "${words[@]}"; do says stderr "${word/=/ } is invalid"; done
  done
done
((tested >= 35)) || fail "only $tested options with a number were found in the table"

# What is within the range runs: a maximum that is refused for another reason would not be tested.
while read -r option least most; do
  for value in "$least" "$most"; do
    codes='0 1'
    [[ -z ${refused[$option]:-} || $value == 0 ]] || codes=2
    # shellcheck disable=SC2086
    sensible "$codes" solve "${small[@]}" ${with[$option]:-} "--$option=$value"
    [[ $codes != 2 ]] || says stderr "${refused[$option]}"
  done
done < <(numbers solve whole)
# Real numbers: what makes no sense may be refused, but by name.
while read -r option _ _; do
  for value in 1e-300 0.999 1e300 -1e300; do
    # shellcheck disable=SC2086
    sensible '0 1 2' solve "${small[@]}" ${with[$option]:-} "--$option=$value"
  done
done < <(numbers solve real)
sensible '0' model predict --size 100000000 --rhs 32 --nodes 10000000 --chebyshev-degree 100 --method cg,ca-cg --s-step 16
sensible '0' overlap --samples 8 --rhs 32 --sizes 8 --seconds 1e-300
sensible '0 1' accept --size 2 --time 1e-300 --fixed-iterations 1 --text a.txt --force

# Numbers in lists, which the help does not limit by itself.
for words in 'overlap --tests 0' 'overlap --tests 10001' 'overlap --sizes 0' 'overlap --sizes 12' 'overlap --sizes 1073741832' \
  'overlap --ranks 0' 'overlap --ranks 2' 'embed-study --size 50 --ranks 1' 'embed-study --size 50 --ranks 65537' \
  'model predict --rhs 0' 'model predict --rhs 1000000001' 'model predict --nodes 0' 'model predict --alpha=-1' \
  'model predict --gamma=-0.1' 'model predict --nodes nan' 'model predict --alpha 1e999'; do
  # shellcheck disable=SC2086
  expect 2 $words
  says stderr 'is invalid'
done
for words in '--size 0' '--size 2000000000' '--size 2000000000x2000000000x2000000000' '--ranks-grid 0x1x1' '--ranks-grid 1000000000x1x1' \
  '--preconditioner chebyshev --chebyshev-degree 1001' \
  '--emulate-latency 1e999' '--emulate-latency=-1us' '--emulate-bandwidth 0' '--x0 random:2147483648'; do
  # shellcheck disable=SC2086
  sensible '2' solve $words
done

# On several ranks, each with its own rows: all maxima together.
of_host=()
with_calls=''
if on_host; then
  of_host=(--overlap dynamic --chunk-rows 1000000000)
  with_calls='--reduction nonblocking --progress manual --progress-calls 1000000'
fi
expect_on 2 0 solve --size 6 --repetitions 1 --method pcg,plcg,ca-cg --sigma 1000000000 "${of_host[@]}" \
  --pipeline-depth 3 --s-step 16 --restarts 1000000000 --rhs 32 --random-rhs 2147483647
for words in '--preconditioner block-jacobi-ic0 --jacobi-blocks 1000000000' '--preconditioner chebyshev --chebyshev-degree 1000' \
  '--preconditioner ic0 --schwarz-corrections 1000' "$with_calls"; do
  # shellcheck disable=SC2086
  expect_on 2 0 solve --size 6 --repetitions 1 --method pcg $words
done
on_host || exit 0
expect 0 solve --size 12 --method cg --repetitions 1 --overlap dynamic --chunk-rows 1000000000
! grep -q 'chunks of -' stdout || fail "a chunk has a negative number of rows"
