#!/bin/sh
# Chromium for tests that measure no time. A browser under test is a session of its own, so it is put into the background by itself.
exec sh "$(dirname "$0")/in-background.sh" /usr/bin/chromium "$@"
