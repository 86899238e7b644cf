/// A name with its answer, in the table of a library.
struct NamedAnswer {
  let name: String
  let answer: KnownName.Answer
  var related: [String] = []

  /// An operator that does the same.
  static func same(_ name: String, _ called: String, _ expression: String) -> NamedAnswer {
    NamedAnswer(name: name, answer: .exact(operator: called, expression: expression))
  }

  /// An operator that does nearly the same.
  static func near(
    _ name: String, _ called: String, _ expression: String, _ difference: String
  ) -> NamedAnswer {
    NamedAnswer(name: name, answer: .near(operator: called, expression: expression, difference: difference))
  }

  /// No operator, but an expression.
  static func write(_ name: String, _ expression: String, _ advice: String? = nil, see: String...) -> NamedAnswer {
    NamedAnswer(name: name, answer: .none(advice: advice, expression: expression), related: see)
  }

  /// No operator, but an expression, for a reason that several names share.
  static func write(_ name: String, _ expression: String, _ reason: NoCounterpart) -> NamedAnswer {
    NamedAnswer(name: name, answer: .none(advice: reason.text, expression: expression), related: reason.related)
  }

  /// Nothing to write.
  static func none(_ name: String, _ advice: String, see: String...) -> NamedAnswer {
    NamedAnswer(name: name, answer: .none(advice: advice, expression: nil), related: see)
  }

  /// Nothing to write, for a reason that several names share.
  static func none(_ name: String, _ reason: NoCounterpart) -> NamedAnswer {
    NamedAnswer(name: name, answer: .none(advice: reason.text, expression: nil), related: reason.related)
  }
}

/// A reason that several names share, and the commands that show more.
struct NoCounterpart {
  let text: String
  let related: [String]

  init(_ reason: String, see related: String...) { (text, self.related) = (reason, related) }

  /// For sources outside of a scene.
  static let source = NoCounterpart(
    "in Swift, an `AsyncStream` takes the values of callbacks; here they come from rows, and a live row reads a file, a pipe, a "
      + "command or a tap", see: "explain AsyncStream", "explain notation")
  /// For objects that code puts values into.
  static let subject = NoCounterpart(
    "in Swift, an `AsyncStream` takes values from other code, for one reader, and `share` gives them to several; here they come "
      + "from rows",
    see: "explain AsyncStream", "explain AsyncChannel", "explain share")
  /// For the type of all streams.
  static let stream = NoCounterpart(
    "in Swift, every stream is an `AsyncSequence`, which a `for await` loop reads; here, a row is one",
    see: "explain for-await", "explain hot", "explain AsyncStream")
  /// For what diagrams are written in.
  static let notation = NoCounterpart(
    "a row is a marble diagram: a character is a step of time", see: "explain notation", "learn lesson-timeline")
  /// For subscribers.
  static let consumer = NoCounterpart(
    "in Swift, a `for await` loop reads a stream; here each row is read, and shows its values",
    see: "explain for-await",
    "explain backpressure")
  /// For the end of a subscription.
  static let cancelling = NoCounterpart(
    "in Swift, a loop that ends, or whose task is cancelled, stops reading: there is nothing to keep or to dispose of, except the "
      + "task if you want to cancel it", see: "explain cancellation", "learn lesson-streams")
  /// For side effects.
  static let effect = NoCounterpart(
    "in Swift, effects are in the body of the loop, or in the closure of `map`; here, to see the values at this point, make a row of "
      + "the expression so far", see: "explain stages")
  /// For schedulers.
  static let scheduler = NoCounterpart(
    "in Swift, the actor or the executor of a task decides where its code runs, and a clock when; here, all operators of a scene "
      + "run in turn on one executor", see: "explain receive", "learn lesson-clocks")
  /// For schedulers of tests.
  static let virtualTime = NoCounterpart(
    "`marbled check` and `expectMarbles` run a scene in virtual time, so that a test waits for nothing",
    see: "learn lesson-test", "learn lesson-clocks")
  /// For streams of streams.
  static let window = NoCounterpart(
    "streams are no values here, but arrays are", see: "explain grouped", "learn lesson-streams")
  /// For any number of streams at the same time.
  static let together = NoCounterpart(
    "`flatMap` runs one stream after another, and `flatMapLatest` keeps the newest",
    see: "explain flatMap flatMapLatest",
    "learn lesson-streams")
  /// For streams that store values for later consumers.
  static let replay = NoCounterpart(
    "`share` does not replay, so a later reader misses the values before; in Swift, keep the newest value in a property, and begin "
      + "with it", see: "explain share", "explain startWith", "learn lesson-unicast")
  /// For sharing that is started by a call.
  static let connecting = NoCounterpart(
    "the first reader of `share` starts it, and nothing has to be connected", see: "explain share")
  /// For times as values.
  static let times = NoCounterpart(
    "no operator makes values of times: in Swift, `map` can ask a clock; here, the picture has a time axis",
    see: "learn lesson-timeline")
  /// For ends and errors as values.
  static let notifications = NoCounterpart(
    "ends and errors are no values here, but the picture shows them", see: "explain notation", "learn lesson-errors")
  /// For results when a stream is empty.
  static let empty = NoCounterpart(
    "no operator acts on an empty stream", see: "explain startWith", "explain reduce")
  /// For types.
  static let types = NoCounterpart(
    "in Swift, `map` converts values; here, they are JSON and have no types", see: "explain map")
  /// For types that hide what a stream is made of.
  static let erasing = NoCounterpart(
    "in Swift, `some AsyncSequence<Int, Never>` hides what a stream is made of; here, all streams have one type",
    see: "explain stages")
  /// For streams that begin when they are read.
  static let deferring = NoCounterpart(
    "a stream starts when it is read, and a cold row starts again for each reader", see: "explain hot")
  /// For a choice between streams.
  static let choice = NoCounterpart(
    "no operator chooses between streams; write both as rows, and use `filter`", see: "explain filter", "explain merge")
  /// For errors of a second value.
  static let single = NoCounterpart("no operator fails for a second value", see: "explain prefix")
  /// For resources.
  static let resources = NoCounterpart(
    "in Swift, a resource is opened before the loop, and closed behind it with `defer`; streams hold none here",
    see: "explain for-await")
  /// For streams of steps.
  static let stepwise = NoCounterpart(
    "the closure of `reductions` returns a value, not a stream", see: "explain reductions")
  /// For pairs of values whose times overlap.
  static let overlap = NoCounterpart(
    "no operator pairs values by the time that they last; `combineLatest` pairs the newest ones",
    see: "explain combineLatest", "explain innerJoin")
  /// For loops.
  static let feedback = NoCounterpart("no operator feeds its values back", see: "explain flatMap")
  /// For objects.
  static let objects = NoCounterpart("no expression makes objects", see: "explain reduce", "explain grouped")
}
