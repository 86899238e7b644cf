internal import Marbles

extension MarbleTestFailure {
  /// All diagrams as a picture, with the source of the operation, and a line at the first difference: SVG, without scripts.
  ///
  /// Marbles of one instant are beside each other, so that each can be read; pauses are drawn at most eight steps long.
  public var svg: String { FailurePicture(self).svg }
}

/// Draws the timelines of a failure under each other.
private struct FailurePicture {
  private let failure: MarbleTestFailure
  private let rows: [(name: String, timeline: Timeline)]
  /// The instants at which something happens, and where they begin.
  private var columns: [(time: SceneTime, x: Int)] = []
  private var width = 0

  /// The width of a character, in units, and the heights of rows and lines of text.
  private static let character = 9
  private static let height = 52
  private static let line = 22
  private static let margin = 14
  /// Where the rows begin, behind their names.
  private static let start = margin + 10 * character

  init(_ failure: MarbleTestFailure) {
    self.failure = failure
    rows = failure.test.inputs + [("expected", failure.test.expectation.timeline), ("actual", failure.result)]
    let instants = Set(rows.flatMap { $0.timeline.events.map(\.time) + [$0.timeline.end.time].compactMap(\.self) })
    var x = Self.start + 20
    var previous: SceneTime?
    for time in instants.union(failure.difference.map { [$0] } ?? []).sorted() {
      let gap = time.nanoseconds - (previous ?? .zero).nanoseconds
      x += Int(min(8, gap / max(1, failure.test.step.nanoseconds))) * 12
      columns.append((time, x))
      x += rows.map { width(of: $0.timeline, at: time) }.max() ?? 0
      previous = time
    }
    let texts = texts.map { DisplayText.width($0) * Self.character }
    width = max(x + 20, (texts.max() ?? 0) + Self.margin) + Self.margin
  }

  /// The lines above the rows.
  private var texts: [String] {
    [failure.sentence] + (failure.note.map { ["note: \($0)"] } ?? []) + (failure.source?.shown() ?? [])
  }

  private static func text(_ event: Event) -> String { DisplayText.shortened(event.value.description, to: 40) }

  /// The width of a marble with the gap behind it.
  private static func width(of event: Event) -> Int { max(3, DisplayText.width(text(event)) + 2) * character + 6 }

  private func width(of timeline: Timeline, at time: SceneTime) -> Int {
    let marbles = timeline.events.filter { $0.time == time }.map(Self.width).reduce(0, +)
    return marbles + (timeline.end.time == time ? 20 : 0)
  }

  var svg: String {
    let top = Self.margin + texts.count * Self.line
    let bottom = top + rows.count * Self.height
    var body = texts.enumerated().map { index, text in
      Self.label(text, Self.margin, Self.margin + 14 + index * Self.line, "start")
    }
    if let difference = failure.difference, let x = columns.first(where: { $0.time == difference })?.x {
      body.append("<path class=\"d\" d=\"M\(x - 4) \(top)V\(bottom)\"/>")
      body.append(Self.label("\(difference) s", x - 4, bottom + 16, "middle"))
    }
    for (index, row) in rows.enumerated() {
      body += draw(row.name, row.timeline, at: top + index * Self.height + Self.height / 2)
    }
    let height = bottom + 30
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img">
      <title>\(Self.escaped(failure.sentence))</title>
      <style>text{font:15px ui-monospace,Menlo,Consolas,monospace;fill:#222;white-space:pre}\
      path{stroke:#666;fill:none;stroke-width:1.5}rect{fill:#fff;stroke:#246;stroke-width:1.5}\
      .d{stroke:#c22;stroke-dasharray:4 3}.e{stroke:#c22;stroke-width:2.5}.b{fill:#fff;stroke:none}</style>
      <rect class="b" width="100%" height="100%"/>
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  private func draw(_ name: String, _ timeline: Timeline, at y: Int) -> [String] {
    let end = columns.first { $0.time == timeline.end.time }?.x
    let marblesAtEnd = timeline.events.filter { $0.time == timeline.end.time }.map(Self.width).reduce(0, +)
    let right = end.map { $0 + marblesAtEnd + 8 } ?? width - Self.margin
    var parts = [Self.label(name, Self.margin, y + 5, "start"), "<path d=\"M\(Self.start) \(y)H\(right)\"/>"]
    for (time, left) in columns {
      var x = left
      for event in timeline.events where event.time == time {
        let width = Self.width(of: event) - 6
        parts.append("<rect x=\"\(x)\" y=\"\(y - 14)\" width=\"\(width)\" height=\"28\" rx=\"14\"/>")
        parts.append(Self.label(Self.text(event), x + width / 2, y + 5, "middle"))
        x += width + 6
      }
    }
    switch timeline.end {
    case .finish: parts.append("<path d=\"M\(right) \(y - 14)v28\"/>")
    case .error: parts.append("<path class=\"e\" d=\"M\(right - 8) \(y - 8)l16 16m0 -16l-16 16\"/>")
    case .open: break
    }
    return parts
  }

  private static func label(_ text: String, _ x: Int, _ y: Int, _ anchor: String) -> String {
    let anchor = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
    return "<text x=\"\(x)\" y=\"\(y)\"\(anchor)>\(escaped(text))</text>"
  }

  /// Text for XML, which knows no control characters.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
