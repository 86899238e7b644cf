internal import Expressions
internal import Marbles
internal import Operators
internal import Scenes

/// A scene as a Swift file of marble tests, one for each output row, for the library `MarblesTesting`.
///
/// Expressions are Swift already, except for their clocks and for the operators of marbled. A row that has no
/// counterpart in Swift has no test; a comment says why.
struct SwiftTestFormat {
  private let document: SceneDocument
  private var scene: Scene { document.scene }
  /// The Swift names of the rows, by position.
  private let names: [String]
  /// The positions of the rows, by name.
  private let positions: [String: Int]
  private var imports: Set = ["AsyncAlgorithms", "MarblesTesting", "Testing"]
  /// The functions that closures call.
  private var helpers: Set<String> = []

  /// The file, with a line feed at the end.
  static func write(_ document: SceneDocument) -> String {
    var format = SwiftTestFormat(document)
    return format.file()
  }

  private init(_ document: SceneDocument) {
    self.document = document
    var names = SwiftNames()
    self.names = document.scene.rows.map { names.name(for: $0.name, otherwise: "row") }
    positions = Dictionary(document.scene.rows.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  private mutating func file() -> String {
    var suites = SwiftNames(reserving: [])
    let suite = suites.name(for: scene.title.isEmpty ? scene.name : scene.title, isType: true, otherwise: "Scene")
    var tests = SwiftNames(reserving: SwiftNames.reserved)
    var bodies: [String] = []
    var hasTests = false
    for (position, row) in scene.rows.enumerated() where row.expression != nil {
      do throws(Untranslatable) {
        bodies.append(try test(of: position, called: tests.name(for: row.name, otherwise: "row")))
        hasTests = true
      } catch {
        bodies.append(SwiftText.comment(refusal(of: row, error), indent: "  "))
      }
    }
    var text = "// swift-format-ignore-file\n// Written by `marbled render --format swift`.\n"
    if hasTests {
      text += """
        // The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
        // of your own in the closure.

        """
    }
    let helpers = SwiftHelper.source(of: helpers)
    text += imports.union(helpers.imports).sorted().map { "import \($0)\n" }.joined()
    text += "\n"
    if !scene.about.isEmpty { text += SwiftText.comment(scene.about, indent: "") }
    text += "@Suite(\(SwiftLiteral.string(scene.title.isEmpty ? scene.name : scene.title))) struct \(suite) {\n"
    text += bodies.joined(separator: "\n")
    if bodies.isEmpty { text += "  // No test, as the scene has no output. Add one, such as `out = a.map { $0 }`.\n" }
    let used = Set(scene.rows.indices.filter { scene.rows[$0].expression != nil }.flatMap { inputs(of: $0) })
    let unused = scene.rows.indices.filter { scene.rows[$0].expression == nil && !used.contains($0) }
    if !unused.isEmpty {
      text += (bodies.isEmpty ? "" : "\n") + "  // Inputs that no output uses:\n"
      text += unused.map { SwiftText.comment(scene.rows[$0].name, indent: "  ") }.joined()
    }
    text += "}\n"
    return helpers.text.isEmpty ? text : "\(text)\n\(helpers.text)"
  }

  /// Why a row has no test, and its expression with a mark at the place.
  private func refusal(of row: Scene.Row, _ error: Untranslatable) -> String {
    let expression = row.expression
    var text = "No test of `\(row.name)`: \(error.sentence).\n\(row.name) = \(expression?.source ?? "")"
    // An expression may begin with the name of its row.
    let name = expression.map { $0.text.count - $0.source.count } ?? 0
    let isOneLine = !text.contains("\t") && text.split(whereSeparator: \.isNewline).count == 2
    if let column = error.column, column > name, isOneLine {
      text += "\n\(String(repeating: " ", count: row.name.count + 3 + column - 1 - name))^"
    }
    return text
  }

  // MARK: Tests

  private mutating func test(of position: Int, called name: String) throws(Untranslatable) -> String {
    let call = try call(of: position)
    return "  @Test(\(SwiftLiteral.string(scene.rows[position].name))) func \(name)() throws {\n\(call)  }\n"
  }

  /// The call of `expectMarbles`, with line feeds.
  private mutating func call(of position: Int) throws(Untranslatable) -> String {
    let (inputs, outputs) = (inputs(of: position), outputs(of: position))
    if outputs.count > Self.outputsPerTest { throw Untranslatable("it needs more than \(Self.outputsPerTest) outputs") }
    if let live = inputs.first(where: { scene.rows[$0].live != nil }) {
      throw Untranslatable("`\(scene.rows[live].name)` is a live row")
    }
    if let slow = outputs.first(where: { scene.rows[$0].consumingTime != nil }) {
      throw Untranslatable(
        "the consumer of `\(scene.rows[slow].name)` takes time for each value, and that of a test none")
    }
    let (type, values) = values(of: inputs)
    let usesStep = inputs.contains { scene.rows[$0].timeline?.events.isEmpty == false }

    var rows: [String: SwiftCode] = [:]
    for input in inputs {
      let start: String =
        switch scene.rows[input].input?.start {
        case .cold?: ".cold"
        case .unbuffered?: ".unbuffered"
        case .channel?: throw Untranslatable("`\(scene.rows[input].name)` is a channel, which tests do not have")
        case .stream?: throw Untranslatable("`\(scene.rows[input].name)` is an AsyncStream, which tests do not have")
        case .hot?, nil: ""
        }
      rows[scene.rows[input].name] = SwiftCode(text: names[input] + start, type: type, isInput: true)
    }
    var statements: [String] = []
    let used = SwiftHelperUse()
    for (index, output) in outputs.enumerated().reversed() {
      var streams = SwiftStreams(rows: rows, step: scene.step)
      (streams.awaits, streams.helpers) = (index == 0, used)
      guard let plan = scene.rows[output].expression?.plan else { continue }
      let code: SwiftCode
      do throws(Untranslatable) { code = try streams.stream(plan) } catch {
        throw index == 0 ? error : Untranslatable("\(error.sentence) of `\(scene.rows[output].name)`")
      }
      imports.formUnion(streams.imports)
      rows[scene.rows[output].name] = SwiftCode(text: names[output], type: code.type)
      let text = streams.tries ? "try \(code.text)" : code.text
      statements.append(index == 0 ? text : "let \(names[output]) = \(text)")
    }

    helpers.formUnion(used.names)
    var arguments: [String] = []
    let diagrams = inputs.map { diagram(of: scene.rows[$0].timeline ?? Timeline(end: .open)) }
    let isListed = inputs.isEmpty || inputs.count > 3
    arguments += isListed ? ["[\(diagrams.joined(separator: ", "))]"] : diagrams
    if let values { arguments.append("values: \(values)") }
    arguments.append("gives: \(expected(position))")
    if scene.step != .seconds(1), usesStep || !document.recording.rows[position].timeline.events.isEmpty {
      arguments.append("step: \(SwiftText.duration(scene.step))")
    }
    if let duration = duration(of: position) { arguments.append("duration: \(SwiftText.duration(duration))") }
    if scene.dialect == .asv { arguments.append("dialect: .asv") }
    switch scene.order {
    case .inTurn: break
    case .together: arguments.append("order: .together")
    case .shuffled(let seed): arguments.append("order: .shuffled(seed: \(seed))")
    }
    if scene.dialect == .asv || type == .value { imports.insert("Marbles") }
    return "    try expectMarbles(\n" + arguments.map { "      \($0)" }.joined(separator: ",\n")
      + "\n    ) \(closure(statements, inputs, isListed: isListed))\n"
  }

  /// The closure that makes the stream.
  private func closure(_ statements: [String], _ inputs: [Int], isListed: Bool) -> String {
    let code = statements.joined(separator: "\n")
    func parameter(_ name: String) -> String { Self.mentions(name, in: code) ? name : "_" }
    var lines = statements
    var parameters = inputs.map { parameter(names[$0]) }
    if isListed {
      parameters = [inputs.isEmpty ? "_" : "inputs"]
      lines = inputs.enumerated().map { "let \(names[$1]) = inputs[\($0)]" } + lines
    }
    if lines.count > 1 { lines[lines.count - 1] = "return \(lines[lines.count - 1])" }
    let head = (parameters + [parameter("clock")]).joined(separator: ", ")
    return "{ \(head) in\n" + lines.map { "      \($0)\n" }.joined() + "    }"
  }

  /// Whether Swift code mentions a name; it may say so of a name in a string.
  private static func mentions(_ name: String, in code: String) -> Bool {
    code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == name }
  }

  // MARK: Rows

  /// The maximum number of outputs that a test takes together.
  private static let outputsPerTest = 32

  /// The output at `position` and the outputs that it needs, each before those that it needs itself; one more than
  /// ``outputsPerTest`` if there are too many.
  private func outputs(of position: Int) -> [Int] {
    var (visited, found): (Set<Int>, [Int]) = ([], [])
    func visit(_ position: Int) {
      guard let expression = scene.rows[position].expression, visited.count <= Self.outputsPerTest,
        visited.insert(position).inserted
      else { return }
      for reference in expression.references { positions[reference.name].map(visit) }
      found.append(position)
    }
    visit(position)
    return found.reversed()
  }

  /// The inputs that the output at `position` needs, in the order of the scene.
  private func inputs(of position: Int) -> [Int] {
    let references = outputs(of: position).flatMap { scene.rows[$0].expression?.references ?? [] }
    return Set(references.compactMap { positions[$0.name] }).filter { scene.rows[$0].expression == nil }
      .sorted()
  }

  /// The type of the values of some inputs, and how `expectMarbles` reads them; nil for strings.
  private func values(of inputs: [Int]) -> (SwiftType, String?) {
    let events = inputs.flatMap { scene.rows[$0].timeline?.events ?? [] }
    let types = Set(events.map { SwiftType($0.value, dialect: scene.dialect) })
    guard let type = types.first else { return (.string, nil) }
    guard types.count == 1 else { return (.value, ".any") }
    let readers: [SwiftType: String] = [.int: ".ints", .double: ".doubles", .bool: ".bools", .value: ".any"]
    return (type, readers[type])
  }

  private func diagram(of timeline: Timeline) -> String {
    let diagram = Diagram(timeline: timeline)
    return SwiftLiteral.string(diagram.printed(step: scene.step, dialect: scene.dialect) ?? "")
  }

  /// What the recording has, with the requests and the cancellation of an expectation of dialect `asv`.
  private func expected(_ position: Int) -> String {
    var diagram = Diagram(timeline: document.recording.rows[position].timeline)
    if scene.dialect == .asv, let expectation = scene.rows[position].expectation?.diagram {
      (diagram.cancellation, diagram.withheld) = (expectation.cancellation, expectation.withheld)
    }
    return SwiftLiteral.string(diagram.printed(step: scene.step, dialect: scene.dialect) ?? "")
  }

  /// When a test has to be stopped; nil for one that ends by itself.
  private func duration(of position: Int) -> SceneTime? {
    if let duration = scene.duration { return duration }
    let isOpen = inputs(of: position).contains { scene.rows[$0].timeline?.end == .open }
    let isEndless = outputs(of: position).contains {
      scene.rows[$0].expression?.isEndless(in: .standard, withOpenInputs: isOpen) == true
    }
    return isEndless ? document.recording.duration : nil
  }
}

extension SwiftType {
  /// The type of a value of a diagram.
  init(_ value: Value, dialect: Dialect) {
    switch value {
    case _ where dialect == .asv: self = .string
    case .int: self = .int
    case .double: self = .double
    case .string: self = .string
    case .bool: self = .bool
    case .null, .array, .object, .tuple: self = .value
    }
  }
}
