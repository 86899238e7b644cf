// `.ci/reactivex-results.py MARBLED` wrote this file: it runs each call in virtual time. CI runs it again, and fails if
// the results differ from these. Times are in seconds.

extension ReactiveXResult {
  /// The package of Python that ran the calls, and its version.
  public static let package = "reactivex 6.1.0"

  /// All results, by operator.
  static let recorded: [ReactiveXResult] = [
    ReactiveXResult(
      of: "AsyncTimerSequence", "interval",
      Operator.Sample("AsyncTimerSequence(interval: .seconds(2)).prefix(3)"),
      call: "rx.interval(2).pipe(ops.take(3))",
      diagram: "0@2 1@4 2@6 |@6"),
    ReactiveXResult(
      of: "adjacentPairs", "pairwise",
      Operator.Sample("a.adjacentPairs()", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.pairwise())",
      diagram: "'(1, 2)'@2 '(2, 3)'@4 '(3, 4)'@7 |@8"),
    ReactiveXResult(
      of: "allSatisfy", "every",
      Operator.Sample("a.allSatisfy { $0 < 4 }", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.all(lambda x: x < 4))",
      diagram: "'false'@7 |@7"),
    ReactiveXResult(
      of: "catchError", "catchError",
      Operator.Sample("a.catchError { _ in \"x-y|\" }", a: "1@0 2@2 ^@4"),
      call: "a.pipe(ops.catch(lambda error, a: cold(\"x-y|\")))",
      diagram: "1@0 2@2 x@4 y@6 |@7"),
    ReactiveXResult(
      of: "chain", "concat",
      Operator.Sample("chain(a, b)", a: "1@0 2@2 |@4", b: "x@1 y@3 z@5 |@6"),
      call: "rx.concat(a, b)",
      diagram: "1@0 2@2 z@5 |@6"),
    ReactiveXResult(
      of: "chunked", "buffer",
      Operator.Sample("a.chunked(by: b)", a: "1@0 2@2 4@8 |@9", b: "x@3 x@5 |@10"),
      call: "a.pipe(ops.buffer(b))",
      diagram: "'[1, 2]'@3 '[]'@5 '[4]'@9 |@9"),
    ReactiveXResult(
      of: "chunks", "bufferCount",
      Operator.Sample("a.chunks(ofCount: 2)", a: "1@0 2@2 3@4 4@6 5@8 |@9"),
      call: "a.pipe(ops.buffer_with_count(2))",
      diagram: "'[1, 2]'@2 '[3, 4]'@6 '[5]'@9 |@9"),
    ReactiveXResult(
      of: "combineLatest", "combineLatest",
      Operator.Sample("combineLatest(a, b)", a: "1@0 2@2 3@6 |@7", b: "x@1 y@4 |@7"),
      call: "rx.combine_latest(a, b)",
      diagram: "'(1, x)'@1 '(2, x)'@2 '(2, y)'@4 '(3, y)'@6 |@7"),
    ReactiveXResult(
      of: "contains", "Contains",
      Operator.Sample("a.contains(3)", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.contains(3))",
      diagram: "'true'@4 |@4"),
    ReactiveXResult(
      of: "debounce", "debounceTime",
      Operator.Sample("a.debounce(for: .seconds(1.5))", a: "1@0 2@2 3@3 4@7 |@9"),
      call: "a.pipe(ops.debounce(1.5))",
      diagram: "1@1.5 3@4.5 4@8.5 |@9"),
    ReactiveXResult(
      of: "debounce", "debounceTime",
      Operator.Sample("a.debounce(for: .seconds(1.5))", a: "1@0 2@2 3@3 |@4"),
      call: "a.pipe(ops.debounce(1.5))",
      diagram: "1@1.5 3@4 |@4"),
    ReactiveXResult(
      of: "debounce", "debounceTime",
      Operator.Sample("a.debounce(for: .seconds(1.5))", a: "1@0 2@2 3@3 ^@4"),
      call: "a.pipe(ops.debounce(1.5))",
      diagram: "1@1.5 ^@4"),
    ReactiveXResult(
      of: "delay", "delay",
      Operator.Sample("a.delay(for: .seconds(1.5))", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.delay(1.5))",
      diagram: "1@1.5 2@3.5 3@5.5 4@8.5 |@9.5"),
    ReactiveXResult(
      of: "delay", "delay",
      Operator.Sample("a.delay(for: .seconds(1.5))", a: "1@0 2@2 ^@4"),
      call: "a.pipe(ops.delay(1.5))",
      diagram: "1@1.5 2@3.5 ^@4"),
    ReactiveXResult(
      of: "distinct", "distinct",
      Operator.Sample("a.distinct()", a: "1@0 2@2 1@4 3@6 |@7"),
      call: "a.pipe(ops.distinct())",
      diagram: "1@0 2@2 3@6 |@7"),
    ReactiveXResult(
      of: "drop", "skipWhile",
      Operator.Sample("a.drop(while: { $0 < 3 })", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.skip_while(lambda x: x < 3))",
      diagram: "3@4 4@7 |@8"),
    ReactiveXResult(
      of: "drop", "skipUntil",
      Operator.Sample("a.drop(until: b)", a: "1@0 2@2 3@4 4@7 |@8", b: "x@3 |@4"),
      call: "a.pipe(ops.skip_until(b))",
      diagram: "3@4 4@7 |@8"),
    ReactiveXResult(
      of: "dropFirst", "skip",
      Operator.Sample("a.dropFirst(2)", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.skip(2))",
      diagram: "3@4 4@7 |@8"),
    ReactiveXResult(
      of: "filter", "filter",
      Operator.Sample("a.filter { $0.isMultiple(of: 2) }", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.filter(lambda x: x % 2 == 0))",
      diagram: "2@2 4@7 |@8"),
    ReactiveXResult(
      of: "first", "first",
      Operator.Sample("a.first(where: { $0 > 2 })", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.first(lambda x: x > 2))",
      diagram: "3@4 |@4"),
    ReactiveXResult(
      of: "first", "first",
      Operator.Sample("a.first(where: { $0 > 4 })", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.first(lambda x: x > 4))",
      diagram: "^@8"),
    ReactiveXResult(
      of: "flatMap", "concatMap",
      Operator.Sample("a.flatMap { _ in \"x-y|\" }", a: "1@0 2@2 |@6"),
      call: "a.pipe(ops.concat_map(lambda x: cold(\"x-y|\")))",
      diagram: "x@0 y@2 x@3 y@5 |@6"),
    ReactiveXResult(
      of: "flatMapLatest", "switchMap",
      Operator.Sample("a.flatMapLatest { _ in \"x-y-z|\" }", a: "1@0 2@3 |@8"),
      call: "a.pipe(ops.switch_map(lambda x: cold(\"x-y-z|\")))",
      diagram: "x@0 y@2 x@3 y@5 z@7 |@8"),
    ReactiveXResult(
      of: "grouped", "groupBy",
      Operator.Sample("a.grouped(by: { $0 % 2 }) { _, group in group.reductions(+) }", a: "1@0 2@2 3@4 4@7 5@9 |@10"),
      call: "a.pipe(ops.group_by(lambda x: x % 2), ops.flat_map(lambda group: group.pipe(ops.scan(add))))",
      diagram: "1@0 2@2 4@4 6@7 9@9 |@10"),
    ReactiveXResult(
      of: "ignoreElements", "ignoreElements",
      Operator.Sample("a.ignoreElements()", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.ignore_elements())",
      diagram: "|@8"),
    ReactiveXResult(
      of: "joined", "concatAll",
      Operator.Sample("[a, b].async.joined()", a: "1@0 2@2 |@3", b: "x@3 y@5 |@6"),
      call: "rx.of(a, b).pipe(ops.concat_all())",
      diagram: "1@0 2@2 x@3 y@5 |@6"),
    ReactiveXResult(
      of: "map", "map",
      Operator.Sample("a.map { $0 * 10 }", a: "1@0 2@2 3@5 |@6"),
      call: "a.pipe(ops.map(lambda x: x * 10))",
      diagram: "'10'@0 '20'@2 '30'@5 |@6"),
    ReactiveXResult(
      of: "max", "max",
      Operator.Sample("a.max()", a: "3@0 1@2 2@4 |@5"),
      call: "a.pipe(ops.max())",
      diagram: "3@5 |@5"),
    ReactiveXResult(
      of: "max", "Max",
      Operator.Sample("a.max()", a: "|@2"),
      call: "a.pipe(ops.max())",
      diagram: "^@2"),
    ReactiveXResult(
      of: "merge", "merge",
      Operator.Sample("merge(a, b)", a: "1@0 2@2 3@6 |@7", b: "x@1 y@4 |@7"),
      call: "rx.merge(a, b)",
      diagram: "1@0 x@1 2@2 y@4 3@6 |@7"),
    ReactiveXResult(
      of: "min", "min",
      Operator.Sample("a.min()", a: "3@0 1@2 2@4 |@5"),
      call: "a.pipe(ops.min())",
      diagram: "1@5 |@5"),
    ReactiveXResult(
      of: "min", "Min",
      Operator.Sample("a.min()", a: "|@2"),
      call: "a.pipe(ops.min())",
      diagram: "^@2"),
    ReactiveXResult(
      of: "prefix", "take",
      Operator.Sample("a.prefix(2)", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.take(2))",
      diagram: "1@0 2@2 |@2"),
    ReactiveXResult(
      of: "prefix", "takeWhile",
      Operator.Sample("a.prefix(while: { $0 < 3 })", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.take_while(lambda x: x < 3))",
      diagram: "1@0 2@2 |@4"),
    ReactiveXResult(
      of: "prefix", "takeUntil",
      Operator.Sample("a.prefix(until: b)", a: "1@0 2@2 3@4 4@7 |@8", b: "x@3 |@4"),
      call: "a.pipe(ops.take_until(b))",
      diagram: "1@0 2@2 |@3"),
    ReactiveXResult(
      of: "race", "race",
      Operator.Sample("race(a, b)", a: "1@2 2@4 |@5", b: "x@1 y@3 |@4"),
      call: "rx.amb(a, b)",
      diagram: "x@1 y@3 |@4"),
    ReactiveXResult(
      of: "receive", "observeOn",
      Operator.Sample("a.receive(on: clock)", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.observe_on(scheduler))",
      diagram: "1@0 2@2 3@4 4@7 |@8"),
    ReactiveXResult(
      of: "reduce", "reduce",
      Operator.Sample("a.reduce(0, +)", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.reduce(add, 0))",
      diagram: "'10'@8 |@8"),
    ReactiveXResult(
      of: "reductions", "scan",
      Operator.Sample("a.reductions(0, +)", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.scan(add, 0))",
      diagram: "1@0 3@2 6@4 '10'@7 |@8"),
    ReactiveXResult(
      of: "removeDuplicates", "distinctUntilChanged",
      Operator.Sample("a.removeDuplicates()", a: "1@0 1@2 2@4 1@6 1@8 |@9"),
      call: "a.pipe(ops.distinct_until_changed())",
      diagram: "1@0 2@4 1@6 |@9"),
    ReactiveXResult(
      of: "repeated", "repeat",
      Operator.Sample("[1, 2].async.repeated(2)"),
      call: "rx.of(1, 2).pipe(ops.repeat(2))",
      diagram: "1@0 2@0 1@0 2@0 |@0"),
    ReactiveXResult(
      of: "retry", "Retry",
      Operator.Sample("a.flatMap { _ in \"x^\" }.retry(2)", a: "1@0 |@1"),
      call: "cold(a).pipe(ops.concat_map(lambda x: cold(\"x^\")), ops.retry(2))",
      diagram: "x@0 x@1 ^@2"),
    ReactiveXResult(
      of: "sample", "sample",
      Operator.Sample("a.sample(by: b)", a: "1@0 2@1 3@3 4@5 |@7", b: "x@3 x@6 |@7"),
      call: "a.pipe(ops.sample(b))",
      diagram: "3@3 4@6 |@7"),
    ReactiveXResult(
      of: "sample", "Sample",
      Operator.Sample("a.sample(by: AsyncTimerSequence(interval: .seconds(3)))", a: "1@0 2@1 3@4 4@5 5@7 |@8"),
      call: "a.pipe(ops.sample(3))",
      diagram: "2@3 4@6 5@9 |@9"),
    ReactiveXResult(
      of: "share", "share",
      Operator.Sample("a.share()", a: "1@0 2@2 3@4 4@7 |@8"),
      call: "a.pipe(ops.share())",
      diagram: "1@0 2@2 3@4 4@7 |@8"),
    ReactiveXResult(
      of: "startWith", "startWith",
      Operator.Sample("a.startWith(0)", a: "1@2 2@4 |@5"),
      call: "a.pipe(ops.start_with(0))",
      diagram: "0@0 1@2 2@4 |@5"),
    ReactiveXResult(
      of: "throttle", "throttleTime",
      Operator.Sample("a.throttle(for: .seconds(3))", a: "1@0 2@1 3@2 4@3 5@4 6@6 7@8 |@9"),
      call: "a.pipe(ops.throttle_first(3))",
      diagram: "1@0 4@3 6@6 |@9"),
    ReactiveXResult(
      of: "timeout", "timeout",
      Operator.Sample("a.timeout(after: .seconds(2.5))", a: "1@0 2@2 3@7 |@8"),
      call: "a.pipe(ops.timeout(2.5))",
      diagram: "1@0 2@2 ^@4.5"),
    ReactiveXResult(
      of: "windowed", "bufferTime",
      Operator.Sample("a.windowed(every: .seconds(2))", a: "1@0 2@1 3@3 4@9 |@10"),
      call: "a.pipe(ops.buffer_with_time(2))",
      diagram: "'[1, 2]'@2 '[3]'@4 '[]'@6 '[]'@8 '[4]'@10 |@10"),
    ReactiveXResult(
      of: "windowed", "bufferTime",
      Operator.Sample("a.windowed(every: .seconds(2))", a: "1@0 2@1 |@5"),
      call: "a.pipe(ops.buffer_with_time(2))",
      diagram: "'[1, 2]'@2 '[]'@4 '[]'@5 |@5"),
    ReactiveXResult(
      of: "withLatestFrom", "withLatestFrom",
      Operator.Sample("a.withLatestFrom(b)", a: "1@1 2@3 3@5 |@6", b: "x@0 y@3 |@6"),
      call: "a.pipe(ops.with_latest_from(b))",
      diagram: "'(1, x)'@1 '(2, x)'@3 '(3, y)'@5 |@6"),
    ReactiveXResult(
      of: "zip", "zip",
      Operator.Sample("zip(a, b)", a: "1@0 2@2 3@4 |@8", b: "x@2 y@5 z@8 |@9"),
      call: "rx.zip(a, b)",
      diagram: "'(1, x)'@2 '(2, y)'@5 '(3, z)'@8 |@8"),
  ]
}
