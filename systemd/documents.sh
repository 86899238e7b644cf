#!/bin/sh
# Writes the documents below DIR as they are installed: README.md, BENCHMARKS.md, CHANGELOG.md, SECURITY.md, and the articles
# with their pictures in DIR/articles.
#
#   systemd/documents.sh DIR
#
# The articles are those of the DocC catalogs, as Markdown that needs no DocC: `<doc:NAME>` becomes a link to the file. What only
# holds in a clone is between `<!-- source -->` and `<!-- end -->`, and is left out; `<!-- installed: TEXT -->` becomes TEXT.
set -eu

usage() { echo "usage: $0 DIR"; }
case ${1:-} in
  -h | --help) usage; sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit ;;
  -*) echo "$0: unknown option \`$1\`" >&2; usage >&2; exit 64 ;;
esac
[ $# -eq 1 ] || { usage >&2; exit 64; }
mkdir -p "$1/articles"
out=$(cd "$1" && pwd)
source=$(dirname "$(cd "$(dirname "$0")" && pwd)")

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

: > "$scratch/written"
# The catalogs' files, whose paths in a catalog are those in `articles`. DocC knows an article by its name alone.
for catalog in "$source"/Sources/*/Documentation.docc; do
  (cd "$catalog" && find . -type f \( -name '*.md' -o -name '*.svg' \) | sed 's,^\./,,' | sort) > "$scratch/files"
  while read -r file; do
    ! grep -qxF "$file" "$scratch/written" || { echo "$0: two catalogs have a file $file" >&2; exit 65; }
    echo "$file" >> "$scratch/written"
    mkdir -p "$out/articles/$(dirname "$file")"
    cp "$catalog/$file" "$out/articles/$file"
    case $file in
      # A line for each article: its name, its path, its title.
      *.md) sed -n "1{s/^#* *//;s/\`//g;s,^,$(basename "$file" .md)	$file	,p;}" "$catalog/$file" >> "$scratch/titles" ;;
    esac
  done < "$scratch/files"
done

# convert FILE PATH: writes a document of the source as PATH below DIR.
convert() {
  awk -F '\t' -v here="$2" '
    # The path of an article, from the document that is read.
    function from(path,   folder, up) {
      path = "articles/" path
      folder = here
      if (!sub(/[^\/]*$/, "", folder)) folder = ""
      if (index(path, folder) == 1) return substr(path, length(folder) + 1)
      up = here
      gsub(/[^\/]+\//, "../", up)
      sub(/[^\/]*$/, "", up)
      return up path
    }

    # `NAME` or `NAME#Heading` as a link.
    function link(target,   name, heading) {
      name = target
      sub(/#.*/, "", name)
      if (!(name in paths)) { printf "%s: no article is called %s\n", here, name > "/dev/stderr"; failed = 1; exit 1 }
      if (name == target) return "[" titles[name] "](" from(paths[name]) ")"
      heading = substr(target, length(name) + 2)
      gsub(/-/, " ", heading)
      return "[" titles[name] ": " heading "](" from(paths[name]) "#" tolower(substr(target, length(name) + 2)) ")"
    }

    # A line of text with links that lead to the files, and names of symbols as code.
    function linked(line,   text, target) {
      text = ""
      while (match(line, /<doc:[^>]*>|``[^`]+``/)) {
        target = substr(line, RSTART, RLENGTH)
        text = text substr(line, 1, RSTART - 1)
        line = substr(line, RSTART + RLENGTH)
        if (target ~ /^</) { text = text link(substr(target, 6, length(target) - 6)); continue }
        # Without what tells overloads apart.
        gsub(/``/, "", target)
        sub(/-\([^()]*\)$/, "", target)
        gsub(/\//, ".", target)
        text = text "`" target "`"
      }
      return text line
    }

    FNR == NR { paths[$1] = $2; titles[$1] = $3; next }
    fence != "" {
      if (index($0, fence) == 1 && $0 ~ /^[`~]+ *$/) fence = ""
      if ($0 != "swift build --product marbled-daemon") print
      isBlank = 0
      next
    }
    /^<!-- source -->$/ { isLeftOut = 1 }
    isLeftOut { if ($0 == "<!-- end -->") isLeftOut = 0; next }
    /^<!-- installed: .* -->$/ { sub(/^<!-- installed: /, ""); sub(/ -->$/, "") }
    /^<!-- .* -->$/ { next }
    /^(```|~~~)/ { match($0, /^(`+|~+)/); fence = substr($0, 1, RLENGTH); print; isBlank = 0; next }
    # What is left out leaves blank lines on both sides.
    /^$/ { if (!isBlank) print; isBlank = 1; next }
    {
      gsub(/\]\(Sources\/[A-Za-z-]+\/Documentation\.docc\//, "](articles/")
      print linked($0)
      isBlank = 0
    }
    END { exit failed }
  ' "$scratch/titles" "$1" > "$scratch/document"
  cp "$scratch/document" "$out/$2"
}

for document in README.md BENCHMARKS.md CHANGELOG.md SECURITY.md; do convert "$source/$document" "$document"; done
while IFS='	' read -r _ path _; do
  cp "$out/articles/$path" "$scratch/article"
  convert "$scratch/article" "articles/$path"
done < "$scratch/titles"
