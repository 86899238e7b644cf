#!/bin/sh
# Makes the files of a release below DIR, and prints their paths: a tarball for any Linux, a package for Debian and Ubuntu, and
# SHA256SUMS, with which `sha256sum --check SHA256SUMS` compares them after a download.
#
#   systemd/package.sh DIR       builds the programs, unless MARBLED_BIN names a folder that contains both
#
# The version is that of `marbled --version`. The same programs and the same commit give the same bytes. The package names
# MARBLED_MAINTAINER, as in 'Name <name@example.org>', as its maintainer; the default is the author of the last commit.
set -eu

usage() { echo "usage: [MARBLED_BIN=DIR] [MARBLED_MAINTAINER='NAME <ADDRESS>'] $0 DIR"; }
case ${1:-} in
  -h | --help) usage; sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit ;;
  -*) echo "$0: unknown option \`$1\`" >&2; usage >&2; exit 64 ;;
esac
[ $# -eq 1 ] || { usage >&2; exit 64; }
for program in marbled marbled-daemon; do
  [ -z "${MARBLED_BIN:-}" ] || [ -x "$MARBLED_BIN/$program" ] ||
    { echo "$0: there is no program $MARBLED_BIN/$program" >&2; exit 66; }
done
mkdir -p "$1"
out=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")

maintainer=${MARBLED_MAINTAINER:-$(git -C "$source" log -1 --format='%an <%ae>' 2>/dev/null || true)}
[ -n "$maintainer" ] || { echo "$0: there is no commit, so set MARBLED_MAINTAINER='NAME <ADDRESS>'" >&2; exit 64; }
[ -n "${MARBLED_BIN:-}" ] || MARBLED_BIN=$("$here/build.sh" marbled marbled-daemon)
version=$("$MARBLED_BIN/marbled" --version)
machine=$(uname -m)
# The time of all files: the commit's, or for a source without git its changelog's.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct 2>/dev/null ||
  stat -c %Y "$source/CHANGELOG.md")}
export SOURCE_DATE_EPOCH

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
umask 022

# Without symbols, which are only for debuggers: that halves the programs.
mkdir "$scratch/bin"
for program in marbled marbled-daemon; do strip -o "$scratch/bin/$program" "$MARBLED_BIN/$program"; done
export MARBLED_BIN="$scratch/bin"

# The tarball: what install.sh installs, with install.sh.
name=marbled-$version-linux-$machine
root=$scratch/$name
mkdir -p "$root/bin" "$root/systemd" "$root/Config/scenes"
install -m 755 "$MARBLED_BIN/marbled" "$MARBLED_BIN/marbled-daemon" "$root/bin"
install -m 755 "$here/install.sh" "$here/uninstall.sh" "$root/systemd"
"$here/documents.sh" "$root"
install -m 644 "$here"/*.service "$here"/*.1 "$here/alerts.yml" "$root/systemd"
cp -R "$here/user" "$here/sysusers.d" "$root/systemd"
install -m 644 "$source/Config/marbled.yaml" "$root/Config"
install -m 644 "$source"/Config/scenes/*.yaml "$root/Config/scenes"
install -m 644 "$source/LICENSE" "$root"
chmod -R go=rX "$root"
tar -C "$scratch" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf - "$name" |
  gzip -6n > "$out/$name.tar.gz"

# finish FILE...: writes the sums of the files, and prints all paths.
finish() {
  (cd "$out" && sha256sum "$@" > SHA256SUMS)
  for file in "$@" SHA256SUMS; do echo "$out/$file"; done
}
command -v dpkg-deb >/dev/null || {
  echo "$0: there is no dpkg-deb, so no .deb is made" >&2
  finish "$name.tar.gz"
  exit 0
}

# The package: what install.sh installs below /usr. dpkg knows its files, so it needs no uninstall.sh.
case $machine in
  x86_64) architecture=amd64 ;;
  aarch64) architecture=arm64 ;;
  *) architecture=$(dpkg --print-architecture) ;;
esac
# For Debian, `~` comes before the end of a version: 0.1.0~dev is older than 0.1.0, as 0.1.0-dev is by semver.
package=$(echo "$version" | tr - '~')
root=$scratch/deb
DESTDIR=$root "$here/install.sh" /usr >/dev/null
rm "$root/usr/share/marbled/manifest" "$root/usr/share/marbled/uninstall.sh"
gzip -9n "$root"/usr/share/man/man1/*.1
mkdir "$root/DEBIAN"
# The name of the changelog that Debian asks for.
documents=$root/usr/share/doc/marbled
gzip -9nc "$documents/CHANGELOG.md" > "$documents/changelog.gz"
rm "$documents/CHANGELOG.md"
sed -i 's/](CHANGELOG\.md)/](changelog.gz)/' "$documents"/*.md "$documents"/articles/*.md

# marbled-daemon uses the libraries of C and C++ of the system: at least of the version whose functions it calls.
libc=$(objdump -T "$MARBLED_BIN/marbled-daemon" | sed -n 's/.*GLIBC_\([0-9][0-9.]*\).*/\1/p' | sort -Vu | tail -n 1)
cat > "$root/DEBIAN/control" <<END
Package: marbled
Version: $package
Architecture: $architecture
Maintainer: $maintainer
Section: utils
Priority: optional
Depends: libc6 (>= $libc), libgcc-s1, libstdc++6
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f 1)
Description: visualizer of asynchronous streams for the terminal
 marbled replays timelines as Swift AsyncSequences, runs the operators of
 swift-async-algorithms on them, and draws every value at the moment it is
 emitted. The package has the program, its daemon, units of systemd, and
 articles in /usr/share/doc/marbled.
END
echo /etc/marbled/marbled.yaml > "$root/DEBIAN/conffiles"
# An installation in /usr/local has units of the same names, and systemd takes those first.
cat > "$scratch/units" <<'END'
# units: prints the units of this package that systemd has loaded.
units() {
  systemctl list-units --all --plain --no-legend 'marbled*.service' | while read -r unit _; do
    case $(readlink -f "$(systemctl show --property=FragmentPath --value "$unit" </dev/null)") in
      /usr/lib/systemd/system/* | /lib/systemd/system/*) echo "$unit" ;;
    esac
  done
}
END
# DPKG_ROOT is set when the system to install in is not the running one.
{ printf '#!/bin/sh\nset -e\n'; cat "$scratch/units" - <<'END'; } > "$root/DEBIAN/postinst"
[ "$1" = configure ] || exit 0
if command -v systemd-sysusers >/dev/null; then
  systemd-sysusers --root="${DPKG_ROOT:-/}" marbled.conf
fi
[ -z "${DPKG_ROOT:-}" ] && [ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
# After an upgrade, what runs goes on with the new programs; what does not run stays as it is.
[ -n "${2:-}" ] || exit 0
for unit in $(units); do systemctl try-restart "$unit" || true; done
END
{ printf '#!/bin/sh\nset -e\n'; cat "$scratch/units" - <<'END'; } > "$root/DEBIAN/prerm"
[ "$1" = remove ] || exit 0
root=${DPKG_ROOT:-}
if [ -z "$root" ] && [ -d /run/systemd/system ]; then
  for unit in $(units); do systemctl stop "$unit" || true; done
fi
# The links that enable the units.
for folder in "$root/etc/systemd" "$root/run/systemd/system"; do
  [ ! -d "$folder" ] || find "$folder" -type l -name 'marbled*.service' \
    \( -lname '/usr/lib/systemd/*' -o -lname '/lib/systemd/*' \) -delete
done
END
cat > "$root/DEBIAN/postrm" <<'END'
#!/bin/sh
set -e
root=${DPKG_ROOT:-}
[ -n "$root" ] || [ ! -d /run/systemd/system ] || systemctl daemon-reload
# An empty folder that systemd has made for the units.
[ "$1" != remove ] || rmdir "$root/run/marbled" 2>/dev/null || true
[ "$1" = purge ] || exit 0
# An installation of install.sh goes on with the same config, recordings and user. dpkg has just removed the config.
for prefix in /usr /usr/local; do
  [ -e "$root$prefix/lib/sysusers.d/marbled.conf" ] && [ -e "$root$prefix/share/marbled/marbled.yaml" ] || continue
  mkdir -p "$root/etc/marbled"
  cp "$root$prefix/share/marbled/marbled.yaml" "$root/etc/marbled/marbled.yaml"
  exit 0
done
# Recordings of the service, which writes nowhere else, so that its user owns no other file.
rm -rf "$root/var/lib/marbled"
if grep -q '^marbled:' "$root/etc/passwd"; then userdel --prefix "${root:-/}" marbled || true; fi
if grep -q '^marbled:' "$root/etc/group"; then groupdel --prefix "${root:-/}" marbled || true; fi
END
chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm" "$root/DEBIAN/postrm"
(cd "$root" && find usr etc -type f ! -path etc/marbled/marbled.yaml -exec md5sum {} + | sort -k 2) > "$root/DEBIAN/md5sums"
chmod -R go=rX "$root"
# dpkg-deb takes times after this one back to it.
find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
file=marbled_${package}_$architecture.deb
dpkg-deb --root-owner-group -Zgzip -z6 --build "$root" "$out/$file" >/dev/null
finish "$name.tar.gz" "$file"
