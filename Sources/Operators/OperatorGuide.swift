extension Operator {
  /// The closest operator of Combine; nil when there is none.
  public var combineName: String? { OperatorGuide.entries[name]?.combine }
  /// When to use it, and what to use instead; a few sentences, which name operators in backticks.
  public var guidance: String { OperatorGuide.entries[name]?.use ?? "" }
  /// The operators that ``guidance`` names, in its order.
  public var relatedNames: [String] {
    let parts = guidance.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
  }
}

/// When to use each operator, and what Combine calls it.
enum OperatorGuide {
  struct Entry {
    var use: String
    var combine: String?

    init(_ use: String, combine: String? = nil) { (self.use, self.combine) = (use, combine) }
  }

  /// By the name of the operator.
  static let entries: [String: Entry] = [
    "AsyncTimerSequence": Entry(
      "Use it for work at regular intervals. It never ends: `prefix` or a duration of the scene stops it.",
      combine: "Timer.publish(every:on:in:)"),
    "adjacentPairs": Entry(
      "Use it to compare each value with the one before, as for a difference. `reductions` carries more than one value."
    ),
    "allSatisfy": Entry(
      "Use it for one answer about a whole stream. It ends at the first value that fails; `contains` asks the opposite.",
      combine: "allSatisfy"),
    "animation": Entry(
      "Use it to move values on the screen over time, as SwiftUI's `withAnimation` does. The values stay the same."),
    "buffer": Entry(
      "Use it between a fast producer and a slow consumer. The policy decides which values are lost when it is full.",
      combine: "buffer(size:prefetch:whenFull:)"),
    "catchError": Entry(
      "Use it to continue with another stream after an error. `retry` starts the same stream again.", combine: "catch"),
    "chain": Entry(
      "Use it for one stream after another. With streams that emit at the same time, use `merge`.", combine: "append"),
    "chunked": Entry(
      "Use it for batches that depend on the values, a signal or time. `chunks` makes batches of a fixed size.",
      combine: "collect(.byTime)"),
    "chunks": Entry(
      "Use it for batches of a fixed size, with a time limit if a batch must not wait. `chunked` decides by value.",
      combine: "collect(_:)"),
    "combineLatest": Entry(
      "Use it when a result depends on the current values of several streams. `zip` pairs each value only once.",
      combine: "combineLatest"),
    "compactMap": Entry(
      "Use it to transform values and drop those without a result. `map` keeps every value.", combine: "compactMap"),
    "compacted": Entry(
      "Use it to drop `nil`. `compactMap` transforms the values, too.", combine: "compactMap"),
    "contains": Entry(
      "Use it to find out whether a value arrives. It ends at the first match; `first` returns the value itself.",
      combine: "contains"),
    "debounce": Entry(
      "Use it to wait for a pause, as in search-as-you-type. For values at a steady rate while they keep coming, use"
        + " `throttle`.", combine: "debounce"),
    "delay": Entry(
      "Use it to emit every value later, with the same gaps. `debounce` waits for a pause, and drops values.",
      combine: "delay"),
    "distinct": Entry(
      "Use it to emit each value only once. It remembers all values; `removeDuplicates` remembers only the last."),
    "drop": Entry(
      "Use it to skip values up to a condition or a signal. `dropFirst` skips a number of values.",
      combine: "drop(while:), drop(untilOutputFrom:)"),
    "dropFirst": Entry(
      "Use it to skip a number of values. `drop` skips up to a condition or a signal.", combine: "dropFirst"),
    "filter": Entry(
      "Use it to keep the values that pass a test. `compactMap` transforms them, too.", combine: "filter"),
    "first": Entry(
      "Use it for the first value, or the first that passes a test. `prefix` keeps several values.", combine: "first"),
    "flatMap": Entry(
      "Use it when each value starts a stream, and all of them must finish, one after the other. To drop the earlier"
        + " stream when a new value arrives, use `flatMapLatest`.", combine: "flatMap(maxPublishers: .max(1))"),
    "flatMapLatest": Entry(
      "Use it when only the newest stream matters, as for search results. `flatMap` finishes every stream.",
      combine: "map and switchToLatest"),
    "ignoreElements": Entry(
      "Use it when only the end or the error of a stream matters.", combine: "ignoreOutput"),
    "interspersed": Entry("Use it to put a separator between values. `joined` puts one between streams."),
    "joined": Entry("Use it to emit streams of streams one after the other. `chain` takes a fixed number of streams."),
    "map": Entry(
      "Use it to transform each value. `compactMap` may drop values; `flatMap` starts a stream for each.",
      combine: "map"),
    "mapError": Entry(
      "Use it to change an error before it reaches the consumer. `catchError` continues after it.", combine: "mapError"),
    "max": Entry(
      "Use it for the largest value of a stream that ends. `reductions` emits the largest so far.", combine: "max"),
    "merge": Entry(
      "Use it to handle several streams as one, in order of arrival. `chain` waits for the end of each; `zip` makes"
        + " pairs.", combine: "merge"),
    "min": Entry(
      "Use it for the smallest value of a stream that ends. `reductions` emits the smallest so far.", combine: "min"),
    "prefix": Entry(
      "Use it to end a stream after some values, at a condition or at a signal. `first` keeps one value.",
      combine: "prefix"),
    "race": Entry(
      "Use it for the fastest of several streams. `merge` keeps the values of all. RxJS unsubscribes from the streams that lost;"
        + " here they are read to their end."),
    "receive": Entry(
      "Use it to deliver values on another clock, as for user interfaces. `delay` makes them late.",
      combine: "receive(on:)"),
    "reduce": Entry(
      "Use it for one result at the end of a stream. `reductions` emits each intermediate result.", combine: "reduce"),
    "reductions": Entry(
      "Use it for running totals and state machines. `reduce` emits only the last result.", combine: "scan"),
    "removeDuplicates": Entry(
      "Use it to drop a value that equals the one before. `distinct` drops every repetition.",
      combine: "removeDuplicates"),
    "repeated": Entry("Use it to start a stream again when it ends. `retry` starts it again after an error."),
    "retry": Entry(
      """
      Use it to start a failed stream again, a limited number of times. An input row must be cold to start from its \
      beginning; otherwise the values that it has buffered are repeated at once. `catchError` continues with another stream.
      """, combine: "retry"),
    "sample": Entry(
      "Use it for the newest value at each signal. `throttle` has its own interval; `withLatestFrom` keeps both values."
    ),
    "share": Entry(
      "Use it when several rows consume a cold stream that must run only once.", combine: "share, multicast"),
    "startWith": Entry(
      "Use it for a value before the first one, such as a default. `chain` puts a stream first.", combine: "prepend"),
    "throttle": Entry(
      "Use it for at most one value in each interval, while values keep coming. `debounce` waits for a pause.",
      combine: "throttle"),
    "timeout": Entry(
      "Use it to fail when no value arrives in time. `retry` or `catchError` handles the error.", combine: "timeout"),
    "withLatestFrom": Entry(
      "Use it when one stream decides when, and another has the value. `combineLatest` emits at values of both."),
    "zip": Entry(
      "Use it to pair values in order: the first with the first. For the current values of both, use `combineLatest`.",
      combine: "zip"),
  ]
}
