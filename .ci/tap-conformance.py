#!/usr/bin/env python3
"""Checks that a program reports its streams as the articles on taps say, in any language.

tap-conformance.py COMMAND...: runs the command with MARBLED_TAP set to a socket. It must report these taps in this order, one
iteration each, then print a line `done`, and exit with 0:

  numbers   the values 1, "two" and {"three": 3}, then the end
  fails     the value 1, then the error `no network`
  left      the values 1 and 2, then its reader stops, though the stream goes on
  odd       the text `a`, a line feed, `"b"`; then 100,000 times `x`, which may be cut; then NaN, or null; then the end
  flood     the numbers from 0 to 99,999, then the end

Nothing is read before `done`: a slow listener must not make a program wait. What does not fit is dropped and counted.

tap-conformance.py --socket PATH: listens there, and says `listening`; reads `done` from its own input.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time

COUNT = 100_000
EVENTS = {"idle", "begin", "value", "finish", "error", "cancel", "dropped", "request", "send", "yield"}
ENDS = {"finish", "error", "cancel"}
# On a busy machine everything takes longer; what waits for the listener takes longer than this.
PATIENCE = 120


class Wrong(Exception):
    pass


def expect(condition, message):
    if not condition:
        raise Wrong(message)


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


class Taps:
    """What the lines say, checked line by line."""

    def __init__(self):
        self.process = None
        self.values = {}
        self.ends = {}
        self.dropped = {}
        self.begun = set()
        self.times = {}

    def take(self, line):
        expect(len(line) <= 1 << 16, f"a line has {len(line)} bytes; expected at most 65536")
        try:
            members = json.loads(line, parse_constant=no_constant)
        except ValueError as error:
            raise Wrong(f"no JSON: {error}: {line[:100]!r}")
        expect(isinstance(members, dict), f"no object: {line[:100]!r}")
        if self.process is None:
            expect(members.get("marbletap") == 1, f'the first line has no "marbletap":1: {line[:100]!r}')
            expect(isinstance(members.get("program"), str), "the first line has no `program`")
            self.process = members.get("pid")
            expect(isinstance(self.process, int) and self.process > 0, "the first line has no `pid`")
            return
        tap, event = members.get("tap"), members.get("event")
        expect(isinstance(tap, str) and len(tap.encode()) <= 200, f"no `tap` of at most 200 bytes: {line[:100]!r}")
        expect(event in EVENTS, f"unknown event {event!r}")
        expect(members.get("pid", self.process) == self.process, f"`pid` is not that of the first line: {line[:100]!r}")
        if event == "dropped":
            expect(isinstance(members.get("count"), int), "`dropped` has no `count`")
            self.dropped[tap] = self.dropped.get(tap, 0) + members["count"]
            return
        moment = members.get("time")
        expect(isinstance(moment, int), f"no `time` in whole nanoseconds: {line[:100]!r}")
        expect(abs(moment / 1e9 - time.time()) < 3600, f"`time` is not in nanoseconds since 1970: {moment}")
        if event != "idle":
            self.report(tap, event, members, moment)

    def report(self, tap, event, members, moment):
        place = f"{tap}, event {event}"
        expect(members.get("iteration") == 1, f"{place}: `iteration` is {members.get('iteration')!r}; expected 1")
        expect(tap not in self.ends, f"{place}: after its end")
        expect(moment >= self.times.get(tap, 0), f"{place}: earlier than the event before")
        self.times[tap] = moment
        if event == "begin":
            expect(tap not in self.begun, f"{place}: a second time")
            self.begun.add(tap)
            return
        expect(tap in self.begun, f"{place}: before `begin`")
        if event == "value":
            expect("value" in members, f"{place}: no `value`")
            self.values.setdefault(tap, []).append(members["value"])
        elif event in ENDS:
            self.ends[tap] = (event, members.get("message")) if event == "error" else (event,)

    def check(self):
        self.compare("numbers", [1, "two", {"three": 3}], ("finish",))
        self.compare("fails", [1], ("error", "no network"))
        self.compare("left", [1, 2], ("cancel",))
        odd = self.values.get("odd", [])
        expect(len(odd) == 3 and odd[0] == 'a\n"b"', f"odd: {str(odd)[:100]}")
        expect(isinstance(odd[1], str) and odd[1].startswith("xxx"), f"odd: {str(odd[1])[:100]}")
        expect(self.ends.get("odd") == ("finish",), "odd: no end")
        numbers = self.values.get("flood", [])
        expect(all(one < two for one, two in zip(numbers, numbers[1:])), "flood: not in order")
        total = len(numbers) + self.dropped.get("flood", 0)
        expect(total == COUNT, f"flood: {total} values were sent or counted as dropped; expected {COUNT}")
        return len(numbers)

    def compare(self, tap, values, end):
        expect(self.values.get(tap) == values, f"{tap}: values {self.values.get(tap)}; expected {values}")
        expect(self.ends.get(tap) == end, f"{tap}: end {self.ends.get(tap)}; expected {end}")


def read_all(connection, taps):
    rest = b""
    while "flood" not in taps.ends:
        data = connection.recv(1 << 16)
        expect(data, "the program closed the connection before the end of `flood`")
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            taps.take(line)


def accept(listener):
    listener.settimeout(PATIENCE)
    try:
        return listener.accept()[0]
    except TimeoutError:
        raise Wrong("the program has not connected")


def wait_for_done(stream):
    """Waits for the line in a thread, as the program may wait for us instead."""
    lines = []
    thread = threading.Thread(target=lambda: lines.extend(line for line in iter(stream.readline, "") if line == "done\n"
                                                          and not said.set()), daemon=True)
    said = threading.Event()
    thread.start()
    while not said.wait(0.05):
        expect(thread.is_alive(), "the program ended without a line `done`")
        expect(time.monotonic() < deadline, "no line `done`: the program waits for a listener that does not read")


def check(listener, command):
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True) if command else None
    try:
        connection = accept(listener)
        wait_for_done(child.stdout if child else sys.stdin)
        connection.settimeout(PATIENCE)
        taps = Taps()
        read_all(connection, taps)
        count = taps.check()
        if child:
            code = child.wait(PATIENCE)
            expect(code == 0, f"the program ended with {code}; expected 0")
        print(f"conforms; {count} of {COUNT} values of the flood were sent")
    finally:
        if child:
            child.kill()


arguments = sys.argv[1:]
if not arguments or arguments[0] in ("-h", "--help"):
    sys.exit(__doc__)
deadline = time.monotonic() + PATIENCE
with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:
    is_elsewhere = arguments[0] == "--socket"
    path = arguments[1] if is_elsewhere else os.path.join(folder, "tap.sock")
    os.environ["MARBLED_TAP"] = path
    listener.bind(path)
    listener.listen()
    if is_elsewhere:
        print("listening", flush=True)
    try:
        check(listener, None if is_elsewhere else arguments)
    except (Wrong, OSError) as error:
        sys.exit(f"does not conform: {error}")
