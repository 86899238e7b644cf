internal import Formats
internal import Marbles
internal import Playground
internal import Scenes
internal import Terminal

extension AgentTool {
  private static let lineCounts = 10...100

  /// Draws a scene.
  static let picture = AgentTool(
    name: "picture", title: "Draw streams",
    about:
      "Draws what streams do as a text picture with a time axis, marbles and connectors; also as SVG, if `svg` is true.",
    parameters: SceneArguments.parameters + [
      Parameter(
        name: "columns", kind: .number(RunLimits.standard.columns), about: "The width in characters; 80 by default."),
      Parameter(
        name: "lines", kind: .number(lineCounts), about: "The height in lines; by default as many as the rows need."),
      Parameter(name: "at", kind: .text, about: "The scene time to show, such as `2.5s`; the end by default."),
      Parameter(name: "stages", kind: .flag, about: "Whether each operator of a chain is a row, too."),
      Parameter(name: "svg", kind: .flag, about: "Whether a second part of the answer is the picture as SVG."),
    ]
  ) { arguments, context throws(ToolFailure) in
    let hasStages = arguments.flag("stages")
    var time: SceneTime?
    if let text = arguments.text("at") {
      do throws(DurationNotation.Problem) { time = try DurationNotation.parse(text) } catch {
        throw ToolFailure("picture: `at`: `\(DisplayText.shortened(text, to: 40))` \(error)")
      }
    }
    let answer = try SceneArguments.run(arguments, context) { $0.hasStages = hasStages }
    var document = answer.document
    document.showStages(of: hasStages ? .all : .marked)
    document.time = time
    let columns = arguments.number("columns") ?? SceneDocument.defaultSize.columns
    // A row takes three lines and the room for its connectors; the axis, captions and keys take the others.
    let lines = min(8 + 4 * document.scene.rows.count, lineCounts.upperBound)
    var frame = document
    frame.size = Size(columns: columns, rows: arguments.number("lines") ?? lines)
    var parts = [withoutBlankEnd(SceneFormat.frame.write(frame))]
    if arguments.flag("svg") {
      document.columns = columns
      let svg = SceneFormat.svg.write(document)
      let limit = context.limits.svgBytes
      guard svg.utf8.count <= limit else {
        throw ToolFailure("picture: the SVG has \(svg.utf8.count) bytes; expected at most \(limit), so draw fewer rows")
      }
      parts.append(svg)
    }
    return ToolAnswer(parts)
  }

  /// Without the spaces at the ends of lines, and without blank lines in a row.
  private static func withoutBlankEnd(_ text: String) -> String {
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let end = line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex
      if end == line.startIndex, lines.last?.isEmpty == true { continue }
      lines.append(line[..<end])
    }
    return lines.joined(separator: "\n")
  }
}
