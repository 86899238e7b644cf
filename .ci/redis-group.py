#!/usr/bin/env python3
"""Runs `marbled run` processes that share a consumer group, and kills them and the server.

redis-group.py MARBLED [--entries N] [--processes N] [--throughput]

Without --throughput, each process is killed with SIGKILL and restarted once, and the server once. It fails unless every
entry's value is written at least once, fewer than 0.5 % are written twice (of few entries: fewer than a batch for each
disturbance), and the order of each consumer holds.
With --throughput, nothing is killed, and the rates of 1, 2 and 4 processes are compared with `redis-cli XREADGROUP`.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

from redis_server import Client, Refused, Server

GROUP = "g"


class Consumer:
    """One `marbled run`, and what it has written, a file for each time that it was started."""

    def __init__(self, marbled, server, folder, number):
        self.command = [
            marbled, "run", "o.map { $0.n }", "-i",
            "o=" + server.url("orders", group=GROUP, consumer=f"c{number}"),
        ]
        self.folder, self.number, self.files = folder, number, []
        self.start()

    def start(self):
        path = os.path.join(self.folder, f"{self.number}-{len(self.files)}")
        self.files.append(path)
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=open(path, "wb"), stderr=open(path + ".error", "wb"))

    def restart(self):
        self.process.kill()
        self.process.wait()
        self.start()

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def values(self):
        """What each of its processes has written; a last line without an end was cut off by a kill."""
        return [[int(line) for line in open(path, "rb").read().split(b"\n")[:-1]] for path in self.files]


def ask(server):
    """The number of entries left, and whether none is left; None while the server is gone.

    After a restart from an append-only file, Redis 7.0 counts too few entries as read, so the end is told by the ids.
    """
    try:
        client = Client(server.port)
        group = client.group("orders", GROUP)
        newest = client("XREVRANGE", "orders", "+", "-", "COUNT", 1)[0][0]
        is_over = group["last-delivered-id"] == newest and group["pending"] == 0
        return ((group["lag"] or 0) + group["pending"], is_over)
    except (ConnectionError, Refused, OSError):
        return None


def run(marbled, server, entries, processes, disturb):
    """The seconds until all entries were acknowledged, and the consumers."""
    folder = tempfile.mkdtemp(prefix="marbled-group-")
    client = Client(server.port)
    client("XGROUP", "CREATE", "orders", GROUP, "0")
    start = time.monotonic()
    consumers = [Consumer(marbled, server, folder, number) for number in range(processes)]
    # What is done at which part of the entries.
    steps = []
    if disturb:
        steps = [((number + 1) / (processes + 2), consumer.restart) for number, consumer in enumerate(consumers)]
        def restart_server():
            server.kill()
            time.sleep(1)
            server.start()
        steps.append(((processes + 1) / (processes + 2), restart_server))
    while True:
        state = ask(server)
        if state is not None:
            left, is_over = state
            done = 1 - left / entries
            while steps and done >= steps[0][0]:
                print(f"at {done:.0%}: {steps[0][1].__name__}", flush=True)
                steps.pop(0)[1]()
                break
            if not steps and is_over:
                break
        if any(consumer.process.poll() is not None for consumer in consumers):
            for consumer in consumers:
                sys.stderr.write(open(consumer.files[-1] + ".error").read())
            sys.exit("FAILED: a process ended by itself")
        time.sleep(0.02)
    seconds = time.monotonic() - start
    for consumer in consumers:
        consumer.stop()
    return seconds, consumers


def check(consumers, entries, disturbances):
    times = [0] * entries
    descents = 0
    for consumer in consumers:
        for values in consumer.values():
            for value in values:
                times[value] += 1
            descents += sum(1 for one, other in zip(values, values[1:]) if other < one)
    missing = times.count(0)
    twice = sum(count - 1 for count in times if count > 1)
    print(f"{entries} entries, {missing} missing, {twice} written more than once ({twice / entries:.3%}), "
          f"{descents} places out of order")
    if missing:
        sys.exit("FAILED: values are missing")
    # Of few entries, the batches that the killed processes held are a greater part.
    if twice >= max(entries * 0.005, 256 * disturbances):
        sys.exit("FAILED: too many values are written more than once")
    # A server that forgets its last second has entries delivered again, which are older than those before.
    if descents > (2 * disturbances if twice else 0):
        sys.exit("FAILED: the order of a consumer does not hold")


def cli(server, entries, batch=256):
    """The seconds in which redis-cli reads all entries in a separate group."""
    client = Client(server.port)
    client("XGROUP", "CREATE", "orders", "cli", "0")
    commands = f"XREADGROUP GROUP cli c COUNT {batch} STREAMS orders >\n" * (entries // batch + 1)
    start = time.monotonic()
    subprocess.run(["redis-cli", "-p", str(server.port)], input=commands.encode(), stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("marbled")
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--throughput", action="store_true")
    options = parser.parse_args()
    entries = options.entries
    server = Server("--appendonly", "no" if options.throughput else "yes")
    try:
        client = Client(server.port)
        client.fill("orders", entries)
        if not options.throughput:
            seconds, consumers = run(options.marbled, server, entries, options.processes, disturb=True)
            print(f"{options.processes} processes: {seconds:.1f} s, {entries / seconds:,.0f} entries/s")
            check(consumers, entries, disturbances=2 * options.processes)
            return
        alone = cli(server, entries)
        print(f"redis-cli XREADGROUP: {entries / alone:,.0f} entries/s")
        for processes in (1, 2, 4):
            seconds, consumers = run(options.marbled, server, entries, processes, disturb=False)
            check(consumers, entries, disturbances=0)
            print(f"{processes} processes: {entries / seconds:,.0f} entries/s, "
                  f"{alone / seconds:.2f} of redis-cli", flush=True)
            client("XGROUP", "DESTROY", "orders", GROUP)
    finally:
        server.stop()


main()
