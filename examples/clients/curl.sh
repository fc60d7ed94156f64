#!/usr/bin/env bash
# Posts an event and tries again as the response says.
#   examples/clients/curl.sh http://localhost:8080/api/counter '{"sessionId":"s1","action":"increment"}'
# Prints the last response. Exit 0: the event is stored; 1: rejected, trying again would not help; 2: given up.
set -euo pipefail
url=$1 event=$2
answer=$(mktemp) headers=$(mktemp)
trap 'rm -f "$answer" "$headers"' EXIT

# One key for all attempts becomes the event id: it is written once, if they take less than ten minutes.
key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')

for attempt in 1 2 3 4 5 6; do
  : >"$answer"
  : >"$headers"
  status=$(curl -sS --max-time 30 -o "$answer" -D "$headers" -w '%{http_code}' -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $key" --data-raw "$event" "$url") || status=000 # No response: the outcome is unknown.
  case $status in
    201 | 202)
      cat "$answer"
      echo
      exit 0
      ;;
  esac
  # A problem says whether the same request may be sent again (not written, or unknown); a proxy's 5xx does not.
  if [ "$status" != 000 ] && [ "$status" -lt 500 ] && ! grep -q '"retryable":true' "$answer"; then
    cat "$answer"
    echo
    exit 1
  fi
  wait=$(tr -d '\r' <"$headers" | awk -F': ' 'tolower($1) == "retry-after" {print $2}')
  sleep "${wait:-$attempt}"
done
echo "no success with status $status after $attempt attempts; the key is $key" >&2
exit 2
