#!/bin/sh
# Builds programs in the form in which they are installed, and prints their folder.
#
#   systemd/build.sh marbled marbled-daemon
#   MARBLED_SCRATCH=.build-release systemd/build.sh marbled      in a separate folder, beside other builds
set -eu

usage() { echo "usage: [MARBLED_SCRATCH=DIR] [MARBLED_COMMIT=COMMIT] $0 PROGRAM..."; }
case ${1:-} in
  -h | --help) usage; sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit ;;
  -*) echo "$0: unknown option \`$1\`" >&2; usage >&2; exit 64 ;;
esac
[ $# -ge 1 ] || { usage >&2; exit 64; }

source=$(dirname "$(cd "$(dirname "$0")" && pwd)")
scratch=${MARBLED_SCRATCH:-$source/.build}

# The programs include the standard library, so that they run without an installation of Swift; marbled also includes the
# C library (Package.swift).
# The linker drops uncalled functions if each has a separate section. This saves memory: see BENCHMARKS.md, "Rain".
export MARBLED_STATIC=1
# The commit in `marbled --version`, unless it is given or this is no clone.
MARBLED_COMMIT=${MARBLED_COMMIT-$(
  git -C "$source" describe --always --exclude '*' --abbrev=12 --dirty=.modified 2>/dev/null || true)}
export MARBLED_COMMIT
# build ARGUMENTS
build() {
  swift build --package-path "$source" --scratch-path "$scratch" -c release --static-swift-stdlib \
    -Xswiftc -Xfrontend -Xswiftc -function-sections "$@"
}

# With Redis where its C library is installed.
redis=
libraries=
if printf '#include <hiredis/hiredis.h>\n' | clang -E -I/opt/homebrew/include -I/usr/local/include - >/dev/null 2>&1; then
  redis=yes
  # hiredis becomes a part of the programs, so that they run where it is not installed: the linker finds this folder first,
  # which has no shared library.
  archive=$(clang -print-file-name=libhiredis.a)
  if [ -e "$archive" ]; then
    mkdir -p "$scratch/static"
    ln -sf "$archive" "$scratch/static/libhiredis.a"
    libraries=$scratch/static
  fi
else
  echo "note: without Redis; 'apt-get install libhiredis-dev' for rows that read redis:// URLs" >&2
fi

for product in "$@"; do
  build ${redis:+--traits default,Redis} ${libraries:+-Xswiftc "-L$libraries"} --product "$product" >&2
done
build ${redis:+--traits default,Redis} --show-bin-path
