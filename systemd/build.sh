#!/bin/sh
# Builds programs as they are installed, and prints the folder that they are in.
#
#   systemd/build.sh marbled marbled-daemon
set -eu

source=$(dirname "$(cd "$(dirname "$0")" && pwd)")

# The programs hold the standard library, so that they run where Swift is not installed, and marbled holds C's (Package.swift).
# Functions in sections of their own can be left out when nothing calls them. It is for memory: BENCHMARKS.md, "Rain".
export MARBLED_STATIC=1
build() {
  swift build --package-path "$source" -c release --static-swift-stdlib -Xswiftc -Xfrontend -Xswiftc -function-sections "$@"
}

for product in "$@"; do build --product "$product" >&2; done
build --show-bin-path
