#!/usr/bin/env bash
# demo.sh BINARY FOLDER opens the window on the demo flight. Where there is no
# display it starts a virtual one, plays some seconds of the flight, saves a
# screenshot in FOLDER and prints what the program has to say of the recording.
set -euo pipefail
bin=$1 folder=$2

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec "$bin" --demo
fi

scratch=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$scratch"' EXIT

# wait_for COMMAND... returns once the command succeeds, or gives up.
wait_for() {
  for _ in $(seq 300); do
    if "$@"; then return; fi
    sleep 0.2
  done
  echo "gave up waiting: $*" >&2
  return 1
}

Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$scratch/display" 2>"$scratch/xvfb" &
wait_for test -s "$scratch/display"
DISPLAY=:$(<"$scratch/display")
export DISPLAY
openbox --sm-disable --config-file "$(realpath "$(dirname "$0")")/openbox.xml" 2>"$scratch/openbox" &

"$bin" --demo --play --trace "$scratch/trace" 2>"$scratch/window" &
played() { grep -qsE '"playhead".*"t_s":(8|9|[1-9][0-9])\.' "$scratch/trace"; }
wait_for played || { cat "$scratch/window" >&2; exit 1; }
import -window root "$folder/demo.png"

rm -rf "$folder/demo"
"$bin" demo "$folder/demo" >/dev/null
recordings=("$folder"/demo/rec_*.bin)
"$bin" check "${recordings[0]}"
echo
echo "No display here: played the demo flight on a virtual one. Screenshot: $folder/demo.png"
