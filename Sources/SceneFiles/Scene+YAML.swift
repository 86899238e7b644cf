internal import Expressions
package import Marbles
internal import Operators
public import Scenes
package import Yams

extension Scene {
  /// The scene as a YAML file that parses to the same scene.
  ///
  /// Inputs are diagrams if a diagram can express them, else lists of events; defaults are omitted.
  public var yaml: String {
    var fields = self.fields(withDefaults: false)
    var inputs = 0
    var rows = YAMLMappingWriter()
    for row in self.rows {
      rows.add(row.name, row.node(in: self, palette: .forInput(inputs)))
      if row.expression == nil { inputs += 1 }
    }
    if !self.rows.isEmpty || kind.needsRows { fields.add("rows", rows.node) }
    do {
      return try Yams.serialize(node: fields.node, width: -1, allowUnicode: true)
    } catch {
      preconditionFailure("a scene that can't be written as YAML: \(error)")
    }
  }
}

extension Scene {
  /// The keys of the scene and their values, without its rows.
  ///
  /// - Parameter withDefaults: whether keys with default values are among them.
  package func fields(withDefaults: Bool) -> YAMLMappingWriter {
    var fields = YAMLMappingWriter()
    func add(_ key: String, _ node: Node, unless isDefault: Bool) {
      if withDefaults || !isDefault { fields.add(key, node) }
    }
    add("title", .text(title), unless: title == name)
    if !about.isEmpty { fields.add("about", .text(about)) }
    if !notes.isEmpty { fields.add("notes", .text(notes)) }
    if let exercise { fields.add("exercise", exercise.node) }
    if !allowedLints.isEmpty { fields.add("lint", lintNode) }
    if let issue { fields.add("issue", issue.node) }
    kind.add(to: &fields)
    if let duration { fields.add("duration", .plain(DurationNotation.print(duration))) }
    if let window { fields.add("window", .plain(DurationNotation.print(window))) }
    add("step", .plain(DurationNotation.print(step)), unless: step == .seconds(1))
    add("dialect", .plain(dialect.rawValue), unless: dialect == .marbled)
    add("order", .plain("\(order)"), unless: order == .inTurn)
    add("speedFactor", .plain("\(speedFactor)"), unless: speedFactor == 1)
    add("refreshInterval", .plain(refreshInterval.text), unless: refreshInterval == Self.defaultRefreshInterval)
    add("loop", .plain("\(loops)"), unless: !loops)
    add("animationTime", .plain(animationTime.rawValue), unless: animationTime == .scene)
    add("reducedMotion", .plain("\(reducesMotion)"), unless: !reducesMotion)
    if let backdrop { fields.add("backdrop", backdrop.backdropNode) }
    return fields
  }
}

extension Scene.Row {
  /// The value of a row.
  ///
  /// - Parameter palette: the default colour of an input at this position.
  package func node(in scene: Scene, palette: MarbleColor) -> Node {
    var fields = YAMLMappingWriter()
    if let color { fields.add("color", .plain(color.rawValue)) }
    switch content {
    case .input(let input):
      input.add(to: &fields, row: name, in: scene, color: color ?? palette)
    case .live(let live):
      live.add(to: &fields)
    case .output(let expression):
      // With the surrounding white space, as error columns count it.
      fields.add("apply", .text(expression.name == nil ? expression.text : expression.source))
      if let expectation {
        fields.add("expect", .diagram(expectation.text))
        let values = expectation.unwrittenValues(ofRow: name, in: scene)
        if !values.isEmpty { fields.add("values", Value.object(values).node) }
      }
      if let should { fields.add("should", .diagram(should)) }
      if let consumingTime { fields.add("consume", .plain(DurationNotation.print(consumingTime))) }
      if showsStages { fields.add("stages", .plain("true")) }
    }
    if !notes.isEmpty { fields.add("notes", .text(notes)) }
    if let label { fields.add("label", .quoted(label.text)) }
    if let colorBy { fields.add("colorBy", .quoted(colorBy.text)) }
    if let refreshInterval { fields.add("refreshInterval", .plain(refreshInterval.text)) }
    if let animation { fields.add("animation", animation.node) }
    if form != .timeline {
      fields.add("show", .plain(form.rawValue))
      listStyle.add(to: &fields, defaults: .ofRows)
    }
    return fields.node
  }
}

extension Scene.Expectation {
  /// The values that the dialect can't write, such as objects where every value is a string, keyed by the strings that
  /// take their place.
  fileprivate func unwrittenValues(ofRow row: String, in scene: Scene) -> [String: Value] {
    guard
      let read = try? Scene.Expectation(parsing: text, row: row, step: scene.step, dialect: scene.dialect).diagram,
      read != diagram
    else { return [:] }
    let pairs = zip(read.timeline.events, diagram.timeline.events).filter { $0.value != $1.value }
    return Dictionary(pairs.map { ($0.value.description, $1.value) }) { first, _ in first }
  }
}

extension Scene.Input {
  fileprivate func add(to fields: inout YAMLMappingWriter, row: String, in scene: Scene, color: MarbleColor) {
    let isColdByDefault = scene.dialect == .rx && !start.isSent
    switch start {
    case .hot, .cold, .unbuffered: break
    case .channel: fields.add("source", .plain("channel"))
    case .stream(let buffer):
      fields.add("source", .plain("stream"))
      if buffer != .unbounded { fields.add("buffer", .plain("\(buffer)")) }
    }
    if start == .cold, !isColdByDefault { fields.add("cold", .plain("true")) }
    if start != .cold, isColdByDefault { fields.add("hot", .plain("true")) }
    if start == .unbuffered, !isColdByDefault { fields.add("unbuffered", .plain("true")) }
    if let random, random.timeline(color: color) == timeline { return fields.add("random", random.node) }
    if let diagram = diagram(row: row, in: scene, color: color) {
      fields.add("marbles", .diagram(diagram))
      if case .error(_, let message) = timeline.end, message != Timeline.defaultErrorMessage {
        fields.add("error", .quoted(message))
      }
      return
    }
    let events = timeline.events.map { $0.node(color) }
    fields.add("events", Node(events, .implicit, events.isEmpty ? .flow : .block))
    switch timeline.end {
    case .finish(let time):
      if time != timeline.events.last?.time ?? .zero { fields.add("finish", .plain(DurationNotation.print(time))) }
    case .open: fields.add("finish", .plain("never"))
    case .error(let time, let message):
      var error = YAMLMappingWriter(style: .flow)
      error.add("time", .plain(DurationNotation.print(time)))
      if message != Timeline.defaultErrorMessage { error.add("message", .text(message)) }
      fields.add("error", error.node)
    }
  }

  /// The timeline as a diagram, without the message of an error; nil when a diagram can't express it.
  private func diagram(row: String, in scene: Scene, color: MarbleColor) -> String? {
    var timeline = timeline
    if case .error(let time, _) = timeline.end {
      timeline = Timeline(events: timeline.events, end: .error(time, message: Timeline.defaultErrorMessage))
    }
    let text = timeline.written(step: scene.step, dialect: scene.dialect)
    let read = try? Diagram.parse(text, row: row, step: scene.step, dialect: scene.dialect, color: color)
    return read?.timeline == timeline ? text : nil
  }
}

extension Scene.Live {
  fileprivate func add(to fields: inout YAMLMappingWriter) {
    if capacity != Self.defaultCapacity {
      var live = YAMLMappingWriter(style: .flow)
      live.add("capacity", .plain(String(capacity)))
      if let source { live.add("source", .quoted(source)) }
      fields.add("live", live.node)
    } else if let source {
      fields.add("live", .quoted(source))
    } else {
      fields.add("live", .plain("true"))
    }
    if restarts { fields.add("restart", .plain("true")) }
    if let form = lines.form { fields.add("lines", form.isNamed ? .plain(form.text) : .quoted(form.text)) }
    for (key, path) in [("value", lines.value), ("time", lines.time), ("id", lines.id)] {
      if let path { fields.add(key, .quoted(path.description)) }
    }
    if let unit = lines.timeUnit { fields.add("timeUnit", .plain(unit.rawValue)) }
  }
}

extension Event {
  package func node(_ defaultColor: MarbleColor) -> Node {
    var fields = YAMLMappingWriter(style: .flow)
    fields.add("time", .plain(DurationNotation.print(time)))
    fields.add("value", value.node)
    if let name { fields.add("id", .text(name)) }
    if color != defaultColor { fields.add("color", .plain(color.rawValue)) }
    if let animation { fields.add("animation", animation.node) }
    return fields.node
  }
}

extension Value {
  fileprivate var node: Node {
    switch self {
    case .string(let text): .quoted(text)
    case .array(let elements), .tuple(let elements): Node(elements.map(\.node), .implicit, .flow)
    case .object(let members):
      YAMLMappingWriter(style: .flow, members.sorted { $0.key < $1.key }.map { (.quoted($0.key), $0.value.node) }).node
    default: .plain(json)
    }
  }
}

extension RandomTimeline {
  fileprivate var node: Node {
    var fields = YAMLMappingWriter(style: .flow)
    let defaults = RandomTimeline(seed: seed)
    fields.add("seed", .plain(String(seed)))
    if rate != defaults.rate { fields.add("rate", .plain(DurationNotation.print(rate))) }
    switch values {
    case defaults.values: break
    case .range(let range): fields.add("values", .plain("\(range.lowerBound)...\(range.upperBound)"))
    case .choice(let values): fields.add("values", Value.array(values).node)
    }
    if count != defaults.count { fields.add("count", .plain(String(count))) }
    return fields.node
  }
}

extension Animation {
  fileprivate var node: Node {
    if self == .immediate { return .plain("none") }
    let defaults = Animation(transition)
    guard self != defaults else { return .plain(transition.rawValue) }
    var fields = YAMLMappingWriter(style: .flow)
    fields.add("transition", .plain(transition.rawValue))
    if duration != defaults.duration { fields.add("duration", .plain(DurationNotation.print(duration))) }
    if delay != defaults.delay { fields.add("delay", .plain(DurationNotation.print(delay))) }
    if curve != defaults.curve { fields.add("curve", .plain(curve.rawValue)) }
    return fields.node
  }
}

extension Duration {
  package var text: String { DurationNotation.print(SceneTime(self)) }
}

/// Keys and values to write, in order.
package struct YAMLMappingWriter {
  var style = Node.Mapping.Style.block
  package var pairs: [(Node, Node)] = []

  package init(style: Node.Mapping.Style = .block, _ pairs: [(Node, Node)] = []) {
    self.style = style
    self.pairs = pairs
  }

  package mutating func add(_ key: String, _ value: Node) { pairs.append((Node(key), value)) }

  package var node: Node { Node(pairs, .implicit, style) }
}

extension Node {
  /// A scalar whose type follows from its look: a number, a name.
  package static func plain(_ text: String) -> Node { Node(text, .implicit, .plain) }

  /// A string, whatever it looks like.
  package static func quoted(_ text: String) -> Node { Node(text, Tag(.str), .doubleQuoted) }

  /// A diagram; one of several lines as a block, and one with both quotes, which would need escapes.
  package static func diagram(_ text: String) -> Node {
    let hasBothQuotes = text.contains("'" as Character) && text.contains("\"" as Character)
    return hasBothQuotes || text.contains("\n" as Character) ? Node(text, Tag(.str), .literal) : .quoted(text)
  }

  /// A string where only strings are expected; quoted if YAML requires it.
  package static func text(_ text: String) -> Node {
    let isPlain =
      text.first?.isLetter == true
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || " _.,()+-".unicodeScalars.contains(scalar)
      } && text.last != " "
    return isPlain ? .plain(text) : .quoted(text)
  }
}
