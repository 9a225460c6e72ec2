#!/bin/sh
# Runs a program on an X display of its own, and ends with its code: with-display.sh PROGRAM ARGUMENTS. The server says itself which
# display it took and that it is ready. `xvfb-run` waits for a signal instead, and waits for ever where the signal came first.
folder=$(mktemp -d) || exit 1
mkfifo "$folder/display"
Xvfb -displayfd 3 -screen 0 1280x960x24 -nolisten tcp -noreset 3>"$folder/display" 2>"$folder/errors" >/dev/null &
server=$!
read -r display <"$folder/display"
[ -n "$display" ] || cat "$folder/errors" >&2
rm -r "$folder"
[ -n "$display" ] || exit 1
DISPLAY=":$display" "$@"
code=$?
kill "$server"
exit "$code"
