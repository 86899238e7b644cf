#!/bin/sh
# Removes the files and folders that `install.sh PREFIX` made, and no others; after a version that kept no record of folders, the
# folders of its files that are empty then. It keeps a config that was changed, or that another
# installation uses. Before, it stops and disables the services whose units are among these files.
#
#   systemd/uninstall.sh PREFIX
#   DESTDIR=DIR systemd/uninstall.sh /usr  removes files below DIR; services are left alone
set -eu

usage() { echo "usage: [DESTDIR=DIR] $0 PREFIX"; }
case ${1:-} in
  -h | --help) usage; sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit ;;
  -*) echo "$0: unknown option \`$1\`" >&2; usage >&2; exit 64 ;;
esac
[ $# -eq 1 ] || { usage >&2; exit 64; }
case $1 in
  /*) prefix=$(realpath -ms -- "$1") || exit 69; prefix=${prefix%/} ;;
  *) echo "$0: PREFIX is an absolute path, not \`$1\`" >&2; exit 64 ;;
esac
# The other prefix with the same config.
case $prefix in
  /usr) etc=/etc/marbled other=/usr/local ;;
  /usr/local) etc=/etc/marbled other=/usr ;;
  *) etc=$prefix/etc/marbled other= ;;
esac
root=${DESTDIR:-}
manifest=$root$prefix/share/marbled/manifest
[ -f "$manifest" ] || { echo "$0: nothing was installed below $root$prefix: there is no $manifest" >&2; exit 66; }
[ -w "$root$prefix/share/marbled" ] ||
  { echo "$0: $root$prefix/share/marbled can't be changed; run this as the user who installed marbled" >&2; exit 74; }

# is_ours FILE KIND: whether FILE is, or leads to, a unit below this prefix; KIND is `system` or `user`.
is_ours() {
  target=$(readlink -f "$1") || return 1
  [ "$(dirname "$target")" = "$(readlink -f "$prefix/lib/systemd/$2")" ] && grep -qxF "$prefix/lib/systemd/$2/${target##*/}" "$manifest"
}

# stop ARGUMENTS...: stops the services of the systemd to which `systemctl ARGUMENTS` speaks.
stop() {
  kind=$1
  shift
  systemctl "$@" list-units --all --plain --no-legend 'marbled*.service' 2>/dev/null | while read -r unit _; do
    is_ours "$(systemctl "$@" show --property=FragmentPath --value "$unit")" "$kind" || continue
    systemctl "$@" stop "$unit" </dev/null || echo "$0: $unit could not be stopped" >&2
  done
}

# links KIND FOLDER...: the links below the folders with which units are enabled and linked.
links() {
  kind=$1
  shift
  find "$@" -name 'marbled*.service' -type l 2>/dev/null | while read -r link; do
    if is_ours "$link" "$kind"; then echo "$link"; fi
  done
}

if [ -z "$root" ]; then
  if [ "$(id -u)" -eq 0 ]; then
    [ ! -d /run/systemd/system ] || stop system --system
    enabled=$(links system /etc/systemd/system /run/systemd/system; links user /etc/systemd/user)
  else
    [ ! -d "${XDG_RUNTIME_DIR:-}/systemd" ] || stop user --user
    enabled=$(links user "${XDG_CONFIG_HOME:-${HOME:-}/.config}/systemd/user")
  fi
  # After all of them are known, as some lead to others.
  [ -z "$enabled" ] || echo "$enabled" | while read -r link; do rm -f "$link"; done
fi

config=$root$etc/marbled.yaml
if [ ! -e "$config" ]; then
  :
elif [ -n "$other" ] && grep -qs "^ $etc/marbled.yaml " "$root/var/lib/dpkg/status"; then
  # A package that is removed and not purged has it, too.
  echo "$etc/marbled.yaml is kept for the package marbled"
elif [ -n "$other" ] && [ -e "$root$other/share/marbled/marbled.yaml" ]; then
  echo "$etc/marbled.yaml is kept for the installation in $other"
elif cmp -s "$config" "$root$prefix/share/marbled/marbled.yaml"; then
  rm "$config"
else
  echo "$etc/marbled.yaml was changed and is kept"
fi

# The folders that install.sh made. Without a record, those of the files, up to the prefix unless every system has it.
folders=$(cat "$root$prefix/share/marbled/folders" 2>/dev/null || {
  sed 's,/[^/]*$,,' "$manifest" | sort -u | while read -r folder; do
    while [ "${folder#"$prefix/"}" != "$folder" ]; do
      echo "$folder"
      folder=${folder%/*}
    done
  done
  [ -n "$other" ] || printf '%s\n' "$prefix" "$prefix/etc"
  echo "$etc"
})
while read -r path; do rm -f "$root$path"; done < "$manifest"
rm "$manifest"
# A folder comes after those in it.
echo "$folders" | sort -ru | while read -r folder; do rmdir "$root$folder" 2>/dev/null || true; done

if [ -z "$root" ]; then
  if [ "$(id -u)" -eq 0 ]; then
    [ ! -d /run/systemd/system ] || systemctl daemon-reload
    # Empty folders that systemd has made for the units.
    rmdir /run/marbled /etc/marbled 2>/dev/null || true
  else
    [ ! -d "${XDG_RUNTIME_DIR:-}/systemd" ] || systemctl --user daemon-reload
  fi
fi
echo "marbled is removed from $root$prefix."
[ -z "$root" ] && [ "$(id -u)" -eq 0 ] || exit 0
# A package of Debian has the same user and the same folder.
for other in /usr/lib /usr/local/lib; do [ ! -e "$other/sysusers.d/marbled.conf" ] || exit 0; done
[ ! -d /var/lib/marbled ] || echo "Recordings of the service are kept; to remove them: rm -r /var/lib/marbled"
! grep -q '^marbled:' /etc/passwd || echo "The user of the service is kept; to remove it: userdel marbled"
