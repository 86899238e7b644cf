#!/usr/bin/env python3
"""Runs the ExecStart line of an installed unit as it stands, with a notify socket and, for a tty unit, a terminal.

run-unit.py UNIT [INSTANCE]: fails unless READY, WATCHDOG, RELOADING (then READY) and STOPPING are received, and the
process ends within 2 s with its sockets gone and, on a terminal, with the terminal given back.
"""

import fcntl
import os
import pty
import shlex
import signal
import socket
import struct
import sys
import tempfile
import termios
import threading
import time


def settings(unit, instance):
    """What the unit says, by key; a key may stand several times."""
    found = {}
    for line in open(unit, encoding="utf-8"):
        line = line.strip()
        if "=" in line and not line.startswith(("#", ";", "[")):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value.replace("%i", instance).replace("%I", instance))
    return found


def fail(message):
    sys.exit(f"FAILED: {sys.argv[1]}: {message}")


def main():
    unit = sys.argv[1]
    instance = sys.argv[2] if len(sys.argv) > 2 else ""
    says = settings(unit, instance)
    runtime = tempfile.mkdtemp(prefix="marbled-unit-")
    # The folder that systemd makes, and owns, for the unit.
    folder = os.path.join(runtime, says["RuntimeDirectory"][0])
    os.makedirs(folder)
    inbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    inbox.bind(os.path.join(runtime, "notify"))
    environment = {
        "PATH": "/usr/bin:/bin",
        "NOTIFY_SOCKET": os.path.join(runtime, "notify"),
        "RUNTIME_DIRECTORY": folder,
        "WATCHDOG_USEC": "1000000",
    }
    # The folder of the state, which systemd makes below /var/lib.
    for name in says.get("StateDirectory", []):
        state = os.path.join(runtime, "state", name)
        os.makedirs(state)
        environment["STATE_DIRECTORY"] = state
    for line in says.get("Environment", []):
        environment.update(pair.split("=", 1) for pair in shlex.split(line))
    command = shlex.split(says["ExecStart"][0])
    has_terminal = says.get("StandardInput") == ["tty"]
    if has_terminal:
        pid, terminal = pty.fork()
    else:
        pid, terminal = os.fork(), None
    if pid == 0:
        if terminal is None:
            null = os.open("/dev/null", os.O_RDWR)
            os.dup2(null, 0)
            os.dup2(null, 1)
        else:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
            # Logs go to the journal, never to the terminal.
            log = os.open(os.path.join(runtime, "log"), os.O_WRONLY | os.O_CREAT)
            os.dup2(log, 2)
        os.execve(command[0], command, environment)

    picture = bytearray()
    if terminal is not None:

        def read():
            try:
                while block := os.read(terminal, 65536):
                    picture.extend(block)
            except OSError:
                pass

        threading.Thread(target=read, daemon=True).start()

    received = []

    def await_message(word, seconds):
        """Reads messages until one has a line that begins with word."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            inbox.settimeout(0.2)
            try:
                message = inbox.recv(4096).decode()
            except TimeoutError:
                if os.waitpid(pid, os.WNOHANG)[0]:
                    fail(f"it ended before {word}; received {received}")
                continue
            received.append(message)
            if any(line.startswith(word) for line in message.splitlines()):
                return message
        os.kill(pid, signal.SIGKILL)
        fail(f"no {word} within {seconds} s; received {received}")

    await_message("READY=1", 20)
    await_message("WATCHDOG=1", 10)
    os.kill(pid, signal.SIGHUP)
    if "MONOTONIC_USEC=" not in await_message("RELOADING=1", 10):
        fail("RELOADING has no MONOTONIC_USEC")
    await_message("READY=1", 10)
    sockets = [os.path.join(folder, name) for name in ("control.sock", "view.sock")]
    for path in sockets:
        if not os.path.exists(path):
            fail(f"there is no {path}")
    if terminal is not None and b"\x1b[?1049h" not in picture:
        fail("nothing was drawn on the terminal")
    began = time.monotonic()
    os.kill(pid, signal.SIGTERM)
    await_message("STOPPING=1", 2)
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            break
        if time.monotonic() - began > 2:
            os.kill(pid, signal.SIGKILL)
            fail("it did not end within 2 s")
        time.sleep(0.01)
    if os.waitstatus_to_exitcode(status) not in (0, -signal.SIGTERM):
        fail(f"it ended with {os.waitstatus_to_exitcode(status)}")
    for path in sockets:
        if os.path.exists(path):
            fail(f"{path} is left over")
    if terminal is not None:
        time.sleep(0.1)
        if picture.rfind(b"\x1b[?1049l") < picture.rfind(b"\x1b[?1049h"):
            fail("the terminal was not given back")
    words = [line.partition("=")[0] for message in received for line in message.splitlines()]
    print(f"{os.path.basename(unit)} {instance}: {' '.join(words)}")


main()
