#!/bin/sh
# Installs marbled below PREFIX: programs, units, scenes, their schema, completions, manual, licence. `uninstall.sh PREFIX` removes them.
#
#   systemd/install.sh PREFIX            builds the programs, unless MARBLED_BIN names a folder that contains both, or
#                                        this is an unpacked tarball of package.sh
#   DESTDIR=DIR systemd/install.sh /usr  for packages: installs below DIR, with paths that start with /usr
#
# The config goes to /etc for /usr and /usr/local, and to PREFIX/etc for other prefixes; an existing config is kept.
set -eu

[ $# -eq 1 ] || { echo "usage: [DESTDIR=DIR] [MARBLED_BIN=DIR] $0 PREFIX" >&2; exit 64; }
case $1 in
  /*) prefix=${1%/} ;;
  *) echo "$0: PREFIX is an absolute path, not \`$1\`" >&2; exit 64 ;;
esac
case $prefix in
  /usr | /usr/local) etc=/etc/marbled ;;
  *) etc=$prefix/etc/marbled ;;
esac
root=${DESTDIR:-}
here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
manifest=$root$prefix/share/marbled/manifest

[ -n "${MARBLED_BIN:-}" ] || [ ! -x "$source/bin/marbled" ] || MARBLED_BIN=$source/bin
[ -n "${MARBLED_BIN:-}" ] || MARBLED_BIN=$("$here/build.sh" marbled marbled-daemon)
for program in marbled marbled-daemon; do
  [ -x "$MARBLED_BIN/$program" ] || { echo "$0: there is no program $MARBLED_BIN/$program" >&2; exit 66; }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
: > "$scratch/manifest"

# put MODE FILE PATH: installs FILE as PATH, and records it for uninstall.sh.
put() {
  install -D -m "$1" "$2" "$root$3"
  echo "$3" >> "$scratch/manifest"
}

# put_unit FILE PATH: installs a unit, with this prefix instead of the default.
put_unit() {
  sed -e "s,/usr/local/bin/,$prefix/bin/,g" -e "s,/etc/marbled/,$etc/,g" "$1" > "$scratch/unit"
  put 644 "$scratch/unit" "$2"
}

for program in marbled marbled-daemon; do put 755 "$MARBLED_BIN/$program" "$prefix/bin/$program"; done
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

# complete SHELL PATH: installs the completions that this program generates.
complete() {
  "$MARBLED_BIN/marbled" --generate-completion-script "$1" > "$scratch/completion"
  put 644 "$scratch/completion" "$2"
}
complete bash "$prefix/share/bash-completion/completions/marbled"
complete zsh "$prefix/share/zsh/site-functions/_marbled"
complete fish "$prefix/share/fish/vendor_completions.d/marbled.fish"
for page in "$here"/*.1; do put 644 "$page" "$prefix/share/man/man1/$(basename "$page")"; done
# The name that Debian asks for.
put 644 "$source/LICENSE" "$prefix/share/doc/marbled/copyright"

if [ -e "$root$etc/marbled.yaml" ]; then
  echo "$etc/marbled.yaml is kept as it is; the new one is $prefix/share/marbled/marbled.yaml"
else
  install -D -m 644 "$source/Config/marbled.yaml" "$root$etc/marbled.yaml"
fi
put 644 "$source/Config/marbled.yaml" "$prefix/share/marbled/marbled.yaml"
install -D -m 644 "$scratch/manifest" "$manifest"

echo "marbled is installed below $root$prefix."
[ -z "$root" ] || exit 0
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
