#!/bin/sh
# Prints the manual page of a program: its commands and options, as `--experimental-dump-help` of the program has them; keys,
# files, environment and exit codes, as the articles Keyboard.md and Files.md list them; and examples.
#
#   systemd/manual.sh .build/debug/marbled > systemd/marbled.1
#   systemd/manual.sh .build/debug/marbled-daemon > systemd/marbled-daemon.1
#
# The date is that of SOURCE_DATE_EPOCH, or of today. install.sh puts its prefix in the place of /usr/local.
set -eu

usage() { echo "usage: $0 PROGRAM"; }
case ${1:-} in
  -h | --help) usage; sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit ;;
  -*) echo "$0: unknown option \`$1\`" >&2; usage >&2; exit 64 ;;
esac
[ $# -eq 1 ] || { usage >&2; exit 64; }
name=$(basename "$1")
source=$(dirname "$(cd "$(dirname "$0")" && pwd)")
articles=$source/Sources/marbled/Documentation.docc

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$1" --experimental-dump-help > "$scratch/help.json"

# How text becomes mdoc: a sentence begins a line, lines have at most 78 columns, and no line begins like a macro.
cat > "$scratch/text.awk" <<'AWK'
function escaped(text) {
  gsub(/\\/, "\\e", text)
  gsub(/←/, "\\(<-", text)
  gsub(/→/, "\\(->", text)
  gsub(/↑/, "\\(ua", text)
  gsub(/↓/, "\\(da", text)
  gsub(/‼/, "!!", text)
  return text
}

function filled(text,   words, count, i, line) {
  count = split(escaped(text), words, / +/)
  line = ""
  for (i = 1; i <= count; i++) {
    if (line != "" && length(line) + 1 + length(words[i]) > 78) { print line; line = "" }
    if (line == "" && words[i] ~ /^[.\047]/) words[i] = "\\&" words[i]
    line = line (line == "" ? "" : " ") words[i]
    if (words[i] ~ /.[^.][.?!][)"\047]*$/) { print line; line = "" }
  }
  if (line != "") print line
}
AWK

# The JSON has a member or an element in each line, and the members of an object in the order of their names, so the name of
# a command comes after its options: everything is read first.
cat > "$scratch/help.awk" <<'AWK'
function decoded(text) {
  if (text !~ /^"/) return text
  text = substr(text, 2, length(text) - 2)
  gsub(/\\\\/, "\001", text)
  gsub(/\\n/, "\n", text)
  gsub(/\\t/, " ", text)
  gsub(/\\"/, "\"", text)
  gsub(/\\\//, "/", text)
  gsub(/\001/, "\\", text)
  return text
}

{ sub(/^ +/, ""); sub(/,$/, "") }
/^$/ { next }
/^[]}]$/ { depth--; next }
{
  if (match($0, /^"[^"\\]*" : /)) { key = substr($0, 2, RLENGTH - 5); $0 = substr($0, RLENGTH + 1) } else key = count[depth]++
  if ($0 ~ /^[[{]$/) { path[depth + 1] = path[depth] "." key; count[++depth] = 0 } else value[path[depth] "." key] = decoded($0)
}

# Paragraphs, and blocks of indented lines as they stand.
function paragraphs(text,   lines, count, i, isBlock) {
  count = split(text, lines, "\n")
  for (i = 1; i <= count; i++) {
    if ((lines[i] ~ /^  /) != isBlock) {
      if (isBlock) print ".Ed"; else print ".Bd -literal -offset indent"
      isBlock = !isBlock
    }
    if (isBlock) print escaped(substr(lines[i], 3))
    else if (lines[i] != "") filled(lines[i])
    # A block has space around it.
    else if (i < count && lines[i + 1] !~ /^  /) print ".Pp"
  }
  if (isBlock) print ".Ed"
}

# The names of an option as on a command line, the short ones first.
function names(argument,   i, short, long, name) {
  for (i = 0; (name = value[argument ".names." i ".name"]) != ""; i++)
    if (value[argument ".names." i ".kind"] == "long") long = long " , -" name
    else short = short " , " name
  return substr(short long, 4)
}

# The values of an argument, unless its text has them.
function values(argument,   i, text, list, lacks, one) {
  text = " " value[argument ".abstract"] " "
  gsub(/[,.:;()]/, " ", text)
  for (i = 0; (one = value[argument ".allValues." i]) != ""; i++) {
    list = list (list == "" ? "" : ", ") one
    if (!index(text, " " one " ")) lacks = 1
  }
  text = lacks ? "Values: " list "." : ""
  if ((one = value[argument ".defaultValue"]) != "") text = text (text == "" ? "" : " ") "Default: " one "."
  return text
}

# The entry of an argument. A long text that an earlier command has is not repeated.
function entry(argument, command,   head, text, kind, opposite) {
  kind = value[argument ".kind"]
  if (kind == "positional") head = "Ar " value[argument ".valueName"]
  else head = "Fl " names(argument)
  if (kind == "option") head = head " Ar " value[argument ".valueName"]
  if (kind != "flag" && value[argument ".isRepeating"] == "true") head = head "..."
  opposite = argument
  if (kind == "flag" && sub(/[0-9]+$/, number + 1, opposite) && names(opposite) == "-no" names(argument)) {
    head = head " , " names(opposite)
    number++
  }
  print ".It " head
  text = value[argument ".abstract"]
  if (values(argument) != "") text = text " " values(argument)
  if (length(text) > 160 && (head, text) in told) { print "As for " told[head, text] "."; return }
  told[head, text] = command
  if (text != "") filled(text)
  else if (value[argument ".valueName"] == "arguments") print "Its options are in\n.Xr marbled-daemon 1 ."
}

function entries(command, called) {
  for (number = 0; (command ".arguments." number ".kind") in value; number++)
    if (value[command ".arguments." number ".shouldDisplay"] == "true") entry(command ".arguments." number, called)
}

END {
  root = ".0.command"
  abstract = value[root ".abstract"]
  match(abstract, /^[^.]*/)
  print ".Sh NAME"
  print ".Nm " program
  print ".Nd " tolower(substr(abstract, 1, 1)) substr(abstract, 2, RLENGTH - 1)
  print ".Sh SYNOPSIS\n.Nm\n.Op Ar subcommand\n.Op Ar argument ..."
  print ".Sh DESCRIPTION"
  if (length(abstract) > RLENGTH + 2) filled(substr(abstract, RLENGTH + 3))
  if (value[root ".discussion"] != "") paragraphs(value[root ".discussion"])
  print ".Bl -tag -width 6n"
  entries(root, program)
  for (i = 0; (command = root ".subcommands." i) ".commandName" in value; i++) {
    called = value[command ".commandName"]
    print ".It Em " called
    filled(value[command ".abstract"])
    if (value[command ".discussion"] != "") { print ".Pp"; paragraphs(value[command ".discussion"]) }
    print ".Bl -tag -width 6n"
    entries(command, called)
    print ".El"
  }
  print ".El"
}
AWK

# table TITLE ARTICLE HEADING MACRO: a section with the first table of an article after a line; the macro is for the first column.
cat > "$scratch/table.awk" <<'AWK'
index($0, heading) == 1 { isNear = 1; next }
!isNear || !/^\|/ { if (isIn) exit; next }
/^\|[-| ]+\|$/ { isIn = 1; print ".Bl -tag -width 6n"; next }
!isIn { next }
{
  # A bar in a cell.
  gsub(/\\\|/, "\001")
  gsub(/PREFIX\//, "/usr/local/")
  split($0, cells, / *\| */)
  gsub(/<doc:/, "", cells[3])
  gsub(/>/, ".md", cells[3])
  gsub(/\001/, "|", cells[2])
  gsub(/\001/, "|", cells[3])
  head = escaped(cells[2])
  gsub(/`/, "", head)
  # What stands beside others is separated as mdoc does it; keys are one text.
  # A key may be punctuation, which is none here.
  if (macro == "Sy") head = "\"\\&" head "\\&\""; else gsub(/, /, " , ", head)
  print ".It " macro (macro == "" ? "" : " ") head
  filled(cells[3])
}
END { if (isIn) print ".El"; else { print "no table after " heading > "/dev/stderr"; exit 1 } }
AWK
table() {
  echo ".Sh $1"
  awk -v heading="$3" -v macro="$4" -f "$scratch/text.awk" -f "$scratch/table.awk" "$articles/$2"
}

epoch=${SOURCE_DATE_EPOCH:-$(date +%s)}
echo ".\\\" Written by systemd/manual.sh: change the help of the program, an article or the script."
echo ".Dd $(LC_ALL=C date -u -d "@$epoch" '+%B %-d, %Y')"
echo ".Dt $name 1" | tr '[:lower:]' '[:upper:]' | sed 's/^\.DT/.Dt/'
echo .Os
awk -v program="$name" -f "$scratch/text.awk" -f "$scratch/help.awk" "$scratch/help.json"

if [ "$name" = marbled ]; then
  table KEYS Keyboard.md '<!-- table: keys -->' Sy
  cat <<'END'
.Pp
With the mouse: point at a marble to read it, click to select it, drag an input
marble, and drag on the axis to move the playhead.
Keyboard.md has all gestures.
END
fi
table ENVIRONMENT Files.md '## Environment variables' Ev
table FILES Files.md '## Files' Pa
table 'EXIT STATUS' Files.md '<!-- names: exit codes -->' ''
cat <<'END'
.Pp
A signal that ends a command is reported by the shell as 128 plus its number.
.Sh EXAMPLES
END

# example SENTENCE LINE...
example() {
  echo "$1"
  shift
  echo '.Bd -literal -offset indent'
  printf '%s\n' "$@" | sed 's/\\/\\e/g'
  echo .Ed
}
if [ "$name" = marbled ]; then
  example 'Play the sample, and another scene:' 'marbled play' 'marbled play debounce-vs-throttle'
  example 'Try operators on inputs that you write as diagrams, a second per character:' \
    "marbled play 'zip(a, b)' -i a='1-2-3|' -i b='--x--y|'"
  example 'Print the result without waiting, or write it as a picture:' \
    "marbled render 'a.debounce(for: .seconds(2))' -i a='a-b----|'" 'marbled render zip -o zip.svg'
  example 'Watch the errors of a log, or filter it in a pipe:' \
    "tail -F app.ndjson | marbled play 'log.filter { \$0.status >= 500 }' -i log=-" \
    "tail -F app.ndjson | marbled run 'log.filter { \$0.status >= 500 }' -i log=- | jq .path"
  example 'Record what arrives, and make a test of it:' \
    "marbled run 'log.removeDuplicates()' -i log=- --record run.ndjson < app.log" \
    'marbled convert run.ndjson > run.yaml' 'marbled check run.yaml'
  example 'Compare two operators, and learn in ten lessons:' 'marbled explain debounce throttle' 'marbled learn'
else
  example 'Play a playlist in the background, steer it, and watch it:' 'marbled daemon --config marbled.yaml &' \
    'marbled control speed 4' 'marbled control scene debounce-vs-throttle' 'marbled attach' 'marbled control quit'
  example 'Send lines to a live row of the daemon:' 'seq 100 | marbled send lines'
  example 'Play scenes on a public screen:' 'marbled kiosk zip debounce-vs-throttle --dwell 45s'
  example 'Serve the page on which scenes are played and edited, or write it as files:' \
    'marbled serve --listen 127.0.0.1:8080' 'marbled site public'
  example 'Run it as a service from power-on:' 'systemctl enable --now marbled'
fi

echo '.Sh SEE ALSO'
case $name in
  marbled) printf '.Xr journalctl 1 ,\n.Xr marbled-daemon 1\n' ;;
  *) printf '.Xr journalctl 1 ,\n.Xr marbled 1 ,\n.Xr systemctl 1\n' ;;
esac
cat <<'END'
.Pp
The articles in
.Pa /usr/local/share/doc/marbled/articles
explain everything with examples: Notation.md and Expressions.md what you can
write, WritingScenes.md scene files, LiveRows.md pipes and logs, and
DaemonAndKiosk.md daemons.
END
