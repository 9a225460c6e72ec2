#!/bin/sh
set -e
root="${DPKG_ROOT:-}"
application='/opt/${sanitizedProductName}'

ln -sf "$application/${executable}" "$root/usr/bin/${executable}"

# Chromium's sandbox takes a user namespace, or its helper with root's rights where the kernel gives none.
if unshare --user true 2>/dev/null; then mode=0755; else mode=4755; fi
chmod "$mode" "$root$application/chrome-sandbox"

if [ -z "$root" ]; then
  # Ubuntu gives user namespaces only to programs that a profile names.
  profile="$application/resources/apparmor-profile"
  if apparmor_status --enabled >/dev/null 2>&1 && apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
    cp -f "$profile" '/etc/apparmor.d/${executable}'
    apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}' || true
  fi
  if command -v update-desktop-database >/dev/null; then update-desktop-database /usr/share/applications || true; fi
  if command -v update-mime-database >/dev/null; then update-mime-database /usr/share/mime || true; fi
fi
