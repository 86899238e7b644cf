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
    "in Swift, `Task { for await x in a { … } }` reads a stream, until the task is cancelled; here each row is read, and shows its values",
    see: "explain for-await", "explain cancellation")
  /// For the end of a subscription.
  static let cancelling = NoCounterpart(
    "in Swift, keep the `Task` that reads, and `cancel()` it; a task that is let go runs on, unlike a released `AnyCancellable`",
    see: "explain cancellation", "learn lesson-streams")
  /// For side effects.
  static let effect = NoCounterpart(
    "in Swift, effects are in the body of the loop, or in the closure of `map`; here, to see the values at this point, make a row of "
      + "the expression so far", see: "explain stages")
  /// For schedulers.
  static let scheduler = NoCounterpart(
    "in Swift, the actor of a task decides where its code runs, as in `Task { @MainActor in for await x in a { … } }`; here, all "
      + "operators of a scene run in turn on one executor", see: "explain receive", "learn lesson-clocks")
  /// For where the code of a source runs.
  static let producer = NoCounterpart(
    "in Swift, the code of a source runs where its task was started, such as `Task.detached`, and fills an `AsyncStream`; the reader "
      + "has no part in it", see: "explain AsyncStream", "explain receive")
  /// For notifications of a system.
  static let observed = NoCounterpart(
    "in Swift, `NotificationCenter.default.notifications(named: …)` is a stream; `.values` makes one of any publisher",
    see: "explain for-await")
  /// For schedulers of tests.
  static let virtualTime = NoCounterpart(
    "in Swift, pass the clock as an argument, and give a test one that it advances: `TestClock` of the library Playback, "
      + "or the clock that `expectMarbles` of MarblesTesting passes in; `marbled check` "
      + "does so with scenes", see: "learn lesson-test", "learn lesson-clocks")
  /// For streams of streams.
  static let window = NoCounterpart(
    "streams are no values here, but arrays are", see: "explain grouped", "learn lesson-streams")
  /// For any number of streams at the same time.
  static let together = NoCounterpart(
    "in Swift, the tasks of a task group yield into one `AsyncStream`; `flatMap` runs one stream after another, and `flatMapLatest` "
      + "keeps the newest",
    see: "explain flatMap flatMapLatest", "learn lesson-streams")
  /// For one stream at a time, during which values are lost.
  static let busy = NoCounterpart(
    "no operator drops values while a stream runs: `flatMap` runs one stream after another, and `flatMapLatest` keeps the newest; in "
      + "Swift, a loop whose body reads the inner stream gets no value meanwhile, if it reads an `AsyncStream` with "
      + "`bufferingPolicy: .bufferingOldest(0)`", see: "explain AsyncStream", "explain flatMap flatMapLatest")
  /// For streams that store values for later consumers.
  static let replay = NoCounterpart(
    "`share` does not replay, so a later reader misses the values before; in Swift, keep them beside the stream, as in an actor, "
      + "and let each reader begin with them; for a property of an `@Observable` model, `Observations` begins with the current value",
    see: "explain share", "explain startWith",
    "learn lesson-unicast")
  /// For sharing that is started by a call.
  static let connecting = NoCounterpart(
    "the first reader of `share` starts it, and nothing has to be connected", see: "explain share")
  /// For times as values.
  static let times = NoCounterpart(
    "no operator makes values of times: in Swift, `map` can ask a clock; here, the picture has a time axis",
    see: "learn lesson-timeline")
  /// For ends and errors as values.
  static let notifications = NoCounterpart(
    "in Swift, a `Result` is a value that may be an error; here, ends and errors are no values, but the picture shows them",
    see: "explain notation", "learn lesson-errors")
  /// For results when a stream is empty.
  static let empty = NoCounterpart(
    "no operator acts on an empty stream", see: "explain startWith", "explain reduce")
  /// For types.
  static let types = NoCounterpart(
    "in Swift, `map` converts values, and `mapError` errors; here, values are JSON and have no types",
    see: "explain map",
    "explain mapError")
  /// For types that hide what a stream is made of.
  static let erasing = NoCounterpart(
    "in Swift, `some AsyncSequence<Int, Never>` hides what a stream is made of; here, all streams have one type",
    see: "explain stages")
  /// For streams that begin when they are read.
  static let deferring = NoCounterpart(
    "in Swift, write a function that makes the stream, as `AsyncStream { continuation in … }` runs its closure at once; here, a cold row "
      + "begins for each reader", see: "explain hot")
  /// For a choice between streams.
  static let choice = NoCounterpart(
    "in Swift, `if` chooses the stream before the loop; here, write both as rows, and use `filter`",
    see: "explain filter", "explain merge")
  /// For errors of a second value.
  static let single = NoCounterpart(
    "no operator fails for a second value; in Swift, the loop can count", see: "explain prefix")
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
  static let feedback = NoCounterpart(
    "no operator feeds its values back; in Swift, `yield` the results of the loop into the `AsyncStream` that it reads",
    see: "explain AsyncStream", "explain flatMap")
  /// For objects.
  static let objects = NoCounterpart(
    "in Swift, `await a.reduce(into: [:]) { $0[$1.id] = $1 }` gives a dictionary; no expression here makes objects",
    see: "explain reduce", "explain grouped")
  /// For code that runs when a stream is over.
  static let atTheEnd = NoCounterpart(
    "in Swift, `defer` in the function with the loop runs however it ends, and `onTermination` of an `AsyncStream` when it is "
      + "finished or its reader has gone", see: "explain cancellation", "explain for-await")
  /// For one result of other code.
  static let future = NoCounterpart(
    "in Swift it is an asynchronous function, with `withCheckedContinuation` for a callback; a `Task` begins at once, and each reader "
      + "awaits its `value`", see: "explain for-await")
  /// For one answer of a server.
  static let request = NoCounterpart(
    "in Swift it is an asynchronous function: `try await URLSession.shared.data(from: url)`",
    see: "explain flatMapLatest",
    "learn lesson-streams")
  /// For a property whose values are observed.
  static let property = NoCounterpart(
    "in Swift, `Observations { model.name }` of an `@Observable` model is a stream of the current value and of later ones, and leaves "
      + "out values that are replaced at once; `$name.values` is that of Combine",
    see: "explain for-await", "explain AsyncStream")
  /// For putting a value into a stream.
  static let sending = NoCounterpart(
    "in Swift, `continuation.yield(x)` of an `AsyncStream` never waits, and `await channel.send(x)` of an `AsyncChannel` does; "
      + "`finish()` ends both", see: "explain AsyncStream", "explain AsyncChannel")
  /// For tasks that run side by side.
  static let tasks = NoCounterpart(
    "in Swift, `async let` and task groups run code side by side, and cancel it together; operators read streams in such tasks",
    see: "explain for-await", "explain cancellation")
  /// For what holds on to a stream.
  static let lifetime = NoCounterpart(
    "in Swift, a task that loops over an endless stream keeps what it uses, also `self`, until it is cancelled: keep the `Task`, and "
      + "cancel it from outside", see: "explain cancellation")
  /// For errors as such.
  static let errors = NoCounterpart(
    "in Swift, `for try await` throws the error of a stream, which is over then; `do` and `catch` around the loop handle it",
    see: "explain catchError", "learn lesson-errors")
}
