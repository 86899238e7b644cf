import CommandSupport
import Formats
import Marbles
import Scenes

/// A lesson as text: prints the task, reads a diagram for each output, and says what is right.
struct PlainLesson {
  let scene: Scene
  /// The position of the lesson, from 0.
  let place: Int
  /// The number of lessons.
  let count: Int
  /// Whether a person types the lines, who may try again.
  let isDialog: Bool

  private static let width = 80

  /// - Returns: whether every output was predicted; nil when nothing was, as without any input.
  /// - Throws: `CommandFailure` for a line that is no diagram.
  func run() throws -> Bool? {
    let recording = try BoundedRun(scene).perform().get()
    StandardStreams.printText(introduction)
    // Without any line, only the task was wanted.
    var first = isDialog ? nil : readLine()
    guard isDialog || first != nil else {
      StandardStreams.printText(wrapped("A line for each output, or an empty one, shows what comes out.") + "\n")
      return nil
    }
    let verdicts = try zip(scene.rows, recording.rows).filter { $0.0.expression != nil }.map { row, recorded in
      try verdict(of: row.name, recorded.timeline, first: &first)
    }
    StandardStreams.printText(conclusion(recording))
    return verdicts.allSatisfy { $0 == nil } ? nil : verdicts.allSatisfy { $0 == true }
  }

  private var introduction: String {
    let minutes = (scene.exercise?.minutes).map { " (\($0) min)" } ?? ""
    let hint = scene.exercise?.hint ?? ""
    let width = scene.rows.map(\.name.count).max() ?? 0
    let rows = scene.rows.enumerated().map { position, row in
      let name = String(repeating: " ", count: width - row.name.count) + row.name
      return "  \(name) \(row.expression == nil ? " " : "=") \(scene.text(ofRow: position))\n"
    }
    return """
      Lesson \(place + 1) of \(count): \(scene.title)\(minutes)

      \(wrapped(scene.exercise?.task ?? ""))

      \(rows.joined())
      \(wrapped("\(scene.about) \(Self.notation)"))
      \(hint.isEmpty ? "" : "\n" + wrapped("Hint: \(hint)") + "\n")

      """
  }

  private static let notation = """
    Write a line for each: a character is a second, - waits, | ends, ^ fails, 'two' is one value of several characters, and \
    what is in [ ] comes at one time. Or write times: 1@0 'two'@2.5 |@7.
    """

  /// Reads a prediction of a row, and says how it compares.
  ///
  /// - Parameter first: a line that was read before, which is the first one.
  /// - Returns: whether all of it is right; nil for none.
  private func verdict(of name: String, _ actual: Timeline, first: inout String?) throws -> Bool? {
    var last: Bool?
    while true {
      if isDialog { StandardStreams.printText("\(name): ") }
      guard let line = first.take() ?? readLine(), !line.allSatisfy(\.isWhitespace) else {
        if !isDialog { StandardStreams.printText("\(name): nothing is predicted.\n") }
        return last
      }
      let expected: Scene.Expectation
      do {
        expected = try Scene.Expectation(parsing: line, row: name, step: scene.step, dialect: scene.dialect)
      } catch {
        guard isDialog else { throw CommandFailure(.malformed, "\(error)") }
        StandardStreams.printText("\(error)\n")
        continue
      }
      let comparison = TimelineComparison(
        expected: expected.diagram.timeline, actual: actual, dialect: scene.dialect, isPrediction: true,
        known: isDialog ? .nanoseconds(-1) : nil)
      StandardStreams.printText(wrapped("\(name): \(comparison).") + "\n")
      if comparison.agrees || !isDialog { return comparison.agrees }
      last = false
      StandardStreams.printText("Try again, or press Enter to see what comes out.\n")
    }
  }

  private func conclusion(_ recording: Recording) -> String {
    let sheet = MarbleSheet.print(recording, of: scene).split(separator: "\n").map { "  \($0)\n" }.joined()
    let variation = scene.exercise?.variation ?? ""
    return """

      What comes out:

      \(sheet)
      \(wrapped(scene.notes))
      \(variation.isEmpty ? "" : "\n" + wrapped("To try, in `marbled play \(scene.name)` after H: \(variation)") + "\n")\
      \(place + 1 < count ? "\nNext: marbled learn \(place + 2)\n" : "")
      """
  }

  /// A paragraph in lines that fit.
  private func wrapped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(whereSeparator: \.isWhitespace) {
      let longer = lines[lines.count - 1].isEmpty ? String(word) : "\(lines[lines.count - 1]) \(word)"
      if longer.count <= Self.width { lines[lines.count - 1] = longer } else { lines.append(String(word)) }
    }
    return lines.joined(separator: "\n")
  }
}
