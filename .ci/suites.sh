#!/usr/bin/env bash
# Runs suites in parallel and counts their results. Sourced by ".ci/run", which lists the suites.
# at_once: the number of suites that run at a time. logs: the folder for their output. end_after: seconds after which all are stopped.

scratch=$(mktemp -d)
logs=${PORTCULLIS_CI_LOGS:-$scratch/logs}
at_once=${PORTCULLIS_CI_AT_ONCE:-3}
end_after=${PORTCULLIS_CI_END_AFTER:-3300}
# The report of the tests, for Vitest's reporter "json".
report="$scratch/tests.json"
mkdir -p "$logs" "$scratch/running" "$scratch/results" || exit 1

# Ends running suites with their child processes: a suite is a process group, led by "timeout". A suite that has just started is in the
# list a moment later.
finish() {
  local file
  while [ -n "$(jobs -rp)" ]; do
    for file in "$scratch"/running/*; do [ -s "$file" ] && kill "$(<"$file")" 2>/dev/null; done
    sleep 0.1
  done
  rm -rf "$scratch"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# suite <tests|check|counted> <seconds> <name> <command...>: runs a suite in the background, as soon as fewer than at_once run.
number=0
suite() {
  while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do
    wait -n
    print_ended
  done
  number=$((number + 1))
  run_suite "$(printf '%02d' "$number")" "$@" &
}

# run_suite <number> <kind> <seconds> <name> <command...>: writes the output to the suite's log and the outcome to its result.
run_suite() {
  local id=$1 kind=$2 limit=$3 name=$4 start=$SECONDS status=0 log counts times
  shift 4
  # The traps belong to the parent; this subshell ends with its command.
  trap - EXIT INT TERM HUP
  log="$logs/$id-$(tr -cs '[:alnum:]' '-' <<<"$name" | sed 's/-$//').log"
  local left=$((end_after - SECONDS))
  [ "$left" -lt "$limit" ] && limit=$left
  if [ "$limit" -gt 0 ]; then
    timeout --kill-after=20 "$limit" "$@" >"$log" 2>&1 &
    echo $! >"$scratch/running/$id"
    wait $! || status=$?
  else
    echo 'Not started: the time limit of all suites was reached.' >"$log"
    status=124
  fi
  rm -f "$scratch/running/$id"
  times >"$scratch/times-$id"
  times=$(tail -n 1 "$scratch/times-$id" | sed -E 's/([0-9]+)m([0-9.]+)s/(\1*60+\2)/g; s/ /+/' | node -p 'eval(require("fs").readFileSync(0, "utf8")).toFixed(1)')
  counts=$("count_$kind" "$log" "$status")
  # A move is atomic: a result exists completely or not at all.
  printf '%s\t' "$name" "$status" "$((SECONDS - start))" "$times" "$counts" "$log" >"$scratch/result-$id"
  mv "$scratch/result-$id" "$scratch/results/$id"
}

# count_<kind> <log> <status>: passed, failed and skipped, separated by spaces.
count_check() { if [ "$2" -eq 0 ]; then echo '1 0 0'; else echo '0 1 0'; fi; }

# A suite whose last line is "N passed, N failed", optionally followed by ", N skipped".
count_counted() {
  local line p=0 f=0 s=0
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$1" | tail -n 1)
  if [ -z "$line" ]; then echo '0 1 0'; return; fi
  read -r p f s <<<"$(sed -E 's/^([0-9]+) passed, ([0-9]+) failed(, ([0-9]+) skipped)?.*/\1 \2 \4/' <<<"$line")"
  if [ "$2" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
  echo "$p $f ${s:-0}"
}

# The tests write a report. A file that cannot be loaded, or an error outside any test, fails them without a failed test in the report.
count_tests() {
  local p=0 f=0 s=0
  read -r p f s <<<"$(node -e '
    const report = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    console.log(report.numPassedTests, report.numFailedTests, report.numPendingTests + report.numTodoTests);
  ' "$report" 2>/dev/null || echo '0 0 0')"
  if [ "$2" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
  if [ "$p" -eq 0 ] && [ "$f" -eq 0 ]; then f=1; fi
  echo "$p $f $s"
}

# Prints the log of every suite that has ended since the last call.
print_ended() {
  local file name status wall cpu counts log
  for file in "$scratch"/results/*; do
    [ -e "$file" ] && [ ! -e "$scratch/printed-${file##*/}" ] || continue
    touch "$scratch/printed-${file##*/}"
    IFS=$'\t' read -r name status wall cpu counts log <"$file"
    printf '\n=== %s\n' "$name"
    cat "$log"
    case $status in
      0) printf '=== %s: passed in %s s\n' "$name" "$wall" ;;
      124 | 137) printf '=== %s: FAILED (stopped at its time limit) after %s s\n' "$name" "$wall" ;;
      *) printf '=== %s: FAILED (exit code %s) in %s s\n' "$name" "$status" "$wall" ;;
    esac
  done
}

# Waits for all started suites.
all_ended() {
  while [ -n "$(jobs -rp)" ]; do
    wait -n
    print_ended
  done
  print_ended
}

# failures_of <log>: each failure in a log, with the first line of its error; the end of the log if it has none. At most 30 lines.
failures_of() {
  sed -E $'s/\x1b\\[[0-9;]*m//g' "$1" | cut -c 1-240 | awk '
    /^ *(FAIL |FAILED|.*not ok )|Uncaught Exception|Unhandled Rejection/ { print; named = 1; error = 1; next }
    error && NF { print; error = 0 }
    NF { last[++count] = $0 }
    END { if (!named) for (each = count > 10 ? count - 9 : 1; each <= count; each++) print last[each] }
  ' | head -n 30
}

# print_failures: prints the failures of each suite, at the end of the output. About 60 lines at most.
print_failures() {
  local file name status wall cpu counts log p f s
  for file in "$scratch"/results/*; do
    IFS=$'\t' read -r name status wall cpu counts log <"$file"
    read -r p f s <<<"$counts"
    [ "$f" -eq 0 ] && continue
    printf '\n=== %s: %s failed\n' "$name" "$f"
    failures_of "$log"
  done | awk 'NR <= 60 { print } NR == 61 { print "(There are more: see the logs.)" }'
}

# sum_up <other failures>: prints the failures, the duration of each suite, and the sums as the last line. Fails if anything has failed.
sum_up() {
  local passed=0 failed=$1 skipped=0 file name status wall cpu counts log p f s
  print_failures
  printf '\n%-72s %7s %9s  %s\n' suite 'wall s' 'proc. s' 'passed failed skipped'
  for file in "$scratch"/results/*; do
    IFS=$'\t' read -r name status wall cpu counts log <"$file"
    read -r p f s <<<"$counts"
    printf '%-72s %7s %9s  %6s %6s %7s\n' "$name" "$wall" "$cpu" "$p" "$f" "$s"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
  done
  printf '%-72s %7s\n' total "$SECONDS"
  if [ "$(ls "$scratch/results" | wc -l)" -ne "$number" ]; then echo 'The result of a suite is missing.'; failed=$((failed + 1)); fi
  printf '\n%s passed, %s failed, %s skipped\n' "$passed" "$failed" "$skipped"
  [ "$failed" -eq 0 ]
}
