internal import Expressions
internal import Marbles
internal import SceneFiles

/// What can be written at a place of a scene: keys, choices, and parts of expressions.
struct Completions {
  /// A text that can be inserted.
  private struct Item {
    /// The kinds of the protocol.
    enum Kind: Int {
      case method = 2
      case function = 3
      case variable = 6
      case property = 10
      case value = 12
      case enumMember = 20
    }

    var label: String
    var kind: Kind
    var detail: String
    var documentation: String = ""
    /// What replaces the range.
    var text: String
    /// The number of characters before the cursor afterwards; nil for the end of the text.
    var cursor: Int?
    var range: Range<Int>
  }

  let place: ScenePlace
  let encoding: PositionEncoding
  /// Whether the client can place its cursor inside of an inserted text.
  let hasSnippets: Bool

  /// The answer to `textDocument/completion`.
  var value: Value {
    let values = items.prefix(Self.most).enumerated().map { value(of: $1, at: $0) }
    return .object(["isIncomplete": .bool(true), "items": .array(values)])
  }

  /// The maximum number of items.
  private static let most = 200

  private var items: [Item] {
    switch place.cursor.place {
    case .key(let range): keys(range)
    case .value(let range, let style): values(range, style)
    case nil: []
    }
  }

  private func keys(_ range: Range<Int>) -> [Item] {
    let lookup = KeyLookup(place.cursor.path)
    let source = lookup.isRow ? RowSource.allCases.first { place.cursor.siblings.contains($0.rawValue) } : nil
    let written = String(decoding: place.bytes[range], as: UTF8.self)
    let isWhole = range.upperBound < place.bytes.count && place.bytes[range.upperBound] == UInt8(ascii: ":")
    return lookup.keys.filter { key in
      if key.name != written, place.cursor.siblings.contains(key.name) { return false }
      return source.map { key.variants?.contains($0.rawValue) ?? true } ?? true
    }.map { key in
      Item(
        label: key.name, kind: .property, detail: key.shape.title, documentation: key.about,
        text: isWhole ? key.name : "\(key.name): ", range: range)
    }
  }

  private func values(_ range: Range<Int>, _ style: SceneCursor.Style) -> [Item] {
    let shapes = KeyLookup(place.cursor.path).shapes
    if shapes.contains(.expression), style != .block { return expressions(range, style) }
    var items = shapes.flatMap(\.offers).map { name in
      Item(label: name, kind: .enumMember, detail: "", text: style == .plain ? Self.plain(name) : name, range: range)
    }
    if style == .single || style == .double {
      let inner = ScalarText(place.bytes, range, style)
      let text = inner.offsets[0]..<(inner.offsets.last ?? 0)
      for index in items.indices { items[index].range = text }
    }
    if place.cursor.path == ["items"] {
      items += place.cursor.rows.map { Item(label: $0, kind: .variable, detail: "row", text: $0, range: range) }
    }
    return items
  }

  /// A text as a plain scalar, or in quotes where YAML needs them.
  private static func plain(_ text: String) -> String {
    let needsQuotes = text.first.map { "@`|>&*!%#-?{}[],\"'".contains($0) } ?? true
    return needsQuotes || text.contains(": ") || text.contains(" #") ? "\"\(text)\"" : text
  }

  private func expressions(_ range: Range<Int>, _ style: SceneCursor.Style) -> [Item] {
    let scalar = ScalarText(place.bytes, range, style)
    let name = place.cursor.path.dropLast().last
    let completion = ExpressionCompletion(
      of: scalar.text, at: scalar.index(of: place.offset), rows: place.cursor.rows.filter { $0 != name })
    let replaced = scalar.offsets[completion.replaced.lowerBound]..<scalar.offsets[completion.replaced.upperBound]
    return completion.candidates.map { candidate in
      var item = Item(
        label: candidate.title, kind: Self.kind(candidate.kind), detail: candidate.detail,
        text: scalar.written(candidate.text), range: replaced)
      let before = scalar.written(String(candidate.text.prefix(candidate.cursor)))
      if before.count < item.text.count { item.cursor = before.count }
      quote(&item, in: scalar, range)
      return item
    }
  }

  /// Puts a plain scalar into quotes if the text has a colon, which YAML would take for a key.
  private func quote(_ item: inout Item, in scalar: ScalarText, _ range: Range<Int>) {
    guard hasSnippets, scalar.style == .plain, item.text.contains(": ") || item.text.contains("{") else { return }
    let (before, behind) = (range.lowerBound..<item.range.lowerBound, item.range.upperBound..<range.upperBound)
    let quote = item.text.contains("\"") ? "'" : "\""
    func text(_ range: Range<Int>) -> String { String(decoding: place.bytes[range], as: UTF8.self) }
    // A text with such a quote stays as it is: the error of the decoder says how to write it.
    guard !text(range).contains(where: { $0 == "\"" || $0 == "'" || $0 == "\\" }) else { return }
    let lead = quote + text(before)
    item.cursor = lead.count + (item.cursor ?? item.text.count)
    item.text = lead + item.text + text(behind) + quote
    item.range = range
  }

  private static func kind(_ kind: ExpressionCompletion.Candidate.Kind) -> Item.Kind {
    switch kind {
    case .row: .variable
    case .function: .function
    case .method: .method
    case .label: .property
    case .value: .value
    }
  }

  private func value(of item: Item, at index: Int) -> Value {
    let typed = place.bytes[min(item.range.lowerBound, place.offset)..<max(item.range.lowerBound, place.offset)]
    let hasPlace = hasSnippets && item.cursor != nil
    var members: Members = [
      "label": .string(item.label), "kind": .int(item.kind.rawValue),
      // Clients sort by text, and drop what does not begin with what is typed; both are decided here.
      "sortText": .string(String(repeating: "0", count: 4 - String(index).count) + String(index)),
      "filterText": .string(typed.isEmpty ? item.label : String(decoding: typed, as: UTF8.self)),
      "insertTextFormat": .int(hasPlace ? 2 : 1),
      "textEdit": .object([
        "range": place.document.range(item.range, encoding),
        "newText": .string(hasPlace ? Self.snippet(item.text, cursor: item.cursor ?? 0) : item.text),
      ]),
    ]
    if !item.detail.isEmpty { members["detail"] = .string(item.detail) }
    if !item.documentation.isEmpty { members["documentation"] = .string(item.documentation) }
    return .object(members)
  }

  /// A text with a mark where the cursor is.
  private static func snippet(_ text: String, cursor: Int) -> String {
    func escaped(_ text: some StringProtocol) -> String {
      String(text.flatMap { "$}\\".contains($0) ? ["\\", $0] : [$0] })
    }
    return escaped(text.prefix(cursor)) + "$0" + escaped(text.dropFirst(cursor))
  }
}
