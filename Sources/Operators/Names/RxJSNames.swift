extension NameIndex {
  /// The operators and creation functions of RxJS 7, in the order of its documentation.
  static let rxJS: [NamedAnswer] = [
    // Creation.
    .none("ajax", NoCounterpart.request),
    .none("bindCallback", NoCounterpart.source),
    .none("bindNodeCallback", NoCounterpart.source),
    .none("defer", NoCounterpart.deferring),
    .write("EMPTY", "\"|\"", "a diagram without values; in Swift, `AsyncStream { $0.finish() }`"),
    .write("from", "[1, 2, 3].async", "an array becomes a stream with `async`"),
    .none("fromEvent", NoCounterpart.source),
    .none("fromEventPattern", NoCounterpart.source),
    .none("fromFetch", NoCounterpart.request),
    .write("generate", "(1...3).async.map { $0 * $0 }", "no loop has a condition"),
    .near(
      "interval", "AsyncTimerSequence", "AsyncTimerSequence(interval: .seconds(1))",
      "a value is the time in seconds, not a count from 0"),
    .write("NEVER", "\"-\"", "a diagram without an end; in Swift, an `AsyncStream` that nothing finishes"),
    .write("of", "[1, 2, 3].async", "an array becomes a stream with `async`"),
    .write("range", "(1...3).async", "a range becomes a stream with `async`"),
    .write(
      "throwError", "\"^\"", "a diagram that fails; in Swift, `AsyncThrowingStream { $0.finish(throwing: error) }`"),
    .write("timer", "[0].async.delay(for: .seconds(1))"),
    .none("iif", NoCounterpart.choice),
    .near(
      "animationFrames", "AsyncTimerSequence", "AsyncTimerSequence(interval: .milliseconds(16))",
      "the interval is fixed, and a value is the time in seconds"),
    .write("connectable", "a.share()", NoCounterpart.connecting),
    .none("scheduled", NoCounterpart.scheduler),
    .none("using", NoCounterpart.resources),
    .none("webSocket", NoCounterpart.source),
    // Classes.
    .none("Observable", NoCounterpart.stream),
    .none("Observer", NoCounterpart.consumer),
    .none("Subscriber", NoCounterpart.consumer),
    .none("subscribe", NoCounterpart.consumer),
    .none("Subscription", NoCounterpart.cancelling),
    .none("unsubscribe", NoCounterpart.cancelling),
    .none(
      "pipe", "operators are methods, one behind the other: `a.map { $0 * 10 }.filter { $0 > 20 }`",
      see: "explain stages"),
    .none("forEach", NoCounterpart.consumer),
    .near(
      "firstValueFrom", "first", "a.first(where: { _ in true })",
      "in Swift it gives an optional value: `let x = await a.first { _ in true }`"),
    .near(
      "lastValueFrom", "reduce", "a.reduce(nil) { _, x in x }",
      "in Swift it gives an optional value: `let x = await a.reduce(nil) { $1 }`"),
    .near(
      "toPromise", "reduce", "a.reduce(nil) { _, x in x }",
      "in Swift it gives an optional value: `let x = await a.reduce(nil) { $1 }`"),
    .none("asyncScheduler", NoCounterpart.scheduler),
    .none("next", NoCounterpart.sending),
    .none("complete", NoCounterpart.sending),
    .none("Subject", NoCounterpart.subject),
    .none("BehaviorSubject", NoCounterpart.replay),
    .none("ReplaySubject", NoCounterpart.replay),
    .none("AsyncSubject", NoCounterpart.future),
    .none("Scheduler", NoCounterpart.scheduler),
    .none("TestScheduler", NoCounterpart.virtualTime),
    .none("AbortController", NoCounterpart.cancelling),
    .none("takeUntilDestroyed", NoCounterpart.cancelling),
    .none("asapScheduler", NoCounterpart.scheduler),
    .none("NgZone", NoCounterpart.scheduler),
    .none("Promise", NoCounterpart.future),
    .none("async/await", NoCounterpart.future),
    .none("Promise.all", NoCounterpart.tasks),
    .same("Promise.race", "race", "race(a, b)"),
    // Join creation.
    .same("combineLatest", "combineLatest", "combineLatest(a, b)"),
    .same("concat", "chain", "chain(a, b)"),
    .write(
      "forkJoin", "zip(a.reduce(nil) { _, x in x }, b.reduce(nil) { _, x in x })",
      "an empty stream gives nil; in Swift, `async let` for each, and await both"),
    .same("merge", "merge", "merge(a, b)"),
    .write("partition", "a.filter { $0 > 2 }", "one row for each half, the other with `!`"),
    .same("race", "race", "race(a, b)"),
    .same("zip", "zip", "zip(a, b)"),
    // Transformation.
    .near("buffer", "chunked", "a.chunked(by: b)", "there are no empty arrays"),
    .same("bufferCount", "chunks", "a.chunks(ofCount: 3)"),
    .near("bufferTime", "windowed", "a.windowed(every: .seconds(1))", "the last array is left out when it is empty"),
    .none(
      "bufferToggle", "no operator opens and closes arrays; `chunked(by: b)` closes one and opens the next",
      see: "explain chunked"),
    .near(
      "bufferWhen", "chunked", "a.chunked(by: b)", "one signal closes all arrays, and there are no empty arrays"),
    .same("concatMap", "flatMap", "a.flatMap { _ in b }"),
    .same("concatMapTo", "flatMap", "a.flatMap { _ in b }"),
    .none(
      "exhaust",
      "no operator drops values while a stream runs: `flatMap` runs one stream after another, and `flatMapLatest` keeps the newest; in "
        + "Swift, a loop whose body reads the inner stream gets no value meanwhile, if it reads an `AsyncStream` with "
        + "`bufferingPolicy: .bufferingOldest(0)`",
      see: "explain AsyncStream", "explain flatMap flatMapLatest"),
    .none(
      "exhaustMap",
      "no operator drops values while a stream runs: `flatMap` runs one stream after another, and `flatMapLatest` keeps the newest; in "
        + "Swift, a loop whose body reads the inner stream gets no value meanwhile, if it reads an `AsyncStream` with "
        + "`bufferingPolicy: .bufferingOldest(0)`",
      see: "explain AsyncStream", "explain flatMap flatMapLatest"),
    .none("expand", NoCounterpart.feedback),
    .near(
      "groupBy", "grouped", "a.grouped(by: { $0.user }) { _, group in group.debounce(for: .seconds(1)) }",
      "its closure makes the streams of the groups, which are merged as by `mergeMap`"),
    .same("map", "map", "a.map { $0 * 10 }"),
    .same("mapTo", "map", "a.map { _ in 1 }"),
    .none(
      "flatMap", "in RxJS it is another name of `mergeMap`; \(NoCounterpart.together.text)",
      see: "explain flatMap flatMapLatest"),
    .none("mergeMap", NoCounterpart.together),
    .none("mergeMapTo", NoCounterpart.together),
    .none("mergeScan", NoCounterpart.stepwise),
    .same("pairwise", "adjacentPairs", "a.adjacentPairs()"),
    .same("pluck", "map", "a.map { $0.name }"),
    .same("scan", "reductions", "a.reductions(0, +)"),
    .none("switchScan", NoCounterpart.stepwise),
    .same("switchMap", "flatMapLatest", "a.flatMapLatest { _ in b }"),
    .same("switchMapTo", "flatMapLatest", "a.flatMapLatest { _ in b }"),
    .write("window", "a.chunked(by: b)", NoCounterpart.window),
    .write("windowCount", "a.chunks(ofCount: 3)", NoCounterpart.window),
    .write("windowTime", "a.windowed(every: .seconds(1))", NoCounterpart.window),
    .none("windowToggle", NoCounterpart.window),
    .write("windowWhen", "a.chunked(by: b)", NoCounterpart.window),
    // Filtering.
    .near(
      "audit", "throttle", "a.throttle(for: .seconds(1))",
      "the interval is fixed, the first value comes at once, and the next one at the first arrival after the interval"),
    .near(
      "auditTime", "throttle", "a.throttle(for: .seconds(1))",
      "the first value comes at once, and the next one at the first arrival after the interval"),
    .near("debounce", "debounce", "a.debounce(for: .seconds(1))", "the pause is as long for each value"),
    .same("debounceTime", "debounce", "a.debounce(for: .seconds(1))"),
    .same("distinct", "distinct", "a.distinct()"),
    .same("distinctUntilChanged", "removeDuplicates", "a.removeDuplicates()"),
    .same("distinctUntilKeyChanged", "removeDuplicates", "a.removeDuplicates(by: { $0.name == $1.name })"),
    .write("elementAt", "a.dropFirst(2).prefix(1)", "a shorter stream gives nothing, without an error"),
    .same("filter", "filter", "a.filter { $0 > 2 }"),
    .near(
      "first", "first", "a.first(where: { $0 > 2 })",
      "a stream without a match gives nothing, without an error; without a test it is `prefix(1)`"),
    .same("ignoreElements", "ignoreElements", "a.ignoreElements()"),
    .near("last", "reduce", "a.reduce(nil) { _, x in x }", "an empty stream gives nil instead of an error"),
    .same("sample", "sample", "a.sample(by: b)"),
    .same("sampleTime", "sample", "a.sample(by: AsyncTimerSequence(interval: .seconds(1)))"),
    .none("single", NoCounterpart.single),
    .same("skip", "dropFirst", "a.dropFirst(2)"),
    .write("skipLast", "a.reductions([]) { ($0 + [$1]).suffix(3) }.filter { $0.count == 3 }.map { $0.first }"),
    .same("skipUntil", "drop", "a.drop(until: b)"),
    .same("skipWhile", "drop", "a.drop(while: { $0 < 3 })"),
    .same("take", "prefix", "a.prefix(2)"),
    .write("takeLast", "a.reduce([]) { ($0 + [$1]).suffix(2) }.joined()"),
    .same("takeUntil", "prefix", "a.prefix(until: b)"),
    .same("takeWhile", "prefix", "a.prefix(while: { $0 < 3 })"),
    .near(
      "throttle", "throttle", "a.throttle(for: .seconds(1))",
      "the interval is fixed, and the end also emits the newest value that is held"),
    .near(
      "throttleTime", "throttle", "a.throttle(for: .seconds(1))",
      "the first value comes at once, the next one at the next arrival after the interval, and the end also emits the"
        + " newest value that is held"),
    // Join.
    .write("combineAll", "combineLatest(a, b)", NoCounterpart.window),
    .write("combineLatestAll", "combineLatest(a, b)", NoCounterpart.window),
    .same("combineLatestWith", "combineLatest", "combineLatest(a, b)"),
    .near(
      "concatAll", "joined", "[a, b].async.joined()", "it joins streams in an array, or the elements of arrays"),
    .same("concatWith", "chain", "chain(a, b)"),
    .none(
      "exhaustAll",
      "no operator drops values while a stream runs: `flatMap` runs one stream after another, and `flatMapLatest` keeps the newest; in "
        + "Swift, a loop whose body reads the inner stream gets no value meanwhile, if it reads an `AsyncStream` with "
        + "`bufferingPolicy: .bufferingOldest(0)`",
      see: "explain AsyncStream", "explain flatMap flatMapLatest"),
    .write("mergeAll", "merge(a, b)", NoCounterpart.window),
    .same("mergeWith", "merge", "merge(a, b)"),
    .same("raceWith", "race", "race(a, b)"),
    .near("switchAll", "flatMapLatest", "a.flatMapLatest { _ in b }", "its closure makes the streams"),
    .same("startWith", "startWith", "a.startWith(0)"),
    .same("endWith", "chain", "chain(a, [0].async)"),
    .same("withLatestFrom", "withLatestFrom", "a.withLatestFrom(b)"),
    .write("zipAll", "zip(a, b)", NoCounterpart.window),
    .same("zipWith", "zip", "zip(a, b)"),
    // Multicasting.
    .near(
      "share", "share", "a.share()",
      "by default the source waits for the slowest consumer, and with `.unbounded` it does not; it reads its source once, so after the "
        + "end a new reader gets nothing, where RxJS begins again"),
    .none("shareReplay", NoCounterpart.replay),
    .write("multicast", "a.share()", NoCounterpart.connecting),
    .write("publish", "a.share()", NoCounterpart.connecting),
    .none("publishBehavior", NoCounterpart.replay),
    .none("publishLast", NoCounterpart.replay),
    .none("publishReplay", NoCounterpart.replay),
    .write("refCount", "a.share()", NoCounterpart.connecting),
    .write("connect", "a.share()", NoCounterpart.connecting),
    // Errors.
    .same("catchError", "catchError", "a.catchError { _ in b }"),
    .write("onErrorResumeNext", "chain(a.catchError { _ in [].async }, b)"),
    .near("retry", "retry", "a.retry(2)", "it needs a number; without one, RxJS tries for ever"),
    .near("retryWhen", "retry", "a.retry(2)", "it restarts a number of times, at once or after a fixed delay"),
    .none("throwIfEmpty", NoCounterpart.empty),
    // Utility.
    .none("tap", NoCounterpart.effect),
    .near("delay", "delay", "a.delay(for: .seconds(1))", "the end and an error are delayed, too"),
    .near("delayWhen", "delay", "a.delay(for: .seconds(1))", "the delay is as long for each value"),
    .none("dematerialize", NoCounterpart.notifications),
    .none("finalize", NoCounterpart.atTheEnd),
    .none("materialize", NoCounterpart.notifications),
    .near(
      "observeOn", "receive", "a.receive(on: clock)",
      "a clock takes the place of the scheduler, and moves no code; in Swift, the actor of the loop decides where its body runs"
    ),
    .same("repeat", "repeated", "a.repeated(2)"),
    .near("repeatWhen", "repeated", "a.repeated(2)", "it restarts at once, a number of times"),
    .none("subscribeOn", NoCounterpart.producer),
    .none("timeInterval", NoCounterpart.times),
    .none("timestamp", NoCounterpart.times),
    .same("timeout", "timeout", "a.timeout(after: .seconds(1))"),
    .near(
      "timeoutWith", "timeout", "a.timeout(after: .seconds(1)).catchError { _ in b }",
      "`catchError` continues after any other error, too"),
    .near(
      "toArray", "reduce", "a.reduce([]) { $0 + [$1] }",
      "in Swift, `await Array(a)` of AsyncAlgorithms gives the array, which is no stream"),
    // Conditional.
    .none("defaultIfEmpty", NoCounterpart.empty),
    .same("every", "allSatisfy", "a.allSatisfy { $0 < 4 }"),
    .near("find", "first", "a.first(where: { $0 > 2 })", "a stream without a match gives nothing"),
    .write("findIndex", "zip((0...9999).async, a).first(where: { $0.1 > 2 }).map { $0.0 }"),
    .same("isEmpty", "allSatisfy", "a.allSatisfy { _ in false }"),
    .write("sequenceEqual", "zip(a, b).allSatisfy { $0.0 == $0.1 }", "what only one of them has is not compared"),
    // Mathematical.
    .same("count", "reduce", "a.reduce(0) { count, _ in count + 1 }"),
    .same("max", "max", "a.max()"),
    .same("min", "min", "a.min()"),
    .same("reduce", "reduce", "a.reduce(0, +)"),
  ]
}
