/// Named rows, printed under each other with one column per time step, and parsed again.
///
/// ```
/// step 500ms
/// ints   1-2-3|
/// merge  1-[2a]-3|
/// ```
public struct DiagramTable: Hashable, Sendable {
  /// A timeline and its name.
  public struct Row: Hashable, Sendable {
    /// The name of the row.
    public var name: String
    /// The events and the end of the row.
    public var timeline: Timeline

    /// Creates a row.
    public init(name: String, timeline: Timeline) {
      self.name = name
      self.timeline = timeline
    }
  }

  /// The rows, from top to bottom.
  public var rows: [Row]
  /// The scene's time step, used if it divides all times; one second if nil.
  public var preferredStep: SceneTime?

  /// Creates a sheet from named timelines.
  public init(rows: [(name: String, timeline: Timeline)], preferredStep: SceneTime? = nil) {
    self.rows = rows.map { Row(name: $0.name, timeline: $0.timeline) }
    self.preferredStep = preferredStep
  }
}

extension DiagramTable: CustomStringConvertible {
  /// A line `step 500ms`, then one line per row; without a final line break.
  public var description: String {
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

  /// The time step to print with, and whether each row uses the grid form.
  func layout() -> (step: SceneTime, isGrid: [Bool]) {
    let preferred = preferredStep.flatMap { $0 > .zero ? $0 : nil } ?? .seconds(1)
    let candidates = [preferred] + [500, 250, 200, 100, 50, 20, 10, 5, 2, 1].map { SceneTime.milliseconds($0) }
    // The greatest common divisor is all that matters of a set of times.
    let divisors = rows.map { row in row.timeline.times.reduce(UInt64(0)) { gcd($0, $1.nanoseconds.magnitude) } }
    func step(for divisor: UInt64) -> SceneTime {
      candidates.first { divisor % $0.nanoseconds.magnitude == 0 } ?? .milliseconds(1)
    }
    func fits(_ index: Int, _ step: SceneTime) -> Bool {
      rows[index].timeline.latest.nanoseconds / step.nanoseconds < DiagramPrinter.maximumSteps
    }
    var isGrid = rows.indices.map { index in
      let isOnGrid = divisors[index] % 1_000_000 == 0 && rows[index].timeline.times.allSatisfy { $0 >= .zero }
      return isOnGrid && fits(index, step(for: divisors[index]))
    }
    // All rows together may need a finer step than each alone, which may be too fine for some rows; repeat without
    // those.
    while true {
      let shared = step(for: zip(divisors, isGrid).reduce(0) { $1.1 ? gcd($0, $1.0) : $0 })
      let tooLong = rows.indices.filter { isGrid[$0] && !fits($0, shared) }
      if tooLong.isEmpty { return (shared, isGrid) }
      for index in tooLong { isGrid[index] = false }
    }
  }

  private func gcd(_ left: UInt64, _ right: UInt64) -> UInt64 {
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
  public static func parse(_ text: String) throws(DiagramError) -> DiagramTable {
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
