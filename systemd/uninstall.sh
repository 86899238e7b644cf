#!/bin/sh
# Removes the files that `install.sh PREFIX` installed, and no others; a changed config is kept.
set -eu

[ $# -eq 1 ] || { echo "usage: [DESTDIR=DIR] $0 PREFIX" >&2; exit 64; }
prefix=${1%/}
case $prefix in
  /usr | /usr/local) etc=/etc/marbled ;;
  *) etc=$prefix/etc/marbled ;;
esac
root=${DESTDIR:-}
manifest=$root$prefix/share/marbled/manifest
[ -f "$manifest" ] || { echo "$0: nothing was installed below $root$prefix: there is no $manifest" >&2; exit 66; }

if cmp -s "$root$etc/marbled.yaml" "$root$prefix/share/marbled/marbled.yaml"; then
  rm "$root$etc/marbled.yaml"
elif [ -e "$root$etc/marbled.yaml" ]; then
  echo "$etc/marbled.yaml was changed and is kept"
fi

# prune PATH: removes the folder of PATH and its parents up to the prefix, while they are empty.
prune() {
  folder=$(dirname "$1")
  while [ "$folder" != "$prefix" ] && [ "$folder" != / ] && rmdir "$root$folder" 2>/dev/null; do
    folder=$(dirname "$folder")
  done
}

while read -r path; do
  rm -f "$root$path"
  prune "$path"
done < "$manifest"
rm "$manifest"
prune "$prefix/share/marbled/manifest"
prune "$etc/marbled.yaml"
echo "marbled is removed from $root$prefix."
