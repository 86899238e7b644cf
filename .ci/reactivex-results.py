#!/usr/bin/env python3
"""Runs the samples of operators in ReactiveX for Python, in virtual time, and records what comes out.

    .ci/reactivex-results.py MARBLED           writes Sources/Operators/Names/ReactiveXResults+Recorded.swift
    .ci/reactivex-results.py MARBLED --check   fails if that file is out of date, and prints the difference
    .ci/reactivex-results.py --requires        prints the package that it needs, for `pip install`

The inputs are those of `marbled explain OPERATOR`, and marbled itself reads every diagram. An input is a hot observable of
a test scheduler: it emits at its times, whether anything subscribes or not. What a closure makes is a cold observable.
"""

import argparse
import difflib
import functools
import importlib.metadata
import json
import operator
import pathlib
import re
import subprocess
import sys

REQUIRED = "reactivex==6.1.0"
FILE = pathlib.Path(__file__).resolve().parent.parent / "Sources/Operators/Names/ReactiveXResults+Recorded.swift"
# When the operators subscribe, and when they are cancelled; between them are more seconds than a sample takes.
BEGIN, END = 200, 1000


class Run:
    """A call of ReactiveX, and the expression of marbled that it is compared with.

    `name` is its name in RxJS, or else in Rx.NET, as in the index of names. Without inputs, the expression is the sample of
    the operator.
    """

    def __init__(self, operator, name, expression, call, **inputs):
        self.operator, self.name, self.expression, self.call, self.inputs = operator, name, expression, call, inputs


RUNS = [
    Run("AsyncTimerSequence", "interval", "AsyncTimerSequence(interval: .seconds(2)).prefix(3)",
        "rx.interval(2).pipe(ops.take(3))"),
    Run("adjacentPairs", "pairwise", "a.adjacentPairs()", "a.pipe(ops.pairwise())"),
    Run("allSatisfy", "every", "a.allSatisfy { $0 < 4 }", "a.pipe(ops.all(lambda x: x < 4))"),
    Run("catchError", "catchError", 'a.catchError { _ in "x-y|" }', 'a.pipe(ops.catch(lambda error, a: cold("x-y|")))'),
    Run("chain", "concat", "chain(a, b)", "rx.concat(a, b)"),
    Run("chunked", "buffer", "a.chunked(by: b)", "a.pipe(ops.buffer(b))", a="1-2-----4|", b="---x-x----|"),
    Run("chunks", "bufferCount", "a.chunks(ofCount: 2)", "a.pipe(ops.buffer_with_count(2))"),
    Run("combineLatest", "combineLatest", "combineLatest(a, b)", "rx.combine_latest(a, b)"),
    Run("contains", "Contains", "a.contains(3)", "a.pipe(ops.contains(3))"),
    Run("debounce", "debounceTime", "a.debounce(for: .seconds(1.5))", "a.pipe(ops.debounce(1.5))"),
    Run("debounce", "debounceTime", "a.debounce(for: .seconds(1.5))", "a.pipe(ops.debounce(1.5))", a="1-23|"),
    Run("debounce", "debounceTime", "a.debounce(for: .seconds(1.5))", "a.pipe(ops.debounce(1.5))", a="1-23^"),
    Run("delay", "delay", "a.delay(for: .seconds(1.5))", "a.pipe(ops.delay(1.5))"),
    Run("delay", "delay", "a.delay(for: .seconds(1.5))", "a.pipe(ops.delay(1.5))", a="1-2-^"),
    Run("distinct", "distinct", "a.distinct()", "a.pipe(ops.distinct())"),
    Run("drop", "skipWhile", "a.drop(while: { $0 < 3 })", "a.pipe(ops.skip_while(lambda x: x < 3))"),
    Run("drop", "skipUntil", "a.drop(until: b)", "a.pipe(ops.skip_until(b))", a="1-2-3--4|", b="---x|"),
    Run("dropFirst", "skip", "a.dropFirst(2)", "a.pipe(ops.skip(2))"),
    Run("filter", "filter", "a.filter { $0.isMultiple(of: 2) }", "a.pipe(ops.filter(lambda x: x % 2 == 0))"),
    Run("first", "first", "a.first(where: { $0 > 2 })", "a.pipe(ops.first(lambda x: x > 2))"),
    Run("first", "first", "a.first(where: { $0 > 4 })", "a.pipe(ops.first(lambda x: x > 4))", a="1-2-3--4|"),
    Run("flatMap", "concatMap", 'a.flatMap { _ in "x-y|" }', 'a.pipe(ops.concat_map(lambda x: cold("x-y|")))'),
    Run("flatMapLatest", "switchMap", 'a.flatMapLatest { _ in "x-y-z|" }',
        'a.pipe(ops.switch_map(lambda x: cold("x-y-z|")))'),
    Run("grouped", "groupBy", "a.grouped(by: { $0 % 2 }) { _, group in group.reductions(+) }",
        "a.pipe(ops.group_by(lambda x: x % 2), ops.flat_map(lambda group: group.pipe(ops.scan(add))))"),
    Run("ignoreElements", "ignoreElements", "a.ignoreElements()", "a.pipe(ops.ignore_elements())"),
    Run("joined", "concatAll", "[a, b].async.joined()", "rx.of(a, b).pipe(ops.concat_all())"),
    Run("map", "map", "a.map { $0 * 10 }", "a.pipe(ops.map(lambda x: x * 10))"),
    Run("max", "max", "a.max()", "a.pipe(ops.max())"),
    Run("max", "Max", "a.max()", "a.pipe(ops.max())", a="--|"),
    Run("merge", "merge", "merge(a, b)", "rx.merge(a, b)"),
    Run("min", "min", "a.min()", "a.pipe(ops.min())"),
    Run("min", "Min", "a.min()", "a.pipe(ops.min())", a="--|"),
    Run("prefix", "take", "a.prefix(2)", "a.pipe(ops.take(2))"),
    Run("prefix", "takeWhile", "a.prefix(while: { $0 < 3 })", "a.pipe(ops.take_while(lambda x: x < 3))", a="1-2-3--4|"),
    Run("prefix", "takeUntil", "a.prefix(until: b)", "a.pipe(ops.take_until(b))", a="1-2-3--4|", b="---x|"),
    Run("race", "race", "race(a, b)", "rx.amb(a, b)"),
    Run("receive", "observeOn", "a.receive(on: clock)", "a.pipe(ops.observe_on(scheduler))", a="1-2-3--4|"),
    Run("reduce", "reduce", "a.reduce(0, +)", "a.pipe(ops.reduce(add, 0))"),
    Run("reductions", "scan", "a.reductions(0, +)", "a.pipe(ops.scan(add, 0))"),
    Run("removeDuplicates", "distinctUntilChanged", "a.removeDuplicates()", "a.pipe(ops.distinct_until_changed())"),
    Run("repeated", "repeat", "[1, 2].async.repeated(2)", "rx.of(1, 2).pipe(ops.repeat(2))"),
    Run("retry", "Retry", 'a.flatMap { _ in "x^" }.retry(2)',
        'cold(a).pipe(ops.concat_map(lambda x: cold("x^")), ops.retry(2))'),
    Run("sample", "sample", "a.sample(by: b)", "a.pipe(ops.sample(b))"),
    Run("sample", "Sample", "a.sample(by: AsyncTimerSequence(interval: .seconds(3)))", "a.pipe(ops.sample(3))",
        a="12--34-5|"),
    Run("share", "share", "a.share()", "a.pipe(ops.share())"),
    Run("startWith", "startWith", "a.startWith(0)", "a.pipe(ops.start_with(0))"),
    Run("throttle", "throttleTime", "a.throttle(for: .seconds(3))", "a.pipe(ops.throttle_first(3))"),
    Run("timeout", "timeout", "a.timeout(after: .seconds(2.5))", "a.pipe(ops.timeout(2.5))"),
    Run("windowed", "bufferTime", "a.windowed(every: .seconds(2))", "a.pipe(ops.buffer_with_time(2))"),
    Run("windowed", "bufferTime", "a.windowed(every: .seconds(2))", "a.pipe(ops.buffer_with_time(2))", a="12---|"),
    Run("withLatestFrom", "withLatestFrom", "a.withLatestFrom(b)", "a.pipe(ops.with_latest_from(b))"),
    Run("zip", "zip", "zip(a, b)", "rx.zip(a, b)"),
]


# What marbled knows.


class Marbled:
    def __init__(self, program):
        self.program = program

    @functools.cache
    def output(self, *arguments):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"marbled {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    @functools.cache
    def sample(self, operator):
        """The sample of an operator: its step, its inputs as diagrams, and its expression."""
        page = self.output("explain", operator)
        found = re.search(r"^  (\S.*)\n\n  step (\S+)\n((?:  \S.*\n)+)", page, re.MULTILINE)
        if not found:
            sys.exit(f"marbled explain {operator} has no sample")
        expression, step, table = found.groups()
        rows = dict(line.strip().split(None, 1) for line in table.splitlines())
        # The inputs come before the operator's row; other consumers of it come after.
        names = list(rows)
        return step, {name: rows[name] for name in names[:names.index(operator)]}, expression

    @functools.cache
    def events(self, diagram, step="1s"):
        """The events of a diagram, which marbled reads: times in seconds, kinds and values."""
        lines = self.output("render", "row", "-i", f"row={diagram}", "--step", step, "--format", "json").splitlines()
        return [(one["time"], one["kind"], one.get("value")) for one in map(json.loads, lines)]


# What ReactiveX does.


def notification(kind, value):
    from reactivex.notification import OnCompleted, OnError, OnNext

    return OnNext(value) if kind == "value" else OnCompleted() if kind == "finish" else OnError(Exception("error"))


def recorded(run, inputs, marbled):
    """What an observer receives, as times in seconds, kinds and values; and the diagrams in the call."""
    import reactivex as rx
    from reactivex import operators as ops
    from reactivex.subject import Subject
    from reactivex.testing import TestScheduler
    from reactivex.testing.recorded import Recorded

    scheduler = TestScheduler()
    rows = {name: Subject() for name in inputs}
    diagrams = []

    def cold(what):
        """A diagram or a row as a stream that begins when something subscribes."""
        if isinstance(what, str):
            diagrams.append(what)
            events = marbled.events(what)
        else:
            events = next(events for name, events in inputs.items() if rows[name] is what)
        return scheduler.create_cold_observable([Recorded(time, notification(*event)) for time, *event in events])

    def create():
        # An event of an input comes before what operators schedule for the same time, as in marbled; but at the beginning it
        # comes after all subscriptions, which some operators schedule.
        for name, events in inputs.items():
            for time, *event in events:
                emit = functools.partial(lambda row, one, *_: one.accept(row), rows[name], notification(*event))
                first = functools.partial(lambda emit, scheduler, _: scheduler.schedule(emit), emit)
                scheduler.schedule_absolute(BEGIN + time, emit if time > 0 else first)
        names = {"rx": rx, "ops": ops, "add": operator.add, "scheduler": scheduler, "cold": cold}
        return eval(run.call, names | rows)

    observer = scheduler.start(create, subscribed=BEGIN, disposed=END)
    kinds = {"N": "value", "E": "error", "C": "finish"}
    events = [(one.time - BEGIN, kinds[one.value.kind], getattr(one.value, "value", None)) for one in observer.messages]
    return events, diagrams


def token(value, nested=False):
    """A value in the notation of marbled."""
    if isinstance(value, (tuple, list)):
        inside = ", ".join(token(one, nested=True) for one in value)
        text = f"({inside})" if isinstance(value, tuple) else f"[{inside}]"
    elif value is None or isinstance(value, bool):
        text = json.dumps(value)
    elif isinstance(value, int) and value >= 0 or isinstance(value, str) and re.fullmatch("[a-z]", value):
        text = str(value)
    else:
        sys.exit(f"{value!r} has no notation here")
    return text if nested or len(text) == 1 else f"'{text}'"


def diagram(events):
    """Events in the absolute form of a diagram."""
    marks = {"finish": "|", "error": "^"}
    return " ".join(f"{marks.get(kind) or token(value)}@{round(time, 6):g}" for time, kind, value in events)


# The file.


def swift(text):
    return json.dumps(text, ensure_ascii=False)


def entry(run, marbled):
    if run.inputs:
        step, rows, expression = "1s", run.inputs, run.expression
        # It fails if marbled cannot read the expression.
        marbled.output("render", expression, *(part for name in rows for part in ("-i", f"{name}={rows[name]}")))
    else:
        step, rows, expression = marbled.sample(run.operator)
        if expression != run.expression:
            sys.exit(f"the sample of {run.operator} is {expression}, and its entry in {__file__} has {run.expression}")
    inputs = {name: marbled.events(rows[name], step) for name in sorted(rows)}
    events, diagrams = recorded(run, inputs, marbled)
    for text in diagrams:
        if f'"{text}"' not in expression:
            sys.exit(f"{run.call} has a stream that is not in {expression}")
    rows = "".join(f", {name}: {swift(diagram(inputs[name]))}" for name in inputs)
    return f"""    ReactiveXResult(
      of: {swift(run.operator)}, {swift(run.name)},
      Operator.Sample({swift(expression)}{rows}),
      call: {swift(run.call)},
      diagram: {swift(diagram(events))}),
"""


def contents(marbled):
    entries = "".join(entry(run, marbled) for run in RUNS)
    return f"""// `.ci/reactivex-results.py MARBLED` wrote this file: it runs each call in virtual time. CI runs it again, and fails if
// the results differ from these. Times are in seconds.

extension ReactiveXResult {{
  /// The package of Python that ran the calls, and its version.
  public static let package = {swift(REQUIRED.replace("==", " "))}

  /// All results, by operator.
  static let recorded: [ReactiveXResult] = [
{entries}  ]
}}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("marbled", nargs="?", help="the program")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--requires", action="store_true", help="print the package to install")
    options = parser.parse_args()
    if options.requires:
        return print(REQUIRED)
    if options.marbled is None:
        parser.error("which program? give the path of marbled")
    try:
        found = f"reactivex=={importlib.metadata.version('reactivex')}"
    except importlib.metadata.PackageNotFoundError:
        found = "nothing"
    if found != REQUIRED:
        sys.exit(f"{REQUIRED} is needed, and {found} is installed: python3 -m pip install --target DIR {REQUIRED}, and"
                 " set PYTHONPATH to DIR")
    new = contents(Marbled(options.marbled))
    if not options.check:
        return FILE.write_text(new)
    old = FILE.read_text() if FILE.exists() else ""
    if new != old:
        sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True), "recorded", "now", n=3))
        sys.exit(f"{FILE} is out of date: write it with `.ci/reactivex-results.py MARBLED`, and read the difference")
    print(f"{len(RUNS)} results of {REQUIRED} are up to date")


if __name__ == "__main__":
    main()
