#!/bin/sh
# Completes the manual pages that `swift package generate-manual` has made: a flag and its opposite become one entry, and exit
# codes, environment and other pages are listed.
#
#   systemd/manual.sh .build/plugins/GenerateManual/outputs/marbled/marbled.1 > systemd/marbled.1
set -eu

awk '
  # Holds an entry back until the next one is known.
  function flush() {
    if (head != "") printf "%s\n%s", head, text
    head = text = ""
  }
  /^\.Sh "?EXIT STATUS"?/ { exit }
  /^\.It / {
    flag = $3
    opposite = head; sub(/^\.It Fl -/, ".It Fl -no-", opposite)
    if (head != "" && $0 == opposite) { first = head; known = text; head = ""; text = ""; pair = 1; next }
    flush(); head = $0; next
  }
  # The text of the opposite repeats that of the flag.
  pair { if (known == $0 "\n") { head = first " , -" substr(flag, 2); text = known } else { print first; printf "%s", known; head = ".It Fl " flag; text = $0 "\n" }; pair = 0; next }
  head != "" { if (/^\./ && !/^\.Pp/) { flush(); print } else text = text $0 "\n"; next }
  { print }
  END { flush() }
' "$1"

cat <<'EOF'
.Sh ENVIRONMENT
.Bl -tag -width 6n
.It Ev MARBLED_SOCKET
The folder of the sockets of a daemon.
.It Ev MARBLED_STOP_TIME
How many seconds requests may take when a daemon ends.
.It Ev MARBLED_TAP
The socket at which marbled listens for the streams of programs.
.It Ev MARBLED_REDIS_USER , MARBLED_REDIS_PASSWORD
The credentials for Redis servers whose URLs have none.
.It Ev XDG_STATE_HOME
The folder of the progress of learn.
.It Ev MARBLED_REDUCED_MOTION , NO_COLOR , COLORFGBG , TERM
How scenes are drawn.
.El
.Sh EXIT STATUS
.Bl -tag -width 6n
.It 0
Success.
.It 1
A check failed, a prediction was not right, a time limit passed, a daemon refused a request, or another daemon runs.
.It 64
The command line is wrong.
.It 65
A scene, a diagram, an expression, an input or a request is invalid.
.It 66
There is no such file, scene or operator.
.It 69
No daemon answers.
.It 71
The limits of the system leave no room for the threads of marbled.
.It 74
Input or output failed.
.It 78
A configuration file is invalid.
.El
.Pp
A signal that ends a command is reported by the shell as 128 plus its number.
.Sh SEE ALSO
EOF
case $1 in
*daemon*) printf '.Xr marbled 1\n' ;;
*) printf '.Xr marbled-daemon 1 ,\n.Xr journalctl 1\n' ;;
esac
