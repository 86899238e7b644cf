#!/usr/bin/env bash
# The step of the action: finds marbled, checks the scenes, and tells GitHub what came of it.
#
# The inputs are in INPUT_*, by the names in action.yml. RELEASES is the URL below which releases are, RUNNER_TEMP a folder
# for what is downloaded or built.
set -euo pipefail

# fail TITLE MESSAGE CODE
fail() {
  local message=${2//%/%25}
  message=${message//$'\r'/%0D}
  printf '::error title=%s::%s\n' "$1" "${message//$'\n'/%0A}"
  exit "$3"
}

# download URL FILE
download() {
  curl --fail --silent --show-error --location --retry 2 --output "$2" "$1" ||
    fail 'no release of marbled' "$1 can't be downloaded; see the message of curl above" 69
}

# Downloads the release, compares its checksum, and sets `program`.
download_release() {
  [ "$(uname -s)" = Linux ] ||
    fail 'no release for this system' "There are releases for Linux only; build marbled here, with build: 'true'" 69
  local version=${INPUT_VERSION#v} machine name sum folder=$RUNNER_TEMP/marbled-release
  [[ $version =~ ^[0-9A-Za-z.+-]+$ ]] || fail 'no such version' "version: \`$INPUT_VERSION\` is no version; expected one such as 0.1.0" 64
  machine=$(uname -m)
  mkdir -p "$folder"
  download "$RELEASES/v$version/SHA256SUMS" "$folder/SHA256SUMS"
  # A name ends with the commit: marbled-0.1.0+b1c2-linux-x86_64.tar.gz.
  name=$(sed -nE "s/^[0-9a-f]{64}  (marbled-[0-9A-Za-z.+-]*-linux-$machine\.tar\.gz)$/\1/p" "$folder/SHA256SUMS" | head -n 1)
  [ -n "$name" ] || fail 'no release for this machine' "SHA256SUMS of version $version has no tarball for $machine" 69
  download "$RELEASES/v$version/$name" "$folder/$name"
  sum=$(sha256sum "$folder/$name" | cut -d ' ' -f 1)
  local expected=${INPUT_SHA256:-$(grep -F "  $name" "$folder/SHA256SUMS" | cut -d ' ' -f 1)}
  [ "$sum" = "$expected" ] ||
    fail 'wrong checksum' "$name has the checksum $sum; expected $expected. It is not run." 65
  tar -xzf "$folder/$name" -C "$folder"
  program=$folder/${name%.tar.gz}/bin/marbled
}

# Builds the source that this action is a part of, and sets `program`.
build() {
  command -v swift >/dev/null || fail 'no Swift' "build: 'true' needs Swift 6.2 or later: https://www.swift.org/install" 69
  local source scratch=$RUNNER_TEMP/marbled-build
  source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
  echo '::group::swift build --product marbled'
  swift build --package-path "$source" --scratch-path "$scratch" -c release --product marbled
  echo '::endgroup::'
  program=$scratch/release/marbled
}

: "${RUNNER_TEMP:=$(mktemp -d)}" "${INPUT_JUNIT:=$RUNNER_TEMP/marbled-junit.xml}"
cd "${GITHUB_WORKSPACE:-.}"

program=${INPUT_MARBLED:-}
[ -n "$program" ] || program=$(command -v marbled || true)
if [ -z "$program" ]; then
  if [ -n "${INPUT_VERSION:-}" ]; then
    download_release
  elif [ "${INPUT_BUILD:-false}" = true ]; then
    build
  else
    fail 'marbled is not installed' "There is no marbled on PATH. One of these helps:
- a step before this one that installs it
- marbled: with the path of the program
- version: with a release, such as 0.1.0, once there is one
- build: 'true', which builds it in some minutes with Swift 6.2" 69
  fi
fi
command -v "$program" >/dev/null || fail 'marbled is not installed' "$program is no program" 66
"$program" --version >/dev/null || fail 'marbled does not run' "$program --version fails; see its message above" 69

# One argument on each line; blank lines are none.
arguments=() paths=()
while IFS= read -r line; do [ -z "${line// /}" ] || arguments+=("$line"); done <<<"${INPUT_ARGS:-}"
while IFS= read -r line; do [ -z "${line// /}" ] || paths+=("$line"); done <<<"${INPUT_PATHS:-}"
[ ${#paths[@]} -gt 0 ] || paths=(.)

code=0
# Without `pipefail`, the code would be that of tee.
"$program" check --format github --junit "$INPUT_JUNIT" ${arguments[@]+"${arguments[@]}"} -- "${paths[@]}" |
  tee "$RUNNER_TEMP/marbled-check.txt" || code=$?
summary=$(grep -v '^::' "$RUNNER_TEMP/marbled-check.txt" | tail -n 1 || true)

{
  echo "exit-code=$code"
  echo "summary=$summary"
  echo "junit=$INPUT_JUNIT"
} >>"${GITHUB_OUTPUT:-/dev/stdout}"
{
  echo '### marbled check'
  echo
  echo "${summary:-marbled printed no counts; see the log of the step.}"
} >>"${GITHUB_STEP_SUMMARY:-/dev/stdout}"
exit "$code"
