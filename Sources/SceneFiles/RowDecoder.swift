internal import Expressions
internal import Inputs
package import Marbles
internal import Operators
internal import Scenes

/// Decodes the value of `rows:`.
package struct RowDecoder {
  /// The scene decoded so far, with its step and dialect.
  let scene: Scene
  let catalogue: Catalogue
  /// Limits the work for the constants of all expressions.
  let constants: RunMeter
  /// The values of marbles in all rows.
  var values: [String: Value] = [:]
  /// The locations of expectation diagrams, by row.
  private(set) var expectations: [String: ScalarLocation] = [:]

  private var inputs = 0
  /// The total length of the expressions and diagrams decoded so far.
  private var characters = 0
  /// The nodes for errors about rows and event ids.
  private(set) var expressions: [String: FileNode] = [:]
  /// The diagrams of inputs whose marbles are their values.
  private(set) var diagrams: [String: ScalarLocation] = [:]
  private var ids: [String: FileNode] = [:]
  private var stages: [String: FileNode] = [:]

  init(scene: Scene, catalogue: Catalogue, constants: RunMeter) {
    (self.scene, self.catalogue, self.constants) = (scene, catalogue, constants)
  }

  mutating func row(_ entry: MappingFields.Entry) throws(SceneFileError) -> Scene.Row {
    guard RowName.isValid(entry.name) else {
      throw entry.key.error("\(entry.key.kind) is not a name for a row; expected \(RowName.expectation)")
    }
    let what = "row \(entry.name)"
    let fields = try entry.value.fields(.row, of: what)
    let present = RowSource.allCases.filter { fields[$0.rawValue] != nil }
    guard let source = present.first else {
      throw entry.value.error("\(what) has no source; expected `marbles:`, `events:`, `random:`, `live:` or `apply:`")
    }
    if present.count > 1, let second = fields.key(present[1].rawValue) {
      throw second.error("\(what) has two sources, `\(source.rawValue):` and `\(present[1].rawValue):`; keep one")
    }
    if let (name, field) = fields.entries(notIn: .row, of: source.rawValue).first {
      throw field.key.error(Self.refusal(of: name, in: what, source: source))
    }
    var row = source.isOutput ? try output(entry.name, fields) : try input(entry.name, fields, source: source)
    if let label = fields["label"] { row.label = try valueExpression(label, row: entry.name) }
    if let colorBy = fields["colorBy"] { row.colorBy = try valueExpression(colorBy, row: entry.name) }
    if let interval = fields["refreshInterval"] { row.refreshInterval = Duration(try interval.duration()) }
    if let animation = fields["animation"] { row.animation = try Self.animation(animation) }
    if let notes = fields["notes"] { row.notes = try notes.notes() }
    if let form = fields["show"] { row.form = try form.choice("a way to show a row", Scene.Row.Form.self) }
    row.listStyle = try KindDecoder.style(fields, defaults: .ofRows)
    for key in KeyTable.listStyle().map(\.name) where row.form != .list {
      if let key = fields.key(key) { throw key.error("\(key.kind.dropLast()):` needs `show: list` in the same row") }
    }
    return row
  }

  /// Why a row with this source can't have a key of other rows.
  private static func refusal(of key: String, in row: String, source: RowSource) -> String {
    let others = RowSource.allCases.filter { KeyTable.row.names(in: $0.rawValue).contains(key) }
    if source.isOutput { return "`\(key):` is a key of inputs, but \(row) is an output" }
    if others == [.apply] { return "`\(key):` is a key of outputs, but \(row) is an input" }
    return "`\(key):` has no effect in a row with `\(source.rawValue):`; remove it"
  }

  // MARK: Outputs

  private mutating func output(_ name: String, _ fields: MappingFields) throws(SceneFileError) -> Scene.Row {
    let apply = try fields.required("apply", of: "row \(name)")
    let text = try apply.text("an expression")
    try count(text, at: apply, row: name)
    let expression: Expression
    do throws(ExpressionError) {
      expression = try Expression.parse(text, catalogue: catalogue, constants: constants)
    } catch {
      throw apply.error(atCharacter: error.column - 1, error.message)
    }
    if expression.name != nil {
      throw apply.error("the expression must not name its row; the key `\(name)` is the name")
    }
    expressions[name] = apply
    var row = Scene.Row(name: name, content: .output(expression))
    row.color = try color(fields)
    let own = try ownValues(fields)
    if let expect = fields["expect"] {
      var diagram = try diagram(expect, row: name, color: .green, isExpectation: true)
      var text = try expect.text("a diagram")
      let values = self.values.merging(own) { $1 }
      if diagram.timeline.replaceValues(by: values) { text = DiagramPrinter.printAbsolute(diagram.timeline) }
      row.expectation = Scene.Expectation(text: text, diagram: diagram)
      expectations[name] = expect.location
    } else if let key = fields.key("values") {
      throw key.error("`values:` needs `marbles:` or `expect:` in the same row")
    }
    if let should = fields["should"] { row.should = try self.should(should, of: row, fields) }
    if let consume = fields["consume"] {
      row.consumingTime = try consume.duration()
      if scene.dialect == .asv, let key = fields.key("consume") {
        throw key.error(String(describing: SceneError.consumerOfDemandDiagrams(row: name)))
      }
    }
    if let shows = fields["stages"] {
      row.showsStages = try shows.flag()
      stages[name] = fields.key("stages")
    }
    return row
  }

  /// What a row should do, beside what it does.
  private mutating func should(
    _ node: FileNode, of row: Scene.Row, _ fields: MappingFields
  ) throws(SceneFileError) -> String {
    guard scene.issue != nil else {
      throw node.error("`should:` needs `issue:` in the scene: the issue that asks for it")
    }
    guard let known = row.expectation?.diagram else {
      throw node.error("`should:` needs `expect:` in the same row: what the row does now")
    }
    let wanted = try diagram(node, row: row.name, color: .green, isExpectation: true)
    guard wanted.cancellation == known.cancellation else {
      throw node.error("`should:` cancels its consumer at another time than `expect:`; expected `;` at the same place")
    }
    return try node.text("a diagram")
  }

  // MARK: Inputs

  private mutating func input(
    _ name: String, _ fields: MappingFields, source: RowSource
  ) throws(SceneFileError) -> Scene.Row {
    let node = try fields.required(source.rawValue, of: "row \(name)")
    let own = try color(fields)
    let color = own ?? .forInput(inputs)
    inputs += 1
    var input: Scene.Input
    switch source {
    case .live: return Scene.Row(name: name, content: .live(try Self.live(node, fields)), color: own)
    case .events: input = Scene.Input(try timeline(node, row: name, fields, color: color))
    case .random:
      let random = try Self.random(node)
      input = Scene.Input(random.timeline(color: color), random: random)
    case .marbles, .apply:
      var timeline = try diagram(node, row: name, color: color).timeline
      let own = try ownValues(fields)
      for (key, entry) in try fields["values"]?.entries(of: "values").map({ ($0.name, $0) }) ?? []
      where !timeline.events.contains(where: { $0.value.description == key }) {
        throw entry.key.error("row \(name) has no marble `\(key)`")
      }
      if !timeline.replaceValues(by: values.merging(own) { $1 }) { diagrams[name] = node.location }
      if let error = fields["error"] { try rename(&timeline, error, row: name) }
      input = Scene.Input(timeline)
    }
    input.start = try start(fields)
    return Scene.Row(name: name, content: .input(input), color: own)
  }

  /// Sets the message of a diagram's error.
  private func rename(_ timeline: inout Timeline, _ node: FileNode, row: String) throws(SceneFileError) {
    guard case .error(let time, _) = timeline.end else {
      throw node.error(
        "`error:` sets the message of an error, but the diagram of row \(row) doesn't end with one (`^` or `#`)")
    }
    timeline = Timeline(events: timeline.events, end: .error(time, message: try node.text("the error's message")))
  }

  private func start(_ fields: MappingFields) throws(SceneFileError) -> Scene.Input.Start {
    if let start = try sending(fields) { return start }
    if let cold = fields["cold"], let hot = fields.key("hot") {
      _ = try cold.flag()
      throw hot.error("`hot:` and `cold:` can't be used together; keep one")
    }
    let isCold =
      if let cold = fields["cold"] { try cold.flag() } else if let hot = fields["hot"] { !(try hot.flag()) } else {
        scene.dialect == .rx
      }
    if let unbuffered = fields["unbuffered"], try unbuffered.flag() {
      if isCold { throw unbuffered.error("`unbuffered:` and `cold:` can't be used together; keep one") }
      return .unbuffered
    }
    return isCold ? .cold : scene.dialect == .rx ? .unbuffered : .hot
  }

  /// The channel or the stream that sends the values; nil without `source:`.
  private func sending(_ fields: MappingFields) throws(SceneFileError) -> Scene.Input.Start? {
    let source: SendingSource? =
      if let node = fields["source"] { try node.choice("a source of values", SendingSource.self) } else { nil }
    if source != .stream, let key = fields.key("buffer") {
      throw key.error("`buffer:` is that of an AsyncStream; it needs `source: stream` in the same row")
    }
    guard let source else { return nil }
    for name in ["cold", "hot", "unbuffered"] {
      guard let key = fields.key(name) else { continue }
      throw key.error(
        "`\(name):` and `source:` can't be used together: a \(source.rawValue) starts with the scene and gives each value once"
      )
    }
    guard source == .stream else { return .channel }
    return .stream(try fields["buffer"].map { (node) throws(SceneFileError) in try Self.buffer(node) } ?? .unbounded)
  }

  private static func buffer(_ node: FileNode) throws(SceneFileError) -> StreamBuffer {
    let text = try node.text("a buffer")
    guard let buffer = StreamBuffer(text) else {
      let name = String(text.prefix { $0 != "(" })
      let isKnown = StreamBuffer.names.contains(name)
      throw node.error(
        "\(node.kind) is not a buffer\(isKnown ? "" : Suggestion.clause(for: name, among: StreamBuffer.names))",
        help: "expected \(StreamBuffer.expectation)")
    }
    return buffer
  }

  private mutating func timeline(
    _ node: FileNode, row: String, _ fields: MappingFields, color: MarbleColor
  ) throws(SceneFileError) -> Timeline {
    var events: [Event] = []
    var nodes: [FileNode] = []
    for (index, element) in try node.elements(of: "events").enumerated() {
      let event = try element.fields(.event)
      let time = try event.required("time", of: "an event")
      let id = try event["id"]?.text("an id")
      let name = id ?? Event.defaultID(row: row, index: index)
      if ids[name] == nil { ids[name] = event["id"] ?? element }
      if id != nil, let given = event["id"], ids[name]?.offset != given.offset {
        throw given.error("the id `\(name)` is already used; ids must be unique in a scene")
      }
      events.append(
        Event(
          name: id, time: try time.time(), value: try event.required("value", of: "an event").value(),
          color: try event["color"]?.choice("a colour", MarbleColor.self) ?? color,
          animation: try event["animation"].map { (node) throws(SceneFileError) in try Self.animation(node) }))
      nodes.append(time)
    }
    let last = events.map(\.time).max() ?? .zero
    let end = try end(fields, last: last)
    if let time = end.time, time < last, let late = events.firstIndex(where: { $0.time > time }) {
      throw nodes[late].error("the event at \(events[late].time) s is after the end of the row at \(time) s")
    }
    return Timeline(events: events.calledByPlace(inRow: row), end: end)
  }

  private func end(_ fields: MappingFields, last: SceneTime) throws(SceneFileError) -> Timeline.End {
    if let finish = fields["finish"] {
      if let error = fields.key("error") {
        throw error.error("`finish:` and `error:` can't be used together; keep one")
      }
      return try finish.text("a time or `never`") == "never" ? .open : .finish(try finish.time())
    }
    guard let error = fields["error"] else { return .finish(last) }
    let parts = try error.fields(.error)
    return .error(
      try parts["time"]?.time() ?? last,
      message: try parts["message"]?.text("a message") ?? Timeline.defaultErrorMessage)
  }

  // MARK: Parts

  /// Counts the characters of a text, each time that an alias repeats it.
  ///
  /// A large file, such as a converted recording, may have large diagrams, but not by aliases.
  private mutating func count(_ text: String, at node: FileNode, row: String) throws(SceneFileError) {
    characters += text.count
    let limit = max(SceneLimits.characters, node.source.bytes.count)
    guard characters > limit else { return }
    throw node.error(String(describing: SceneError.tooManyCharacters(row: row, limit: limit)))
  }

  private mutating func diagram(
    _ node: FileNode, row: String, color: MarbleColor, isExpectation: Bool = false
  ) throws(SceneFileError) -> Diagram {
    let text = try node.text("a diagram")
    try count(text, at: node, row: row)
    // `marbles: |` starts a block scalar in YAML, rather than the diagram of a row that finishes at once.
    if text.isEmpty, node.location?.isQuoted == false {
      throw node.error(
        "found nothing, expected a diagram",
        help: "put the diagram in quotes, as in \"|\"; a row without marbles is \"\"")
    }
    do throws(DiagramError) {
      return try Diagram.parse(
        text, row: row, step: scene.step, dialect: scene.dialect, color: color, isExpectation: isExpectation)
    } catch {
      throw node.error(atCharacter: error.column - 1, error.message, help: error.suggestion)
    }
  }

  private mutating func valueExpression(_ node: FileNode, row: String) throws(SceneFileError) -> ValueExpression {
    let text = try node.text("an expression over a value, such as $0.status")
    try count(text, at: node, row: row)
    do throws(ExpressionError) {
      return try ValueExpression(parsing: text)
    } catch {
      throw node.error(atCharacter: error.column - 1, error.message)
    }
  }

  private func color(_ fields: MappingFields) throws(SceneFileError) -> MarbleColor? {
    try fields["color"]?.choice("a colour", MarbleColor.self)
  }

  private func ownValues(_ fields: MappingFields) throws(SceneFileError) -> [String: Value] {
    guard let node = fields["values"] else { return [:] }
    return try Self.values(node)
  }

  package static func values(_ node: FileNode) throws(SceneFileError) -> [String: Value] {
    var values: [String: Value] = [:]
    for entry in try node.entries(of: "values") { values[entry.name] = try entry.value.value() }
    return values
  }

  private static func animation(_ node: FileNode) throws(SceneFileError) -> Animation {
    if node.location?.isQuoted == false, try node.text("a transition") == "none" { return .immediate }
    if node.location != nil { return Animation(try node.choice("a transition", Animation.Transition.self)) }
    let fields = try node.fields(.animation)
    let transition = try fields.required("transition", of: "an animation")
    var animation = Animation(try transition.choice("a transition", Animation.Transition.self))
    if let duration = fields["duration"] { animation.duration = try duration.time() }
    if let delay = fields["delay"] { animation.delay = try delay.time() }
    if let curve = fields["curve"] { animation.curve = try curve.choice("a curve", Animation.Curve.self) }
    return animation
  }

  /// An error about the scene as a whole, at its place in the file.
  func located(_ error: SceneError, at rows: FileNode) -> SceneFileError {
    switch error {
    case .expression(let row, let error):
      if let node = expressions[row] { return node.error(atCharacter: error.column - 1, error.message) }
    case .cycle(let names):
      if let node = names.first.flatMap({ expressions[$0] }) { return node.error(String(describing: error)) }
    case .duplicateID(let id), .beforeZero(let id), .reservedID(let id, _):
      if let node = ids[id] { return node.error(String(describing: error)) }
    case .liveStages(let row, _), .stagesWithoutRows(let row, _):
      if let node = stages[row] { return node.error(String(describing: error)) }
    default: break
    }
    return rows.error(String(describing: error))
  }
}

extension Timeline {
  /// Replaces marbles by their values; false when no marble has one.
  fileprivate mutating func replaceValues(by values: [String: Value]) -> Bool {
    guard !values.isEmpty else { return false }
    var isReplaced = false
    let events = events.map { event in
      guard let value = values[event.value.description] else { return event }
      var event = event
      event.value = value
      isReplaced = true
      return event
    }
    self = Timeline(events: events, end: end)
    return isReplaced
  }
}
