#!/bin/sh
# Installs the unit, its user and its folders. Run it as root; it can be repeated. An argument names another root directory.
set -eu
root=${1:-/}
files=$(dirname "$0")
install -D -m 644 "$files/calends@.service" "$root/etc/systemd/system/calends@.service"
install -D -m 644 "$files/calends.sysusers" "$root/etc/sysusers.d/calends.conf"
install -D -m 644 "$files/calends.tmpfiles" "$root/etc/tmpfiles.d/calends.conf"
systemd-sysusers --root="$root" calends.conf
systemd-tmpfiles --root="$root" --create calends.conf
if [ "$root" = / ]; then
  systemctl daemon-reload
fi
