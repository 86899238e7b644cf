internal import Terminal

/// The keys that work now, arranged in columns and, where they don't fit, on pages.
struct KeySheet: Hashable {
  /// A line of a column.
  enum Line: Hashable {
    case blank
    case heading(String)
    case key(String, String)

    var isKey: Bool { if case .key = self { true } else { false } }
    fileprivate var isHeading: Bool { if case .heading = self { true } else { false } }
  }

  /// Keys under a heading.
  struct Group: Hashable {
    var heading: String
    var lines: [Line]
  }

  /// The columns of each page; at least one page.
  private(set) var pages: [[[Line]]]

  /// The number of rows from which on pages have headings.
  private static let leastHeaded = 12

  /// - Parameters:
  ///   - groups: the keys.
  ///   - columns: the number of columns of a page; at least 1.
  ///   - rows: the number of lines of a column; at least 1.
  init(_ groups: [Group], columns: Int, rows: Int) {
    let (airy, headed, plain) = (
      Self.lines(groups, isHeaded: true, isAiry: true), Self.lines(groups, isHeaded: true),
      Self.lines(groups, isHeaded: false)
    )
    if let page = [airy, headed, plain].lazy.compactMap({ Self.balanced($0, columns: columns, rows: rows) }).first {
      pages = [page]
      return
    }
    let flow = Self.flow(rows < Self.leastHeaded ? plain : headed, rows: rows)
    pages = stride(from: 0, to: flow.count, by: columns).map { Array(flow[$0..<min(flow.count, $0 + columns)]) }
  }

  /// The number of keys on the pages after one.
  func keys(after page: Int) -> Int { pages.dropFirst(page + 1).joined().joined().count(where: \.isKey) }

  private static func lines(_ groups: [Group], isHeaded: Bool, isAiry: Bool = false) -> [Line] {
    groups.enumerated().flatMap { index, group in
      (isAiry && index > 0 ? [.blank] : []) + (isHeaded ? [.heading(group.heading)] : []) + group.lines
    }
  }

  /// Columns that are as low as possible, whole groups if these fit; nil when the lines need more columns, or more rows.
  private static func balanced(_ lines: [Line], columns: Int, rows: Int) -> [[Line]]? {
    let least = min(max(1, lines.count / columns), rows)
    let flows = (least...rows).lazy.map { flow(lines, rows: $0) }.filter { $0.count <= columns }
    return flows.first { $0.allSatisfy { $0.first?.isHeading == true } } ?? flows.first
  }

  /// Fills one column after the other. A heading is above its first key, and no column begins or ends with a blank line.
  private static func flow(_ lines: [Line], rows: Int) -> [[Line]] {
    var columns: [[Line]] = [[]]
    for line in lines {
      if let last = columns.last, !last.isEmpty, last.count + (line.isHeading ? 2 : 1) > rows {
        if last.last == .blank { columns[columns.count - 1].removeLast() }
        columns.append([])
      }
      if line != .blank || columns.last?.isEmpty == false { columns[columns.count - 1].append(line) }
    }
    return columns
  }
}

extension KeySheet {
  /// The blank columns between keys and what they do, and between two columns of the sheet.
  private static let gap = 2
  /// The widest keys, in columns.
  static let widestKey = 9
  /// The widest text about keys, in columns.
  static let widestSentence = 26
  /// The columns of one column of the widest keys and texts.
  static let widestColumn = widestKey + gap + widestSentence

  /// The width of a sheet with this many columns of keys, in columns of the screen.
  static func width(_ count: Int, of column: Int = widestColumn) -> Int { count * (column + gap) - gap }

  /// Draws a page.
  ///
  /// - Parameters:
  ///   - key: the width of the keys, in columns.
  ///   - text: the width of the texts, in columns.
  func draw(
    page: Int, column: Int, row: Int, key: Int = widestKey, text: Int = widestSentence, palette: CellPalette,
    on canvas: inout Canvas
  ) {
    for (index, lines) in pages[min(page, pages.count - 1)].enumerated() {
      let left = column + index * (key + text + 2 * Self.gap)
      for (offset, line) in lines.enumerated() {
        switch line {
        case .blank: break
        case .heading(let heading):
          canvas.put(
            heading, column: left, row: row + offset, style: Style(foreground: palette.theme.muted, bold: true),
            maxWidth: key + Self.gap + text)
        case .key(let name, let sentence):
          canvas.put(
            name, column: left, row: row + offset, style: Style(foreground: palette.theme.accent), maxWidth: key)
          canvas.put(
            DisplayWidth.shortened(sentence, width: text, ellipsis: palette.glyphs.ellipsis),
            column: left + key + Self.gap, row: row + offset)
        }
      }
    }
  }

  /// The widths of the keys and of the texts.
  static func widths(_ groups: [Group]) -> (key: Int, text: Int) {
    var widths = (key: 0, text: 0)
    for case .key(let key, let text) in groups.flatMap(\.lines) {
      widths = (max(widths.key, DisplayWidth.of(key)), max(widths.text, DisplayWidth.of(text)))
    }
    return widths
  }

  /// The columns that a sheet of these keys needs for one column.
  static func column(_ widths: (key: Int, text: Int)) -> Int { widths.key + gap + widths.text }
}

extension KeyContext {
  /// The keys that work, group by group.
  func groups(_ glyphs: Glyphs) -> [KeySheet.Group] {
    let works = KeyBinding.all.filter { $0.works(in: self) }
    return KeyGroup.allCases.compactMap { group in
      var lines = works.filter { $0.group == group }.map {
        KeySheet.Line.key($0.label(glyphs, in: self), $0.sentence(in: self))
      }
      if group == .program { lines.append(.key("Ctrl-L", "redraw the screen")) }
      return lines.isEmpty ? nil : KeySheet.Group(heading: group.rawValue, lines: lines)
    }
  }

  /// What the list of keys depends on.
  func title(_ glyphs: Glyphs) -> String {
    var words = ["Keys"]
    if isLive { words.append("live scene") }
    if isPresenting { words.append("presenting") }
    if !permissions.contains(.pause) { words.append("only watching") }
    return words.joined(separator: " \(glyphs.dot) ")
  }
}
