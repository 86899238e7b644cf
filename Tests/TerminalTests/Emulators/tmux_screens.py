"""Shows frames in tmux, and prints what it then has on its screen: one JSON array of lines a frame.

    python3 tmux_screens.py COLUMNS ROWS < frames     (one frame a line, in hexadecimal)

tmux runs on a socket of its own, without a configuration, and with a program in its one pane that writes the frames:
this file once more. A frame is over when tmux answers a question that was written after it.
"""
import json
import os
import shlex
import socket
import subprocess
import sys
import tempfile
import termios
import tty


def pane(path):
    tty.setraw(0)
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    stream = connection.makefile("rwb", buffering=0)
    for line in stream:
        os.write(1, bytes.fromhex(line.decode()) + b"\x1b[5n")
        answer = b""
        while not answer.endswith(b"n"):
            answer += os.read(0, 1)
        stream.write(b"\n")


def main(columns, rows):
    with tempfile.TemporaryDirectory() as folder:
        server = socket.socket(socket.AF_UNIX)
        server.bind(f"{folder}/frames")
        server.listen()
        server.settimeout(10)
        tmux = ["tmux", "-S", f"{folder}/tmux", "-f", "/dev/null", "-u"]
        environment = dict(os.environ, LANG="C.UTF-8", LC_ALL="C.UTF-8", TERM="xterm-256color")
        environment.pop("TMUX", None)
        command = shlex.join([sys.executable, os.path.abspath(__file__), "pane", f"{folder}/frames"])
        subprocess.run(
            tmux + ["new-session", "-d", "-x", columns, "-y", rows, command, ";", "set", "status", "off",
                    ";", "resize-window", "-x", columns, "-y", rows],
            check=True, env=environment)
        try:
            connection, _ = server.accept()
            connection.settimeout(10)
            stream = connection.makefile("rwb", buffering=0)
            for frame in sys.stdin:
                stream.write(frame.strip().encode() + b"\n")
                stream.readline()
                shown = subprocess.run(
                    tmux + ["capture-pane", "-p", "-e", "-N"], check=True, env=environment, capture_output=True).stdout
                print(json.dumps(shown.decode("utf-8", "replace").split("\n")[: int(rows)], ensure_ascii=False))
        finally:
            subprocess.run(tmux + ["kill-server"], env=environment)


if sys.argv[1] == "pane":
    pane(sys.argv[2])
else:
    main(sys.argv[1], sys.argv[2])
