package import Marbles

/// A recording as a Swift file with one marble test, for the library `MarblesTesting`.
///
/// The recorded inputs are the inputs of the test, and what the output did is what the test expects. A recording doesn't say
/// which operators made the output, so the file has a stub in their place. It compiles, and fails with a message.
package struct RecordedTest: Sendable {
  /// The row that the test expects.
  package var output: DiagramTable.Row
  /// The rows that the stub gets.
  package var inputs: [DiagramTable.Row]
  /// What was recorded, as a comment says it: a program, and when it ran.
  package var origin: String
  /// When the recording ended.
  package var end: SceneTime
  /// The times of the test are multiples of this; more than 0.
  package var rounding: SceneTime

  /// A test of what was recorded.
  ///
  /// - Parameters:
  ///   - output: the row that the test expects.
  ///   - inputs: the rows that the stub gets.
  ///   - origin: what was recorded, such as `shop on 2026-03-01T08:00:00Z`.
  ///   - end: when the recording ended; no row has a later time.
  ///   - rounding: the times of the test are multiples of this; more than 0. Of the output, the time since the newest value of an
  ///     input is rounded down, because timers are late.
  package init(
    of output: DiagramTable.Row, inputs: [DiagramTable.Row], origin: String, end: SceneTime, rounding: SceneTime
  ) {
    (self.output, self.inputs, self.origin, self.end, self.rounding) = (output, inputs, origin, end, rounding)
  }

  /// The file, with a line feed at the end.
  package var text: String {
    var suites = SwiftNames(reserving: [])
    let suite = suites.name(for: output.name, isType: true, otherwise: "Recording")
    var tests = SwiftNames(reserving: Self.reserved)
    let test = tests.name(for: output.name, otherwise: "output")
    var types = RecordedTypes()
    types.reserve(suite)
    let call = call(&types)

    var text = "// swift-format-ignore-file\n"
    text += SwiftText.comment("Written by `marbled convert --test \(output.name)`: \(origin).", indent: "")
    text += """
      // Times are rounded to \(DurationNotation.print(rounding)).
      // 1. Replace `stub` by the operators of your program, and import their module. Then delete `stub`.
      // 2. Change the diagram after `gives:` to what should have happened.

      """
    text += (types.usesValue ? "import Marbles\n" : "") + "import MarblesTesting\nimport Testing\n"
    text += "\n@Suite(\(SwiftLiteral.string(output.name))) struct \(suite) {\n"
    if !types.lines.isEmpty {
      text += "  // Types of your program take the place of these, if they are Decodable.\n"
      text += types.lines.map { "  \($0)\n" }.joined() + "\n"
    }
    let name = SwiftLiteral.string(output.name)
    text += "  @Test(\(name)) func \(test)() throws {\n\(call)  }\n}\n"
    return text + """

      /// Stands where the operators go, and fails.
      private func stub<Input>(_ input: Input) throws -> Input { throw Stub() }

      private struct Stub: Error, CustomStringConvertible {
        let description = \(SwiftLiteral.string("replace `stub` by the operators that make `\(output.name)`"))
      }

      """
  }

  // MARK: The call

  /// Names that the file uses itself.
  private static let reserved = SwiftNames.reserved.union(["stub"])
  /// The maximum width of a line of a diagram.
  private static let width = 96
  /// The maximum number of steps of a diagram; a longer one is written with times, because it would be mostly pauses.
  private static let steps: Int64 = 40

  /// The call of `expectMarbles`, with line feeds.
  private func call(_ types: inout RecordedTypes) -> String {
    let rounded = inputs.map { $0.timeline.rounded(to: rounding) }
    let expected = expectation
    let (texts, step) = diagrams(rounded + [expected])
    let isListed = inputs.count > 3
    let (shared, kinds) = inputTypes(isListed: isListed)

    var arguments: [String] = []
    let diagrams = Array(texts.prefix(inputs.count))
    if isListed {
      arguments.append("[\(diagrams.joined(separator: ",\n      "))]")
    } else if shared != nil {
      arguments += diagrams
    }
    if let shared {
      if let values = types.reader(of: shared, row: inputs.first?.name ?? "") { arguments.append("values: \(values)") }
    } else {
      for (index, diagram) in diagrams.enumerated() {
        let values = types.reader(of: kinds[index], row: inputs[index].name) ?? ".strings"
        arguments.append("\(diagram), values: \(values)")
      }
    }
    let isDecoded = RecordedType(of: output.timeline.events.map(\.value)).hasObjects && !types.usesValue
    arguments.append((isDecoded ? Self.decodedNote : "") + "gives: \(texts[inputs.count])")
    if let step { arguments.append("step: \(SwiftText.duration(step))") }
    // What the program would have done later was not recorded.
    if expected.end == .open {
      let last = (rounded + [expected]).map(\.latest).max() ?? .zero
      arguments.append("duration: \(SwiftText.duration(max(end.rounded(to: rounding), last, rounding)))")
    }
    return "    try expectMarbles(\n" + arguments.map { "      \($0)" }.joined(separator: ",\n")
      + "\n    ) \(closure(isListed: isListed))\n"
  }

  private static let decodedNote =
    "// The stream must emit a Decodable type, or arrays of one, to be compared with objects.\n      "

  /// What the test expects of the output: what was recorded, with rounded times.
  package var expectation: Timeline {
    let timeline = output.timeline.rounded(to: rounding, after: inputs.map(\.timeline))
    guard RecordedType(of: timeline.events.map(\.value)) == .double else { return timeline }
    // A program that writes 2.0 as 2 emits doubles, too.
    let events = timeline.events.changed { event in
      if case .int(let int) = event.value { event.value = .double(SpelledDouble(Double(int))) }
    }
    return Timeline(events: events, end: timeline.end)
  }

  /// The type that all inputs have, if there is one, and that of each. An input without values may have any.
  private func inputTypes(isListed: Bool) -> (shared: RecordedType?, each: [RecordedType]) {
    let values = inputs.map { $0.timeline.events.map(\.value) }
    let known = values.filter { !$0.isEmpty }.map { RecordedType(of: $0) }
    let each = values.map { $0.isEmpty ? known.first ?? .string : RecordedType(of: $0) }
    if Set(known).count <= 1 { return (known.first ?? .string, each) }
    return (isListed ? .value : nil, each)
  }

  /// The closure with the stub.
  private func closure(isListed: Bool) -> String {
    var used = SwiftNames(reserving: Self.reserved)
    let names = inputs.map { used.name(for: $0.name, otherwise: "input") }
    let head = (isListed ? ["inputs"] : names).joined(separator: ", ")
    let list = isListed ? "      // The inputs are \(names.joined(separator: ", ")).\n" : ""
    return """
      { \(head), clock in
      \(list)      // Pass `clock` to what waits, as in `debounce(for: .milliseconds(300), clock: clock)`.
            try stub(\(isListed ? "inputs[0]" : names[0]))
          }
      """
  }

  /// The diagrams as literals, and their step if it is not a second: all in steps if they are short, else all with times.
  private func diagrams(_ timelines: [Timeline]) -> ([String], step: SceneTime?) {
    let step = DiagramTable.step(dividing: timelines, preferred: .seconds(1))
    if timelines.allSatisfy({ Self.isDrawn($0, step: step) }) {
      let texts = timelines.compactMap { Diagram(timeline: $0).printed(step: step) }
      if texts.allSatisfy({ $0.count <= Self.width }) {
        return (texts.map(SwiftLiteral.string), step == .seconds(1) ? nil : step)
      }
    }
    let texts = timelines.map { timeline in
      let tokens = Diagram(timeline: timeline).printed(as: .absolute, separator: "\n") ?? ""
      return SwiftLiteral.string(lines: Self.lines(of: tokens.split(separator: "\n")), indent: "      ")
    }
    return (texts, nil)
  }

  /// Whether a timeline has few steps, and no pause that would be written as a span.
  private static func isDrawn(_ timeline: Timeline, step: SceneTime) -> Bool {
    let columns = timeline.times.map { $0.nanoseconds / step.nanoseconds }
    return timeline.times.allSatisfy { $0.nanoseconds % step.nanoseconds == 0 } && (columns.last ?? 0) < steps
      && zip([0] + columns, columns).allSatisfy { $1 - $0 <= DiagramPrinter.longestRun }
  }

  /// Tokens on as few lines as the width allows.
  private static func lines(of tokens: [Substring]) -> [String] {
    var lines: [String] = []
    for token in tokens {
      if let last = lines.last, last.count + 1 + token.count <= width {
        lines[lines.count - 1] = "\(last) \(token)"
      } else {
        lines.append(String(token))
      }
    }
    return lines
  }
}
