internal import Layout
internal import Marbles
internal import Terminal

/// A value in full, as lines of a panel: an object by its members, anything else as text.
struct ValueFields {
  /// A part of a line in one style.
  struct Span: Hashable {
    /// The distance from the left edge of the panel, in columns.
    var offset: Int
    /// The text, with control characters escaped.
    var text: String
    /// Whether it is the name of a member.
    var isKey = false
  }

  /// The lines, at most as many as there is room for.
  private(set) var lines: [[Span]]

  /// The maximum number of members that are shown by name; sorting more would cost too much for each frame.
  private static let maximumMembers = 200
  /// The maximum number of parts of a member that is written out.
  private static let maximumParts = 500

  /// Lays a value out.
  ///
  /// Members stand below each other where all fit, and otherwise one behind the other.
  ///
  /// - Parameters:
  ///   - width: the columns of the panel.
  ///   - height: the maximum number of lines.
  init(_ value: Value, width: Int, height: Int, glyphs: Glyphs) {
    guard case .object(let members) = value, !members.isEmpty, members.count <= Self.maximumMembers, width > 8 else {
      lines = BrokenText.lines(Self.text(of: value), width: width, limit: height, ellipsis: glyphs.ellipsis)
        .map { [Span(offset: 0, text: $0)] }
      return
    }
    let fields = Self.ordered(members.keys).map { ($0, Self.text(of: members[$0] ?? .null)) }
    lines =
      Self.column(fields, width: width, height: height, glyphs)
      ?? Self.flowFillingSpace(fields, width: width, height: height, glyphs)
  }

  /// The members below each other, their values in one column; nil when they don't fit.
  private static func column(
    _ fields: [(key: String, text: String)], width: Int, height: Int, _ glyphs: Glyphs
  ) -> [[Span]]? {
    guard fields.count <= height else { return nil }
    let keys = fields.map { DisplayWidth.escaped($0.key) }
    let indent = 2 + (keys.map { DisplayWidth.of($0) }.max() ?? 0)
    guard indent <= width / 2 else { return nil }
    var spare = height - fields.count
    var lines: [[Span]] = []
    for (key, field) in zip(keys, fields) {
      let texts = BrokenText.lines(field.text, width: width - indent, limit: 2 + spare, ellipsis: glyphs.ellipsis)
      spare -= texts.count - 1
      guard spare >= 0 else { return nil }
      for (index, text) in texts.enumerated() {
        lines.append(
          (index == 0 ? [Span(offset: 0, text: key, isKey: true)] : []) + [Span(offset: indent, text: text)])
      }
    }
    return lines
  }

  /// The members one behind the other; long ones get the lines that are left over.
  private static func flowFillingSpace(
    _ fields: [(key: String, text: String)], width: Int, height: Int, _ glyphs: Glyphs
  ) -> [[Span]] {
    let lines = flow(fields, width: width, height: height, glyphs)
    let spare = height - lines.count
    return spare > 0 ? flow(fields, width: width, height: height, spare: spare, glyphs) : lines
  }

  /// The members one behind the other; a count replaces those that don't fit.
  ///
  /// - Parameter spare: the number of additional lines for members that are longer than a line.
  private static func flow(
    _ fields: [(key: String, text: String)], width: Int, height: Int, spare: Int = 0, _ glyphs: Glyphs
  ) -> [[Span]] {
    var spare = spare
    guard height > 0 else { return [] }
    var lines: [[Span]] = [[]]
    var column = 0
    for (index, field) in fields.enumerated() {
      let key = DisplayWidth.shortened(field.key, width: width / 2, ellipsis: glyphs.ellipsis)
      let start = DisplayWidth.of(key) + 1
      let text = DisplayWidth.escaped(String(field.text.prefix(width)))
      let whole = start + DisplayWidth.of(text)
      let (note, nextNote) = ("\(fields.count - index) more", "\(fields.count - index - 1) more")
      let isLast = index == fields.count - 1
      // In the last line, a note about those that follow must fit, too.
      func room(_ line: Int) -> Int { line == height && !isLast ? width - nextNote.count - 2 : width }
      let gap = column == 0 ? 0 : 2
      if column + gap + whole <= room(lines.count) || column == 0 {
        column += gap
      } else if lines.count < height {
        lines.append([])
        column = 0
      } else {
        if column + 2 + note.count <= width {
          lines[height - 1].append(Span(offset: column + 2, text: note, isKey: true))
        }
        return lines
      }
      let texts = BrokenText.lines(
        field.text, width: room(lines.count) - column - start, limit: column == 0 ? 1 + spare : 1,
        ellipsis: glyphs.ellipsis)
      lines[lines.count - 1].append(Span(offset: column, text: key, isKey: true))
      for (index, text) in texts.enumerated() {
        if index > 0 { lines.append([]) }
        lines[lines.count - 1].append(Span(offset: column + start, text: text))
      }
      spare -= max(0, texts.count - 1)
      column += start + DisplayWidth.of(texts.last ?? "")
    }
    return lines
  }

  /// The names of members: those that stand for the object first, then the others by name.
  private static func ordered(_ keys: some Collection<String>) -> [String] {
    Value.labelKeys.filter(keys.contains) + keys.filter { !Value.labelKeys.contains($0) }.sorted()
  }

  /// The value as text; a large collection by its size.
  private static func text(of value: Value) -> String {
    switch value {
    case .array(let elements) where (value.parts ?? .max) > maximumParts: "\(elements.count) elements"
    case .object(let members) where (value.parts ?? .max) > maximumParts || members.count > maximumMembers:
      "\(members.count) members"
    default: value.description
    }
  }
}

/// Text broken into lines, between words where possible; the space at the beginning of a line of a log stays.
enum BrokenText {
  /// - Parameter limit: the maximum number of lines; an ellipsis replaces the rest.
  static func lines(_ text: String, width: Int, limit: Int, ellipsis: Character) -> [String] {
    guard width > 0, limit > 0 else { return [] }
    // A line of a pipe may be a megabyte long.
    let longest = width * limit
    let escaped = DisplayWidth.escaped(String(text.prefix(longest + 1)))
    var rest = Array(escaped)[...]
    var lines: [String] = []
    while lines.count < limit - 1, DisplayWidth.of(String(rest)) > width {
      let line = firstLine(of: rest, width: width)
      lines.append(String(line))
      rest = rest[line.endIndex...].drop { $0 == " " }
    }
    lines.append(DisplayWidth.shortened(String(rest), width: width, ellipsis: ellipsis))
    return lines
  }

  /// As much as fits, up to the last space if there is one; at least one character.
  private static func firstLine(of text: ArraySlice<Character>, width: Int) -> ArraySlice<Character> {
    var (end, used) = (text.startIndex, 0)
    while end < text.endIndex {
      used += DisplayWidth.of(text[end])
      if used > width { break }
      end += 1
    }
    end = max(end, text.startIndex + 1)
    let line = text[..<end]
    let begin = line.firstIndex { $0 != " " } ?? line.startIndex
    guard end < text.endIndex, text[end] != " ", let space = line[begin...].lastIndex(of: " ") else { return line }
    return line[..<space]
  }
}
