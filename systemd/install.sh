#!/bin/sh
# Installs marbled below PREFIX: programs, units, scenes, their schema, completions, manual pages, articles, licence. `uninstall.sh PREFIX`
# removes them; it is also installed, as PREFIX/share/marbled/uninstall.sh.
#
#   systemd/install.sh PREFIX            builds the programs, unless MARBLED_BIN names a folder that contains both, or
#                                        this is an unpacked tarball of package.sh
#   DESTDIR=DIR systemd/install.sh /usr  for packages: installs below DIR, with paths that start with /usr
#
# The config goes to /etc for /usr and /usr/local, and to PREFIX/etc for other prefixes; a config that was changed is kept.
# Over an older version, this is an update: files that the new version lacks are removed.
# The programs are installed without symbols, if the machine has `strip`.
set -eu

usage() { echo "usage: [DESTDIR=DIR] [MARBLED_BIN=DIR] $0 PREFIX"; }
case ${1:-} in
  -h | --help) usage; sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit ;;
  -*) echo "$0: unknown option \`$1\`" >&2; usage >&2; exit 64 ;;
esac
[ $# -eq 1 ] || { usage >&2; exit 64; }
case $1 in
  # One spelling, which is recorded: `/usr/local//` is /usr/local.
  /*) prefix=$(realpath -ms -- "$1") || exit 69; prefix=${prefix%/} ;;
  *) echo "$0: PREFIX is an absolute path, not \`$1\`" >&2; exit 64 ;;
esac
# It is written into units and pages as it is.
case $prefix in
  *[!A-Za-z0-9/._+-]*) echo "$0: PREFIX has letters, digits and / . _ + - only, not \`$1\`" >&2; exit 64 ;;
esac
case $prefix in
  /usr | /usr/local) etc=/etc/marbled ;;
  *) etc=$prefix/etc/marbled ;;
esac
root=${DESTDIR:-}
here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
manifest=$root$prefix/share/marbled/manifest
folders=$prefix/share/marbled/folders

# Before a build, which takes minutes.
folder=$root$prefix/bin
while [ ! -e "$folder" ]; do folder=$(dirname "$folder"); done
if [ ! -d "$folder" ] || [ ! -w "$folder" ]; then
  echo "$0: $folder can't be changed; choose a folder of yours, or run this as root" >&2
  exit 74
fi

[ -n "${MARBLED_BIN:-}" ] || [ ! -x "$source/bin/marbled" ] || MARBLED_BIN=$source/bin
[ -n "${MARBLED_BIN:-}" ] || MARBLED_BIN=$("$here/build.sh" marbled marbled-daemon)
for program in marbled marbled-daemon; do
  [ -x "$MARBLED_BIN/$program" ] || { echo "$0: there is no program $MARBLED_BIN/$program" >&2; exit 66; }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
: > "$scratch/manifest"

# place MODE FILE PATH: installs FILE as PATH, and records the folders that it makes for uninstall.sh.
place() {
  folder=${3%/*}
  while [ -n "$folder" ] && [ ! -d "$root$folder" ]; do
    echo "$folder" >> "$scratch/folders"
    folder=${folder%/*}
  done
  install -D -m "$1" "$2" "$root$3"
}

# put MODE FILE PATH: the same, and records the file.
put() {
  place "$@"
  echo "$3" >> "$scratch/manifest"
}

# An update adds to the record. Older versions have none, and below DESTDIR nothing says which folders the system has:
# uninstall.sh then takes the folders of the files.
if [ -n "$root" ] || { [ -e "$manifest" ] && [ ! -e "$folders" ]; }; then
  hasRecord=
else
  hasRecord=yes
  cat "$folders" > "$scratch/folders" 2>/dev/null || true
fi

# put_unit FILE PATH: installs a unit, with this prefix instead of the default.
put_unit() {
  sed -e "s,/usr/local/bin/,$prefix/bin/,g" -e "s,/etc/marbled/,$etc/,g" "$1" > "$scratch/unit"
  put 644 "$scratch/unit" "$2"
}

# Symbols are only for debuggers; without them, the programs are half as large. The tarball's have none.
for program in marbled marbled-daemon; do
  strip -o "$scratch/program" "$MARBLED_BIN/$program" 2>/dev/null || cp "$MARBLED_BIN/$program" "$scratch/program"
  put 755 "$scratch/program" "$prefix/bin/$program"
done
for unit in "$here"/*.service; do put_unit "$unit" "$prefix/lib/systemd/system/$(basename "$unit")"; done
for unit in "$here"/user/*.service; do put_unit "$unit" "$prefix/lib/systemd/user/$(basename "$unit")"; done
put 644 "$here/sysusers.d/marbled.conf" "$prefix/lib/sysusers.d/marbled.conf"
put 644 "$here/alerts.yml" "$prefix/share/marbled/alerts.yml"
for scene in "$source"/Config/scenes/*.yaml; do
  put 644 "$scene" "$prefix/share/marbled/scenes/$(basename "$scene")"
done

# Where `marbled new` finds it.
"$MARBLED_BIN/marbled" schema > "$scratch/schema"
put 644 "$scratch/schema" "$prefix/share/marbled/scene.schema.json"

# completion SHELL PATH: installs the completions that this program generates.
completion() {
  "$MARBLED_BIN/marbled" completions "$1" > "$scratch/completion"
  put 644 "$scratch/completion" "$2"
}
completion bash "$prefix/share/bash-completion/completions/marbled"
completion zsh "$prefix/share/zsh/site-functions/_marbled"
completion fish "$prefix/share/fish/vendor_completions.d/marbled.fish"
for page in "$here"/*.1; do
  sed -e "s,/usr/local/share/,$prefix/share/,g" -e "s,/etc/marbled/marbled,$etc/marbled,g" "$page" > "$scratch/page"
  put 644 "$scratch/page" "$prefix/share/man/man1/$(basename "$page")"
done

# The tarball's documents are below its root.
documents=$source
[ -d "$source/articles" ] || { documents=$scratch/documents; "$here/documents.sh" "$documents"; }
# The name that Debian asks for.
put 644 "$source/LICENSE" "$prefix/share/doc/marbled/copyright"
(cd "$documents" && find ./*.md articles -type f) | sed 's,^\./,,' | sort > "$scratch/documents.txt"
while read -r document; do
  sed 's/](LICENSE)/](copyright)/' "$documents/$document" > "$scratch/document"
  put 644 "$scratch/document" "$prefix/share/doc/marbled/$document"
done < "$scratch/documents.txt"

if [ -e "$root$etc/marbled.yaml" ] && ! cmp -s "$root$etc/marbled.yaml" "$root$prefix/share/marbled/marbled.yaml"; then
  cmp -s "$root$etc/marbled.yaml" "$source/Config/marbled.yaml" ||
    echo "$etc/marbled.yaml is kept as it is; the new one is $prefix/share/marbled/marbled.yaml"
else
  place 644 "$source/Config/marbled.yaml" "$etc/marbled.yaml"
fi
put 644 "$source/Config/marbled.yaml" "$prefix/share/marbled/marbled.yaml"
put 755 "$here/uninstall.sh" "$prefix/share/marbled/uninstall.sh"
if [ -n "$hasRecord" ]; then
  sort -u "$scratch/folders" > "$scratch/record"
  put 644 "$scratch/record" "$folders"
fi

isUpdate=
if [ -f "$manifest" ]; then
  isUpdate=yes
  sort "$manifest" > "$scratch/before"
  sort "$scratch/manifest" | comm -23 "$scratch/before" - | while read -r path; do
    rm -f "$root$path"
  done
  # Of the folders that are empty now, only those that install.sh made; a folder comes after those in it.
  [ ! -e "$scratch/folders" ] || sort -ru "$scratch/folders" | while read -r folder; do
    rmdir "$root$folder" 2>/dev/null || true
  done
fi
install -D -m 644 "$scratch/manifest" "$manifest"

echo "marbled is installed below $root$prefix."
[ -z "$root" ] || exit 0
if [ -n "$isUpdate" ]; then
  echo "If it runs in the background: systemctl daemon-reload && systemctl try-restart marbled 'marbled-kiosk@*'"
  exit 0
fi
cat <<END
To run it in the background:
  systemd-sysusers $prefix/lib/sysusers.d/marbled.conf && systemctl daemon-reload
  systemctl enable --now marbled               without a terminal, or
  systemctl enable --now marbled-kiosk@tty1    on a console
END
case $prefix in
  /usr | /usr/local) ;;
  *) echo "systemd does not look below $prefix: systemctl link $prefix/lib/systemd/system/marbled.service" ;;
esac
