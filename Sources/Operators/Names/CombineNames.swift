extension NameIndex {
  /// The operators of Combine's `Publisher`, and its publishers, in the order of Apple's documentation.
  static let combine: [NamedAnswer] = [
    // Mapping.
    .same("map", "map", "a.map { $0 * 10 }"),
    .same("tryMap", "map", "a.map { $0 * 10 }"),
    .same("mapError", "mapError", "a.mapError { \"lost: \\($0)\" }"),
    .same("replaceNil", "map", "a.map { $0 ?? 0 }"),
    .same("scan", "reductions", "a.reductions(0, +)"),
    .same("tryScan", "reductions", "a.reductions(0, +)"),
    .none("setFailureType", NoCounterpart.types),
    // Filtering.
    .same("filter", "filter", "a.filter { $0 > 2 }"),
    .same("tryFilter", "filter", "a.filter { $0 > 2 }"),
    .same("compactMap", "compactMap", "a.compactMap { $0 > 2 ? $0 * 10 : nil }"),
    .same("tryCompactMap", "compactMap", "a.compactMap { $0 > 2 ? $0 * 10 : nil }"),
    .same("removeDuplicates", "removeDuplicates", "a.removeDuplicates()"),
    .same("removeDuplicates(by:)", "removeDuplicates", "a.removeDuplicates(by: { $0.name == $1.name })"),
    .same("tryRemoveDuplicates", "removeDuplicates", "a.removeDuplicates(by: { $0.name == $1.name })"),
    .none("replaceEmpty", NoCounterpart.empty),
    .same("replaceError", "catchError", "a.catchError { _ in [0].async }"),
    // Reducing.
    .near(
      "collect", "reduce", "a.reduce([]) { $0 + [$1] }",
      "in Swift, `await Array(a)` of AsyncAlgorithms gives the array, which is no stream"),
    .same("collect(_:)", "chunks", "a.chunks(ofCount: 3)"),
    .near(
      "collect(_:options:)", "chunked", "a.chunked(by: .repeating(every: .seconds(1)))",
      "`.byTimeOrCount` is `chunks(ofCount: 3, or: .repeating(every: .seconds(1)))`"),
    .same("ignoreOutput", "ignoreElements", "a.ignoreElements()"),
    .same("reduce", "reduce", "a.reduce(0, +)"),
    .same("tryReduce", "reduce", "a.reduce(0, +)"),
    // Mathematics.
    .same("count", "reduce", "a.reduce(0) { count, _ in count + 1 }"),
    .same("max", "max", "a.max()"),
    .same("max(by:)", "max", "a.max(by: { $0.size < $1.size })"),
    .same("tryMax", "max", "a.max(by: { $0.size < $1.size })"),
    .same("min", "min", "a.min()"),
    .same("min(by:)", "min", "a.min(by: { $0.size < $1.size })"),
    .same("tryMin", "min", "a.min(by: { $0.size < $1.size })"),
    // Matching.
    .same("contains", "contains", "a.contains(3)"),
    .same("contains(where:)", "contains", "a.contains(where: { $0 > 2 })"),
    .same("tryContains", "contains", "a.contains(where: { $0 > 2 })"),
    .same("allSatisfy", "allSatisfy", "a.allSatisfy { $0 < 4 }"),
    .same("tryAllSatisfy", "allSatisfy", "a.allSatisfy { $0 < 4 }"),
    // Sequences.
    .same("drop(while:)", "drop", "a.drop(while: { $0 < 3 })"),
    .same("drop(untilOutputFrom:)", "drop", "a.drop(until: b)"),
    .same("tryDrop", "drop", "a.drop(while: { $0 < 3 })"),
    .same("dropFirst", "dropFirst", "a.dropFirst(2)"),
    .same("append", "chain", "chain(a, b)"),
    .near("prepend", "startWith", "a.startWith(0)", "several values or a stream are `chain(b, a)`"),
    .same("prefix", "prefix", "a.prefix(2)"),
    .same("prefix(while:)", "prefix", "a.prefix(while: { $0 < 3 })"),
    .same("prefix(untilOutputFrom:)", "prefix", "a.prefix(until: b)"),
    .same("tryPrefix", "prefix", "a.prefix(while: { $0 < 3 })"),
    // Elements.
    .same("first", "prefix", "a.prefix(1)"),
    .same("first(where:)", "first", "a.first(where: { $0 > 2 })"),
    .same("tryFirst", "first", "a.first(where: { $0 > 2 })"),
    .near("last", "reduce", "a.reduce(nil) { _, x in x }", "an empty stream gives nil instead of nothing"),
    .write("last(where:)", "a.filter { $0 > 2 }.reduce(nil) { _, x in x }", "a stream without a match gives nil"),
    .write("tryLast", "a.filter { $0 > 2 }.reduce(nil) { _, x in x }", "a stream without a match gives nil"),
    .write("output(at:)", "a.dropFirst(2).prefix(1)"),
    .write("output(in:)", "a.dropFirst(1).prefix(3)"),
    // Several publishers.
    .same("combineLatest", "combineLatest", "combineLatest(a, b)"),
    .same("merge", "merge", "merge(a, b)"),
    .same("zip", "zip", "zip(a, b)"),
    .near(
      "flatMap", "flatMap", "a.flatMap { _ in b }",
      "one stream runs after another, as with `maxPublishers: .max(1)`; without it Combine runs all at the same time"),
    .near("switchToLatest", "flatMapLatest", "a.flatMapLatest { _ in b }", "its closure makes the streams"),
    // Errors.
    .none("assertNoFailure", "an error ends the row, and the picture shows it", see: "learn lesson-errors"),
    .same("catch", "catchError", "a.catchError { _ in b }"),
    .same("tryCatch", "catchError", "a.catchError { _ in b }"),
    .same("retry", "retry", "a.retry(2)"),
    // Time.
    .none("measureInterval", NoCounterpart.times),
    .near("debounce", "debounce", "a.debounce(for: .seconds(1))", "the end emits the value that still waits"),
    .same("delay", "delay", "a.delay(for: .seconds(1))"),
    .near(
      "throttle", "throttle", "a.throttle(for: .seconds(1))",
      "a value comes at the first arrival after the interval, not when the interval ends"),
    .near(
      "timeout", "timeout", "a.timeout(after: .seconds(1))",
      "it fails; without `customError` Combine finishes, as `catchError { _ in [].async }` does"),
    // Encoding.
    .none("encode", NoCounterpart.types),
    .none("decode", NoCounterpart.types),
    // Subscribers, connections and buffers.
    .write("multicast", "a.share()", NoCounterpart.connecting),
    .near(
      "share", "share", "a.share()",
      "by default the source waits for the slowest consumer, and with `.unbounded` it does not"),
    .near(
      "buffer", "buffer", "a.buffer(policy: .bufferingOldest(2))",
      "`.dropNewest` is `.bufferingOldest`, `.dropOldest` is `.bufferingLatest`, and no buffer fails when it is full"),
    .write("makeConnectable", "a.share()", NoCounterpart.connecting),
    .write("autoconnect", "a.share()", NoCounterpart.connecting),
    .write("connect", "a.share()", NoCounterpart.connecting),
    .none("eraseToAnyPublisher", NoCounterpart.erasing),
    .none("subscribe(on:)", NoCounterpart.producer),
    .near(
      "receive(on:)", "receive", "a.receive(on: clock)",
      "a clock takes the place of the scheduler, and moves no code; in Swift, the actor of the loop decides where its body runs"
    ),
    .none("subscribe", NoCounterpart.consumer),
    .none("sink", NoCounterpart.consumer),
    .none(
      "assign",
      "in Swift, `for await x in a { model.name = x }`, on the actor of the model, in a task that is cancelled with it",
      see: "explain for-await", "explain cancellation"),
    .none(
      "values", "`publisher.values` makes an `AsyncSequence` of any publisher, for a `for await` loop",
      see: "explain for-await"),
    // Debugging.
    .none("breakpoint", NoCounterpart.effect),
    .none("breakpointOnError", NoCounterpart.effect),
    .none("handleEvents", NoCounterpart.effect),
    .none("print", NoCounterpart.effect),
    // Publishers.
    .write("Just", "[1].async", "an array becomes a stream with `async`"),
    .none("Future", NoCounterpart.future),
    .write("Empty", "\"|\"", "a diagram without values; in Swift, `AsyncStream { $0.finish() }`"),
    .write("Fail", "\"^\"", "a diagram that fails; in Swift, `AsyncThrowingStream { $0.finish(throwing: error) }`"),
    .none("Deferred", NoCounterpart.deferring),
    .write(
      "Record", "\"1-2-3|\"",
      "a diagram has its values, their times and its end; in Swift, `AsyncStream { continuation in … }` is filled by its closure"
    ),
    .near(
      "Timer.publish", "AsyncTimerSequence", "AsyncTimerSequence(interval: .seconds(1))",
      "a value is the time in seconds, not a date"),
    .none(
      "publisher",
      "the protocol `Publisher` is `AsyncSequence` in Swift, which `for await` reads; `[1, 2, 3].async` makes one of an array",
      see: "explain for-await", "explain hot"),
    .none("NotificationCenter.publisher", NoCounterpart.observed),
    .none("NotificationCenter", NoCounterpart.observed),
    .none(
      "AsyncPublisher", "`publisher.values` is one: an `AsyncSequence` of any publisher, for a `for await` loop",
      see: "explain for-await"),
    .none("dataTaskPublisher", NoCounterpart.request),
    .none("AnyPublisher", NoCounterpart.stream),
    .none("Subject", NoCounterpart.subject),
    .none("PassthroughSubject", NoCounterpart.subject),
    .none("CurrentValueSubject", NoCounterpart.replay),
    .none("Subscriber", NoCounterpart.consumer),
    .none("Subscription", NoCounterpart.cancelling),
    .none("AnyCancellable", NoCounterpart.cancelling),
    .none("Cancellable", NoCounterpart.cancelling),
    .none("store(in:)", NoCounterpart.cancelling),
    .none(
      "Demand", "in Swift, each `next()` asks for one value, so there is nothing to count", see: "explain backpressure"
    ),
    .none("send", NoCounterpart.sending),
    .none("ObservableObject", NoCounterpart.property),
    .none("publisher(for:)", NoCounterpart.observed),
    .none(
      "onReceive", "in SwiftUI, `.task { for await x in a { … } }` reads a stream while its view is shown",
      see: "explain for-await", "explain cancellation"),
    .none("DispatchQueue", NoCounterpart.scheduler),
    .none("RunLoop", NoCounterpart.scheduler),
    .none(
      "Subscribers.Demand", "in Swift, each `next()` asks for one value, so there is nothing to count",
      see: "explain backpressure"),
    .write("MergeMany", "merge(a, b)", "it takes up to 64 rows here, and two or three streams in AsyncAlgorithms"),
    .write(
      "CombineLatest3", "combineLatest(a, b)",
      "it takes up to 64 rows here, and two or three streams in AsyncAlgorithms"),
    .write("Zip3", "zip(a, b)", "it takes up to 64 rows here, and two or three streams in AsyncAlgorithms"),
    .none("CurrentValueRelay", NoCounterpart.replay),
    .none("PassthroughRelay", NoCounterpart.subject),
    .none("deinit", NoCounterpart.lifetime),
    .none("Scheduler", NoCounterpart.scheduler),
    .none("Published", NoCounterpart.property),
  ]
}
