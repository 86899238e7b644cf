/// Named rows, printed under each other with one column per time step, and parsed again.
///
/// ```
/// step 500ms
/// ints   1-2-3|
/// merge  1-[2a]-3|
/// ```
package struct DiagramTable: Hashable, Sendable {
  /// A timeline and its name.
  package struct Row: Hashable, Sendable {
    /// The name of the row.
    package var name: String
    /// The events and the end of the row.
    package var timeline: Timeline

    /// Creates a row.
    package init(name: String, timeline: Timeline) {
      self.name = name
      self.timeline = timeline
    }
  }

  /// The rows, from top to bottom.
  package var rows: [Row]
  /// The time step of the inputs. A table that needs a finer one has it if it is at most five times finer; rows that need a
  /// still finer one, or more than ``DiagramPrinter/maximumSteps`` steps, are printed in the absolute form.
  ///
  /// If nil, the longest step that divides all times: a second, or a part of it of at least 1 ms.
  package var preferredStep: SceneTime?

  /// Creates a sheet from named timelines.
  package init(rows: [(name: String, timeline: Timeline)], preferredStep: SceneTime? = nil) {
    self.rows = rows.map { Row(name: $0.name, timeline: $0.timeline) }
    self.preferredStep = preferredStep
  }
}

extension DiagramTable: CustomStringConvertible {
  /// A line `step 500ms`, then one line per row; without a final line break.
  package var description: String {
    let (step, isGrid) = layout()
    let names = rows.map { Self.spelled($0.name) }
    let width = names.map(DisplayText.width).max() ?? 0
    let grids = zip(rows, isGrid).map { $1 ? DiagramGrid($0.timeline, step: step) : nil }
    var lines = DiagramGrid.lines(grids.compactMap { $0 })[...]
    var text = "step \(DurationNotation.print(step))"
    for (index, name) in names.enumerated() {
      let padding = String(repeating: " ", count: width - DisplayText.width(name) + 2)
      let line = grids[index] == nil ? DiagramPrinter.printAbsolute(rows[index].timeline) : lines.removeFirst()
      text += "\n" + Self.trimmingEnd(name + padding + line)
    }
    return text
  }

  /// How many characters of a table one preferred step may take. A row between these has its times written out, because
  /// its grid would be mostly pauses.
  static let finestDivision: Int64 = 5

  /// The steps of a table whose preferred step is not said: one second, and what is usual below it.
  private static let usualSteps =
    [.seconds(1)] + [500, 250, 200, 100, 50, 20, 10, 5, 2, 1].map { SceneTime.milliseconds($0) }

  /// The longest step that divides all times of `timelines`: `preferred`, or a usual one; `preferred` if none does.
  ///
  /// It is the preferred step of a table that has these timelines as inputs.
  package static func step(dividing timelines: [Timeline], preferred: SceneTime) -> SceneTime {
    let divisor = timelines.reduce(0) { gcd($0, $1.divisor) }
    return ([preferred] + usualSteps).first { $0 > .zero && divisor % $0.nanoseconds.magnitude == 0 } ?? preferred
  }

  /// The time step to print with, and whether each row uses the grid form. This is the only place that chooses a form for
  /// several rows; see ``preferredStep`` for the rule.
  func layout() -> (step: SceneTime, isGrid: [Bool]) {
    let steps = candidates
    var step = steps[0]
    var divisor: UInt64 = 0
    var latest = SceneTime.zero
    // From the top: a row never makes one above it change its form.
    let isGrid = rows.map { row in
      let times = row.timeline.times
      let (shared, last) = (Self.gcd(divisor, row.timeline.divisor), max(latest, times.max() ?? .zero))
      guard times.allSatisfy({ $0 >= .zero }),
        let fitting = steps.first(where: { shared % $0.nanoseconds.magnitude == 0 }),
        last.nanoseconds / fitting.nanoseconds < DiagramPrinter.maximumSteps
      else { return false }
      (step, divisor, latest) = (fitting, shared, last)
      return true
    }
    return (step, isGrid)
  }

  /// The steps that may be printed, the longest first.
  private var candidates: [SceneTime] {
    guard let preferred = preferredStep?.nanoseconds, preferred > 0 else { return Self.usualSteps }
    return (1...Self.finestDivision).filter { preferred % $0 == 0 }.map { SceneTime(nanoseconds: preferred / $0) }
  }

  fileprivate static func gcd(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }

  /// `name`, or a JSON string of it if it could be mistaken for other text of the line.
  private static func spelled(_ name: String) -> String {
    let isBare =
      !name.isEmpty && name.unicodeScalars.allSatisfy { DiagramQuoting.isPlain($0) && $0 != "\"" && $0 != "'" }
    return isBare ? name : DiagramQuoting.escaped(JSONText.quoted(name))
  }

  static func trimmingEnd(_ line: String) -> String {
    guard let last = line.utf8.lastIndex(where: { $0 != 0x20 }) else { return "" }
    return String(line[..<line.utf8.index(after: last)])
  }
}

extension DiagramTable {
  /// Parses the text of ``description``; blank lines are skipped, and the step becomes ``preferredStep``.
  ///
  /// - Throws: ``DiagramError``. Its row is `step` if the first line is not a step, and its column counts from the
  ///   beginning of the diagram in its line.
  package static func parse(_ text: String) throws(DiagramError) -> DiagramTable {
    var lines = text.split { $0 == "\n" || $0 == "\r\n" }.filter { line in !line.allSatisfy { $0 == " " } }[...]
    let header = lines.popFirst().map(String.init) ?? ""
    let words = header.split(separator: " ")
    guard words.count == 2, words[0] == "step", let step = try? DurationNotation.parse(words[1]), step > .zero else {
      throw DiagramError(
        row: "step", column: 1, diagram: header, found: header.isEmpty ? "no first line" : "this first line",
        expected: "`step` and a time step longer than 0s, such as `step 500ms`")
    }
    var sheet = DiagramTable(rows: [], preferredStep: step)
    for line in lines {
      let (name, diagram) = try split(String(line))
      sheet.rows.append(Row(name: name, timeline: try Diagram.parse(diagram, row: name, step: step).timeline))
    }
    return sheet
  }

  private static func split(_ line: String) throws(DiagramError) -> (name: String, diagram: String) {
    let line = line.drop { $0 == " " }
    guard line.first == "\"" else {
      let name = line.prefix { $0 != " " }
      return (String(name), String(line[name.endIndex...].drop { $0 == " " }))
    }
    var isEscaped = false
    let inside = line.dropFirst().prefix { character in
      defer { isEscaped = !isEscaped && character == "\\" }
      return isEscaped || character != "\""
    }
    guard inside.endIndex < line.endIndex,
      case .string(let name)? = try? Value(json: line[...inside.endIndex])
    else {
      throw DiagramError(
        row: "step", column: 1, diagram: String(line), found: "a name that is not a JSON string",
        expected: "a name, or one in double quotes")
    }
    return (name, String(line[line.index(after: inside.endIndex)...].drop { $0 == " " }))
  }
}

extension Timeline {
  /// The greatest common divisor of all times, in nanoseconds, which is all that matters of them for a step; 0 if none is
  /// later than 0.
  fileprivate var divisor: UInt64 { times.reduce(0) { DiagramTable.gcd($0, $1.nanoseconds.magnitude) } }
}
