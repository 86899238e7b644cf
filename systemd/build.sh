#!/bin/sh
# Builds programs in the form in which they are installed, and prints their folder.
#
#   systemd/build.sh marbled marbled-daemon
set -eu

source=$(dirname "$(cd "$(dirname "$0")" && pwd)")

# The programs include the standard library, so that they run without an installation of Swift; marbled also includes the
# C library (Package.swift).
# The linker drops uncalled functions if each has a separate section. This saves memory: see BENCHMARKS.md, "Rain".
export MARBLED_STATIC=1
build() {
  swift build --package-path "$source" -c release --static-swift-stdlib -Xswiftc -Xfrontend -Xswiftc -function-sections "$@"
}

for product in "$@"; do build --product "$product" >&2; done
build --show-bin-path
