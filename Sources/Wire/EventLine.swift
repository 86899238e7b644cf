package import Marbles

/// An event of a row as one JSON object: a line of `render --format json`, of an event file, and of `/v1/events`.
///
/// Event ids are text here; ``init(_:_:)`` and ``entry(_:)`` convert them from and to the keys of a recording. JSON has
/// no tuples: they are written as arrays, and `tuples` lists the JSON pointers of those arrays.
package struct EventLine: Hashable, Sendable {
  /// The kinds of events.
  package enum Kind: Hashable, Sendable {
    case value(Content)
    case finish
    case error(message: String)
    /// The row has not ended.
    case open
  }

  /// A value and its metadata.
  package struct Content: Hashable, Sendable {
    /// The id of the event; nil to let the reader assign one.
    package var id: String?
    package var value: Value
    /// Nil for the reader's default.
    package var color: MarbleColor?
    /// The row events that it came from.
    package var from = Ancestors()
    /// The input events that it came from.
    package var sources = Ancestors()
    /// How the value appears; nil for the reader's default.
    package var animation: Animation?
    /// When it happened, as its source says: the time since 1970, in JSON in seconds.
    package var sourceTime: SceneTime?
    /// What became of an input value; only written.
    package var fate: Fate?
    /// What became of a value that went through a channel or a stream; only written.
    package var send: Send?

    package init(id: String?, value: Value, color: MarbleColor? = nil) {
      (self.id, self.value, self.color) = (id, value, color)
    }
  }

  /// What became of an input value by the end of a recording.
  package struct Fate: Hashable, Sendable {
    /// `waiting`, `used` or `dropped`.
    package var state: String
    /// The output row that used it first, or dropped it last.
    package var row: String?
    package var time: SceneTime?
    /// The operator that dropped it or decided by it.
    package var name: String?
    /// Why it was dropped, in one word.
    package var reason: String?
    /// The ids of the events of the value that took its place.
    package var cause: [String] = []
  }

  /// What became of a value of an input that is a channel or a stream.
  package struct Send: Hashable, Sendable {
    /// When `send` or `yield` was called.
    package var called: SceneTime
    /// When the call returned; nil when it did not.
    package var returned: SceneTime?
    /// The row that took the value; nil when none did.
    package var takenBy: String?
    /// The number of the iterator among those of this row, from 0.
    package var iterator: Int?
    package var taken: SceneTime?
    package var dropped: SceneTime?
    /// Why it was dropped, in one word: `full` or `over`.
    package var reason: String?
  }

  /// A cancelled request, which ended a stream for all rows that read it.
  package struct CutOff: Hashable, Sendable {
    /// The row whose request was cancelled.
    package var row: String
    /// The number of the iterator among those of this row, from 0.
    package var iterator: Int
    package var time: SceneTime
  }

  /// The ids of an event's ancestors.
  package struct Ancestors: Hashable, Sendable {
    /// The newest ids, at most ``listedIDs``.
    package var ids: [String] = []
    /// The number of further ids; an upper bound when a lineage shares many ancestors.
    package var omitted = 0

    package init(_ ids: [String] = [], omitted: Int = 0) { (self.ids, self.omitted) = (ids, omitted) }
  }

  /// A line that is not a valid event, with a sentence on what is wrong.
  package struct Malformed: Error, Hashable, Sendable { package var message: String }

  /// The row; nil in a file of one row that does not name it.
  package var row: String?
  package var time: SceneTime
  package var kind: Kind
  /// In the line of a row's end: the cancelled request that ended its stream for all rows before; only written.
  package var cutOff: CutOff?

  package init(row: String?, time: SceneTime, kind: Kind) { (self.row, self.time, self.kind) = (row, time, kind) }
}

// MARK: Writing

extension EventLine {
  /// The object, on one line.
  package var json: String { json(marksTuples: true) }

  /// The object, on one line.
  ///
  /// - Parameter marksTuples: whether to add `tuples`; `render` omits it.
  package func json(marksTuples: Bool) -> String {
    JSONObject { write(to: &$0, marksTuples: marksTuples) }.text
  }

  /// Adds the members to an object.
  func write(to object: inout JSONObject, marksTuples: Bool = true) {
    if let row { object.add("row", row) }
    object.add("time", time)
    switch kind {
    case .value(let content): content.write(to: &object, marksTuples: marksTuples)
    case .finish: object.add("kind", "finish")
    case .error(let message):
      object.add("kind", "error")
      object.add("message", message)
    case .open: object.add("kind", "open")
    }
    if let cutOff {
      object.add("cutOff") {
        $0.add("row", cutOff.row)
        $0.add("iterator", cutOff.iterator)
        $0.add("time", cutOff.time)
      }
    }
  }
}

extension EventLine.Content {
  fileprivate func write(to object: inout JSONObject, marksTuples: Bool) {
    object.add("kind", "value")
    if let id { object.add("id", id) }
    object.add("value", value: value)
    if let sourceTime { object.add("sourceTime", sourceTime) }
    if let color { object.add("color", color.rawValue) }
    from.write("from", to: &object)
    sources.write("sources", to: &object)
    if let animation { animation.write(to: &object) }
    if let fate { fate.write(to: &object) }
    if let send { send.write(to: &object) }
    guard marksTuples else { return }
    let pointers = value.tuplePointers
    if !pointers.isEmpty { object.add("tuples", pointers) }
  }
}

extension EventLine.Fate {
  fileprivate func write(to object: inout JSONObject) {
    object.add("fate") {
      $0.add("state", state)
      if let row { $0.add("row", row) }
      if let time { $0.add("time", time) }
      if let name { $0.add("operator", name) }
      if let reason { $0.add("reason", reason) }
      if !cause.isEmpty { $0.add("cause", cause) }
    }
  }
}

extension EventLine.Send {
  fileprivate func write(to object: inout JSONObject) {
    object.add("send") {
      $0.add("called", called)
      if let returned { $0.add("returned", returned) }
      if let takenBy { $0.add("takenBy", takenBy) }
      if let iterator { $0.add("iterator", iterator) }
      if let taken { $0.add("taken", taken) }
      if let dropped { $0.add("dropped", dropped) }
      if let reason { $0.add("reason", reason) }
    }
  }
}

extension EventLine.Ancestors {
  fileprivate func write(_ key: String, to object: inout JSONObject) {
    object.add(key, ids)
    if omitted > 0 { object.add("\(key)Omitted", omitted) }
  }

  fileprivate init(_ key: String, in members: JSONMembers) {
    self.init(members.texts(key), omitted: members.count("\(key)Omitted"))
  }
}

extension Animation {
  /// Times in seconds; null for no animation.
  fileprivate func write(to object: inout JSONObject) {
    guard !isImmediate else { return object.add("animation", value: .null) }
    object.add("animation") {
      $0.add("transition", transition.rawValue)
      $0.add("duration", duration)
      $0.add("delay", delay)
      $0.add("curve", curve.rawValue)
    }
  }

  /// Missing members have their defaults; nil when the JSON is invalid.
  init?(json: Value) {
    if json == .null {
      self = .immediate
      return
    }
    guard case .object(let members) = json, let transition = members["transition"]?.text.flatMap(Transition.init),
      members.keys.allSatisfy(["transition", "duration", "delay", "curve"].contains)
    else { return nil }
    self.init(transition)
    if let value = members["duration"] {
      guard let duration = value.duration else { return nil }
      self.duration = duration
    }
    if let value = members["delay"] {
      guard let delay = value.duration else { return nil }
      self.delay = delay
    }
    if let value = members["curve"] {
      guard let curve = value.text.flatMap(Curve.init) else { return nil }
      self.curve = curve
    }
  }
}

// MARK: Reading

extension EventLine {
  /// The keys of an event object.
  package static let keys = [
    "time", "value", "id", "color", "row", "kind", "message", "from", "fromOmitted", "sources", "sourcesOmitted",
    "animation", "tuples", "fate", "send", "cutOff", "sourceTime",
  ]

  /// Parses an object; ignores unknown keys.
  ///
  /// - Throws: ``Malformed`` with the first problem.
  package init(_ members: JSONMembers) throws(Malformed) {
    let kind = members["kind"]?.description ?? "value"
    self.init(row: members["row"]?.description, time: try Self.time(members, isOpen: kind == "open"), kind: .open)
    let animation = try Self.animation(members)
    let color = try Self.color(members)
    switch kind {
    case "value":
      guard let value = members["value"] else { throw Malformed(message: "no `value`") }
      var content = Content(
        id: members["id"]?.description, value: value.withTuples(at: members.texts("tuples")), color: color)
      content.from = Ancestors("from", in: members)
      content.sources = Ancestors("sources", in: members)
      content.animation = animation
      content.sourceTime = members["sourceTime"].flatMap { TimeUnit.time($0, unit: .s) }
      self.kind = .value(content)
    case "finish": self.kind = .finish
    case "error": self.kind = .error(message: members["message"]?.description ?? Timeline.defaultErrorMessage)
    case "open": break
    default:
      let kinds = ["value", "finish", "error", "open"]
      throw Malformed(message: "unknown kind `\(kind)`\(Suggestion.clause(for: kind, among: kinds))")
    }
  }

  private static func time(_ members: JSONMembers, isOpen: Bool) throws(Malformed) -> SceneTime {
    guard let given = members["time"] else {
      if isOpen { return .zero }
      throw Malformed(message: "no `time`")
    }
    guard given.isDuration else { throw Malformed(message: "`time` is not a number of seconds") }
    if given.isTooLong { throw Malformed(message: "`time` \(DurationNotation.Problem.tooLong)") }
    guard let time = given.duration else {
      throw Malformed(message: "`time` is not a time in seconds, 0 or greater")
    }
    return time
  }

  private static func animation(_ members: JSONMembers) throws(Malformed) -> Animation? {
    guard let node = members["animation"] else { return nil }
    guard let animation = Animation(json: node) else {
      throw Malformed(
        message: "`animation` is not one, as in {\"transition\":\"slide\",\"duration\":0.4}, nor null")
    }
    return animation
  }

  private static func color(_ members: JSONMembers) throws(Malformed) -> MarbleColor? {
    guard let name = members["color"]?.description else { return nil }
    if let color = MarbleColor(rawValue: name) { return color }
    let names = MarbleColor.allCases.map(\.rawValue)
    let meant = Suggestion.nearest(to: name, among: names).map { "did you mean `\($0)`?" }
    throw Malformed(message: "unknown color `\(name)`; \(meant ?? "colors are \(names.joined(separator: ", "))")")
  }
}

extension Value {
  /// Whether values of this kind can state a duration.
  fileprivate var isDuration: Bool {
    switch self {
    case .int, .double, .string: true
    default: false
    }
  }

  /// Whether the duration exceeds 100 years.
  fileprivate var isTooLong: Bool {
    switch self {
    case .int(let seconds): seconds > 0 && SceneTime.seconds(seconds) > .longestReadable
    case .double(let seconds): SceneTime.seconds(seconds.value) > .longestReadable
    case .string(let text): text.durationProblem == .tooLong
    default: false
    }
  }

  /// Seconds, or a number with a unit; nil when it is not a duration of at least 0.
  fileprivate var duration: SceneTime? {
    switch self {
    case .int(let seconds): try? DurationNotation.parse(String(seconds))
    case .double(let number): number.value.duration
    case .string(let text): try? DurationNotation.parse(text)
    default: nil
    }
  }
}

extension Double {
  /// The number as seconds, by its digits, so that 0.1 is exactly a tenth of a second; nil when it is not a duration of at least 0.
  fileprivate var duration: SceneTime? {
    (try? DurationNotation.parse(String(describing: self)))
      ?? (self >= 0 && self <= SceneTime.longestReadable.seconds ? .seconds(self) : nil)
  }
}

extension String {
  fileprivate var durationProblem: DurationNotation.Problem? {
    do throws(DurationNotation.Problem) {
      _ = try DurationNotation.parse(self)
      return nil
    } catch {
      return error
    }
  }
}
