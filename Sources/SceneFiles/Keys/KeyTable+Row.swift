internal import Marbles
internal import Scenes

/// The key that says where the values of a row come from; each row has one of them.
package enum RowSource: String, CaseIterable {
  case apply, events, marbles, random, live

  /// Whether it makes the row an output.
  var isOutput: Bool { self == .apply }
}

extension KeyTable {
  /// The keys of a row; its variants are the sources of rows (`RowSource`).
  package static let row = KeyTable(
    "a row",
    [
      SceneKey(
        "events", .list(of: .mapping(.event), 0...Int.max), "Makes the row an input: a list of events.", in: [.events]),
      SceneKey("marbles", .diagram, "Makes the row an input: a diagram, such as `\"1-2-3|\"`.", in: [.marbles]),
      SceneKey("random", .mapping(.random), "Makes the row an input: random events.", in: [.random]),
      SceneKey(
        "live", .any([.yes, .liveSource, .mapping(.live)]),
        "Makes the row an input whose events come from outside: `true`, a source, or a mapping.", in: [.live]),
      SceneKey(
        "cold", .flag, "Whether the row starts from its beginning for each use in an expression.", in: written),
      SceneKey("hot", .flag, "With `dialect: rx`: whether the row starts with the scene.", in: written),
      SceneKey("unbuffered", .flag, "Whether a late consumer gets no earlier values.", in: written),
      SceneKey("source", .choice(SendingSource.self), "What sends the values; see `buffer`.", in: written),
      SceneKey(
        "buffer", .streamBuffer, "With `source: stream`: what the stream keeps; the default is `unbounded`.",
        in: written),
      SceneKey(
        "finish", .any([.duration(mayBeZero: true), .choice(["never"])]), "When the row finishes.", in: [.events]),
      SceneKey("error", .mapping(.error), "Makes the row fail.", in: [.events]),
      SceneKey("error", .text, "The message of the error that ends the diagram.", in: [.marbles]),
      SceneKey(
        "restart", .flag,
        "Whether the command starts again when it ends, or the program of the tap is waited for again.",
        in: [.live]),
      SceneKey("value", .memberPath, "The member of each line that holds the value.", in: [.live]),
      SceneKey("time", .memberPath, "The member of each line that holds the time at the source.", in: [.live]),
      SceneKey("id", .memberPath, "The member of each line that holds the id.", in: [.live]),
      SceneKey("timeUnit", .choice(TimeUnit.self), "The unit of these times; by default it is guessed.", in: [.live]),
      SceneKey("lines", .lineForm, "The format of the lines; by default the first lines decide.", in: [.live]),
      SceneKey("color", .choice(MarbleColor.self), "The colour of the row's marbles."),
      SceneKey("colorBy", .valueExpression, "Colours the marbles by the result of an expression over the value."),
      SceneKey("label", .valueExpression, "The text on the marbles, as an expression over the value."),
      SceneKey(
        "refreshInterval", .positiveDuration, "The minimum wall-clock time between two redraws of this row."),
      SceneKey("animation", .animation, "How values appear unless their stream says otherwise."),
      SceneKey("show", .choice(Scene.Row.Form.self), "How the row is shown; the default is `timeline`."),
      SceneKey("values", .values, "What the marbles of this row stand for.", in: [.marbles, .apply]),
      SceneKey("notes", .notes, "What the row teaches, in a few sentences."),
    ] + listStyle() + [
      SceneKey("apply", .expression, "Makes the row an output: an expression over other rows.", in: [.apply]),
      SceneKey("expect", .diagram, "What the row must emit, as a diagram.", in: [.apply]),
      SceneKey("should", .diagram, "What the issue of the scene asks for, as a diagram.", in: [.apply]),
      SceneKey(
        "consume", .positiveDuration, "How long the consumer takes for each value before it asks for the next.",
        in: [.apply]),
      SceneKey("stages", .flag, "Whether the picture shows what each operator of the expression gives.", in: [.apply]),
    ])

  /// The inputs that are written in the file.
  private static let written: [RowSource] = [.events, .marbles, .random]

  /// The keys of an event.
  static let event = KeyTable(
    "an event",
    [
      SceneKey("time", .duration(mayBeZero: true), "The scene time of the event.", isRequired: true),
      SceneKey("value", .value, "The value.", isRequired: true),
      SceneKey("id", .text, "The name of the event, unique in the scene."),
      SceneKey("color", .choice(MarbleColor.self), "The colour of its marble."),
      SceneKey("animation", .animation, "How it appears."),
    ])

  /// The keys of the error that ends a list of events.
  static let error = KeyTable(
    "an error",
    [
      SceneKey(
        "time", .duration(mayBeZero: true), "When the row fails; the default is the time of its last event."),
      SceneKey("message", .text, "The message of the error."),
    ])

  /// The keys of `random:`.
  static let random = KeyTable(
    "`random:`",
    [
      SceneKey("seed", .seed, "The same seed gives the same events.", isRequired: true),
      SceneKey("rate", .positiveDuration, "The average time between two events, up to one hour."),
      SceneKey(
        "values", .any([.valueRange, .list(of: .value, 1...Int.max)]), "A range such as `1...6`, or a list of values."),
      SceneKey("count", .count(0...RandomTimeline.maximumCount), "The number of events."),
    ])

  /// The keys of `live:`.
  static let live = KeyTable(
    "`live:`",
    [
      SceneKey("capacity", .count(Scene.Live.capacities), "How many values may wait for the row."),
      SceneKey("source", .liveSource, "The source of the values, such as `exec:COMMAND` or `tail:FILE`."),
    ])

  /// The keys of an animation.
  static let animation = KeyTable(
    "an animation",
    [
      SceneKey("transition", .choice(Animation.Transition.self), "How the marble appears.", isRequired: true),
      SceneKey("duration", .duration(mayBeZero: true), "How long the animation takes."),
      SceneKey("delay", .duration(mayBeZero: true), "How long it waits."),
      SceneKey("curve", .choice(Animation.Curve.self), "How its speed changes."),
    ])
}

/// What sends the values of an input to one consumer.
enum SendingSource: String, CaseIterable { case channel, stream }

extension SceneKey {
  fileprivate init(_ name: String, _ shape: KeyShape, _ about: String, in sources: [RowSource]) {
    self.init(name, shape, about, in: sources.map(\.rawValue))
  }
}
