#!/bin/sh
# Runs a program before or after others: with-priority.sh PRIORITY PROGRAM ARGUMENTS, with the priority of `nice`: above 0 it gets what
# others leave of the processor; below 0, which only root may ask for, it goes first. Linux shares the processor between sessions
# first, where a session of its own has a weight of its own, and then between the programs of each.
priority=$1
shift
{ echo "$priority" >/proc/self/autogroup; } 2>/dev/null
if [ "$priority" -gt 0 ]; then exec nice -n "$priority" "$@"; fi
exec "$@"
