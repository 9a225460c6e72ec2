#!/bin/sh
set -e
root="${DPKG_ROOT:-}"

# an upgrade puts the same back in a moment
case "$1" in
  remove | purge)
    rm -f "$root/usr/bin/${executable}"
    if [ -z "$root" ] && [ -f '/etc/apparmor.d/${executable}' ]; then
      apparmor_parser --remove '/etc/apparmor.d/${executable}' >/dev/null 2>&1 || true
      rm -f '/etc/apparmor.d/${executable}'
    fi
    if [ -z "$root" ] && command -v update-desktop-database >/dev/null; then update-desktop-database /usr/share/applications || true; fi
    if [ -z "$root" ] && command -v update-mime-database >/dev/null; then update-mime-database /usr/share/mime || true; fi
    ;;
esac
