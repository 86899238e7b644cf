/// An idea behind the operators that has a page, as `unicast`.
public struct Concept: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// What it is called elsewhere, without spaces and in lowercase.
  public let aliases: [String]
  /// What it is, in a sentence.
  public let summary: String
  /// What follows from it, a paragraph each.
  public let paragraphs: [String]
  /// The shipped scene that shows it.
  public let scene: String
  /// The shipped lesson that teaches it; nil for none.
  public let lesson: String?
  /// Operators to look up next.
  public let operators: [String]

  /// All concepts, in the order in which they are learned.
  public static let all = [forAwait, stages, cancellation, hot, asyncStream, unicast, asyncChannel, backpressure]

  /// The concept that a text names, in any letters; nil for none.
  public static func named(_ text: String) -> Concept? {
    let key = key(text)
    return all.first { Self.key($0.name) == key || $0.aliases.contains(key) }
  }

  private static func key(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  private static let forAwait = Concept(
    name: "for await",
    aliases: ["forawaitin", "loop", "asynciterator", "asynciteratorprotocol", "makeasynciterator", "next"],
    summary:
      "`for await value in stream { … }` reads a stream: it asks for a value, waits, runs its body, and asks again.",
    paragraphs: [
      "The loop is what other libraries call a subscriber or an observer, or `subscribe`, `sink` and `collect`. While its body "
        + "works, it asks for nothing. It ends with the stream, with `break`, and when its task is cancelled; `for try await` throws "
        + "the error of a stream that fails.",
      "A row of a scene is read by such a loop, which takes no time for a value. `consume: 2s` gives its body two seconds.",
    ],
    scene: "unasked-timer", lesson: "lesson-demand", operators: ["map", "buffer"])

  private static let cancellation = Concept(
    name: "cancellation",
    aliases: ["cancel", "canceling", "cancelling", "cancelled", "taskcancel", "iscancelled", "ontermination"],
    summary:
      "A stream is not cancelled, the task that reads it is. A task that is let go runs on, so keep it, and cancel it.",
    paragraphs: [
      "A task is cancelled with `cancel()`. Then the `next()` in which it waits returns at once, in most streams with nil, and the "
        + "loop ends. The stages before it end as well, and `onTermination` of an `AsyncStream` is called.",
      "`prefix` stops reading after its last value, `flatMapLatest` cancels the stream that it reads when a new value comes, and "
        + "`timeout` cancels what is too late. A cancelled stream has not finished: it may have had more to give.",
    ],
    scene: "flat-map-vs-flat-map-latest", lesson: "lesson-streams", operators: ["flatMapLatest", "prefix", "timeout"])

  private static let stages = Concept(
    name: "stages", aliases: ["stage", "pipeline", "chain of operators", "steps"].map(key),
    summary: "An expression is a chain of operators; each of them is a stage, which reads the one before it.",
    paragraphs: [
      "A value goes from stage to stage. Each stage lets it through, makes another one of it, keeps it for later, or drops it. "
        + "`marbled play SCENE --stages` draws a row for each stage, and `z` does so while a scene plays.",
      "A later stage asks the earlier one for each value. When it ends, as `prefix` does, it stops asking, and the stages before "
        + "it end as well.",
    ],
    scene: "lesson-pipeline", lesson: "lesson-transform", operators: ["map", "filter", "prefix"])

  private static let hot = Concept(
    name: "hot and cold", aliases: ["hot", "cold", "hotstream", "coldstream", "hotvscold", "coldvshot"],
    summary: "A hot stream runs whether it is read or not; a cold one begins when it is read, for each reader again.",
    paragraphs: [
      "A row of a scene is hot: its values come at their times, read or not. It keeps them, so each reader that begins "
        + "late gets at once what has come before. An `AsyncStream` gives its buffer to its first reader alone, and a hot `Observable` of "
        + "Rx gives nothing of it. With `cold: true` the row begins for each reader, and plays all of it again.",
      "In Swift, a sequence that makes its values in `next()` is cold. An `AsyncStream` that another task fills is hot, and keeps "
        + "values for its reader in a buffer. `retry` needs a cold stream, as it reads it again. So does a `flatMap` whose closure gives "
        + "the same stream each time.",
    ],
    scene: "cold-vs-hot", lesson: "lesson-errors", operators: ["retry", "share"])

  private static let asyncStream = Concept(
    name: "AsyncStream", aliases: ["asyncthrowingstream", "continuation", "makestream"],
    summary: "A stream that other code fills through a continuation. It is for one reader, and has a buffer.",
    paragraphs: [
      "`yield` never waits. A value that is not asked for yet waits in the buffer: without a limit, or with `bufferingNewest` and "
        + "`bufferingOldest`, which drop what has no room.",
      "`let (stream, continuation) = AsyncStream.makeStream(of: Int.self)` makes one; `continuation.yield(1)` puts a value into it, "
        + "and `continuation.finish()` ends it.",
      "Two loops over one stream split its values (see `marbled explain unicast`). An `AsyncThrowingStream`, which may fail, has "
        + "one loop at a time: the program ends when a second one asks while the first waits. A row with `source: stream` is an "
        + "`AsyncStream`, and `buffer:` is its policy.",
    ],
    scene: "stream-buffers", lesson: "lesson-demand", operators: ["buffer", "share"])

  private static let unicast = Concept(
    name: "unicast", aliases: ["singleconsumer", "singlereader", "twoloops"],
    summary: "Each value of a unicast stream goes to one reader only.",
    paragraphs: [
      "An `AsyncStream` is unicast. With two loops over it, each value goes to the loop that has waited longest, and none of them "
        + "gets all. Nothing warns of it.",
      "`share` reads a stream once and gives each value to all of its readers. It does not replay: who comes late misses what "
        + "was before.",
    ],
    scene: "stream-split", lesson: "lesson-unicast", operators: ["share"])

  private static let asyncChannel = Concept(
    name: "AsyncChannel", aliases: ["asyncthrowingchannel", "channel", "rendezvous"],
    summary: "A stream without a buffer: `send` waits until a reader has taken its value.",
    paragraphs: [
      "A reader that is slow makes the sender slow, so nothing is lost and nothing piles up. A `send` without a reader waits "
        + "until one comes, its task is cancelled or the channel is finished.",
      "It is unicast, as `AsyncStream` is. A row with `source: channel` is an `AsyncChannel`: marbles that wait are drawn at the "
        + "times at which they were sent and taken.",
    ],
    scene: "channel", lesson: "lesson-demand", operators: ["buffer"])

  private static let backpressure = Concept(
    name: "back-pressure", aliases: ["demand", "slowconsumer", "slowreader", "pull", "request"],
    summary:
      "A slow reader slows down what it reads, as streams are pulled: a stage makes a value when it is asked for one.",
    paragraphs: [
      "A loop asks for a value, works, and asks again. `map` and `filter` pass each request on. `debounce`, `buffer` and "
        + "`combineLatest` ask ahead of their reader, so they have to keep values, or drop some.",
      "What can't wait, such as a row of a scene or an `AsyncStream`, needs a buffer: `buffer(policy:)` says how many values it "
        + "keeps, and which are lost. What can wait, such as an `AsyncChannel`, waits.",
      "The mark ▴ in a row of a stage is a request, and dots are times in which nothing is asked for.",
    ],
    scene: "channel", lesson: "lesson-demand", operators: ["buffer", "flatMap"])
}
