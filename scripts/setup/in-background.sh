#!/bin/sh
# Runs a program that gets what others leave of the processor: in-background.sh PROGRAM ARGUMENTS. Linux shares the processor between
# sessions first, where a session of its own has a weight of its own, and then between the programs of each.
{ echo 15 >/proc/self/autogroup; } 2>/dev/null
exec nice -n 15 "$@"
