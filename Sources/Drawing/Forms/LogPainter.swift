internal import Layout
internal import Marbles
internal import Terminal

/// Draws the newest values of a row one below the other, the newest last, each with its time and in full.
///
/// Words that differ from the value before stand out, so that a line among equal ones is read at a glance.
struct LogPainter {
  /// The newest values; the first one is only compared with.
  let events: ArraySlice<Event>
  let palette: CellPalette

  /// The maximum number of lines of a value other than the newest.
  private static let longest = 3

  /// A part of a line in one style.
  private struct Span {
    var text: String
    var style: Style
    /// Whether the value before has the same text there.
    var isOld = false
  }

  func draw(in area: CellBounds, on surface: inout Surface) {
    guard let last = events.last else { return }
    let width = max(7, DisplayWidth.of(Self.time(last)))
    // The time, a space, the sign of a warning or an error, and a space.
    let indent = width + 3
    let room = area.columns.count - indent
    guard room > 8 else { return }
    let shown = shown(in: area.rows.count, width: room)
    var line = area.rows.lowerBound
    for (index, lines) in shown {
      let (event, top) = (events[index], line)
      let severity = severity(of: event.value)
      for spans in lines {
        var column = area.columns.lowerBound + indent
        for span in spans { column += surface.put(span.text, column: column, row: line, style: span.style) }
        line += 1
      }
      let time = Self.time(event)
      surface.put(
        time, column: area.columns.lowerBound + width - DisplayWidth.of(time), row: top,
        style: Style(foreground: palette.theme.muted))
      if let sign = sign(of: severity) {
        surface.put(String(sign), column: area.columns.lowerBound + width + 1, row: top, style: style(of: severity))
      }
    }
  }

  /// The newest values that fit, the newest last: each with its index and its lines.
  private func shown(in rows: Int, width: Int) -> [(index: Int, lines: [[Span]])] {
    var shown: [(index: Int, lines: [[Span]])] = []
    var rest = rows
    for index in events.indices.reversed() {
      let isNewest = index == events.endIndex - 1
      let lines = lines(of: index, width: width, limit: isNewest ? rest : Self.longest, isNewest: isNewest)
      guard lines.count <= rest else { break }
      shown.append((index, lines))
      rest -= lines.count
    }
    return shown.reversed()
  }

  /// A value in lines; of an object that is not the newest, what is as before at its end gives way.
  private func lines(of index: Int, width: Int, limit: Int, isNewest: Bool) -> [[Span]] {
    let value = events[index].value
    let before = index > events.startIndex ? Self.visible(events[index - 1].value.line) : nil
    let severity = severity(of: value)
    var lines = wrapped(spans(Self.visible(value.line), after: before, severity), width: width)
    if case .object = value, !isNewest,
      let last = lines.indices.dropFirst().first(where: { lines[$0...].joined().allSatisfy(\.isOld) })
    {
      lines[last...] = []
      lines[last - 1].append(Span(text: String(palette.glyphs.ellipsis), style: .plain))
    }
    guard lines.count > limit else { return lines }
    lines = Array(lines.prefix(limit))
    lines[limit - 1].append(Span(text: String(palette.glyphs.ellipsis), style: .plain))
    return lines
  }

  /// The time of an event in milliseconds, with all of its digits.
  private static func time(_ event: Event) -> String {
    let milliseconds = max(0, event.time.nanoseconds) / 1_000_000
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }

  /// The visible form of a line: a tab is two blanks.
  private static func visible(_ text: String) -> String {
    DisplayWidth.escaped(text.replacing("\t", with: "  "))
  }

  private func severity(of value: Value) -> Severity {
    if case .object(let members) = value {
      let name = SeveritySource.suggested(by: [value])
      return members.isEmpty ? .normal : name?.severity(of: value) ?? .normal
    }
    return SeveritySource.text.severity(of: value)
  }

  private func sign(of severity: Severity) -> Character? {
    switch severity {
    case .normal: nil
    case .warning: palette.glyphs.warningLine
    case .error: palette.glyphs.errorLine
    }
  }

  private func style(of severity: Severity) -> Style {
    switch severity {
    case .normal: .plain
    case .warning: Style(foreground: palette.theme.marbles[.yellow])
    case .error: Style(foreground: palette.theme.alarm)
    }
  }

  private func spans(_ text: String, after before: String?, _ severity: Severity) -> [Span] {
    let style = style(of: severity)
    let parts = TextDifference(text, after: before).parts
    // A line that shares nothing with the one before needs no emphasis.
    guard parts.contains(where: { !$0.differs && $0.text.contains { $0 != " " } }) else {
      return [Span(text: text, style: style)]
    }
    return parts.map { part in
      var style = style
      if part.differs { style.bold = true } else if severity == .normal { style.foreground = palette.theme.muted }
      return Span(text: part.text, style: style, isOld: !part.differs)
    }
  }

  /// Breaks spans into lines of a width, between words where there is a blank.
  private func wrapped(_ spans: [Span], width: Int) -> [[Span]] {
    let characters = spans.indices.flatMap { span in spans[span].text.map { (character: $0, span: span) } }
    var lines: [[Span]] = []
    var start = 0
    while start < characters.count || lines.isEmpty {
      var (end, columns, space) = (start, 0, start)
      while end < characters.count, columns + DisplayWidth.of(characters[end].character) <= width {
        columns += DisplayWidth.of(characters[end].character)
        end += 1
        if characters[end - 1].character == " " { space = end }
      }
      // A long word begins on its line, unless that would be almost empty.
      if end < characters.count, characters[end].character != " ", 3 * (space - start) > width { end = space }
      var line: [Span] = []
      var place = start
      while place < end {
        let run = characters[place..<end].prefix { $0.span == characters[place].span }
        let span = spans[characters[place].span]
        line.append(Span(text: String(run.map(\.character)), style: span.style, isOld: span.isOld))
        place = run.endIndex
      }
      lines.append(line)
      // A character that is wider than the line is left out.
      start = max(end, start + 1)
      while start < characters.count, characters[start].character == " " { start += 1 }
    }
    return lines
  }
}
