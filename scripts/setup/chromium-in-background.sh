#!/bin/sh
# Chromium for tests that measure no time. A browser under test is a session of its own, so it is put into the background by itself.
exec sh "$(dirname "$0")/with-priority.sh" 5 /usr/bin/chromium "$@"
