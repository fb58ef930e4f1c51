#!/usr/bin/env bash
# fuzz.sh TIME PACKAGE...: fuzzes every target of the packages for TIME each.
set -euo pipefail
time=$1
shift
: "${GO:=go}"
output=$(mktemp)
trap 'rm -f "$output"' EXIT

for package in $("$GO" list "$@"); do
  # The list comes with "no test files" and "ok" lines.
  for target in $("$GO" test -run '^$' -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
    echo "$package $target"
    # Making inputs small is for people who look at a failure, not for its search.
    if "$GO" test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 10x "$package" >"$output" 2>&1; then
      tail -n 2 "$output"
    elif grep -q 'context deadline exceeded' "$output" && ! grep -q 'Failing input' "$output"; then
      # The fuzzer of Go sometimes calls the end of its time a failure.
      echo "ended on time"
    else
      cat "$output"
      exit 1
    fi
  done
done
