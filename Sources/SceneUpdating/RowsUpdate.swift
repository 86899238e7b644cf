internal import Marbles
internal import SceneFiles
internal import Scenes

/// Replaces what differs in the rows of a file, and puts them into their new order.
struct RowsUpdate {
  private let old: Scene
  private let new: Scene
  /// The values of marbles in all rows.
  private let values: [String: Value]
  private let comments: YAMLComments
  /// The old position of each new row; nil for a row that is added.
  private let positions: [Int?]

  init(from old: Scene, to new: Scene, values: [String: Value], comments: YAMLComments) {
    (self.old, self.new, self.values, self.comments) = (old, new, values, comments)
    positions = Self.positions(of: new.rows, in: old.rows)
  }

  /// The least that has to be written again, for each new row.
  var levels: [SceneUpdate.RowLevel] {
    new.rows.indices.map { position in
      guard let oldPosition = positions[position] else { return .rewritten }
      return update(of: position, from: oldPosition).isUnchanged ? .kept : .edited
    }
  }

  /// The old position of each row: of the row with its name, or of a row with the same content that was renamed.
  static func positions(of rows: [Scene.Row], in old: [Scene.Row]) -> [Int?] {
    let indices = Dictionary(old.enumerated().map { ($1.name, $0) }) { first, _ in first }
    var positions = rows.map { indices[$0.name] }
    var free = old.indices.filter { !positions.contains($0) }
    for index in rows.indices where positions[index] == nil {
      func isSame(_ position: Int) -> Bool {
        var row = old[position]
        row.name = rows[index].name
        return row == rows[index]
      }
      // Of several, the one at this position.
      guard let match = free.first(where: { $0 == index && isSame($0) }) ?? free.first(where: isSame) else { continue }
      positions[index] = match
      free.removeAll { $0 == match }
    }
    return positions
  }

  /// Replaces the rows.
  ///
  /// - Parameters:
  ///   - layout: the layout of the value of `rows:`.
  ///   - levels: how much of each new row is written again.
  ///   - outerColumn: the indentation of `rows:`.
  /// - Returns: false when a comment would be lost.
  func edit(
    _ layout: YAMLLayout, _ levels: [SceneUpdate.RowLevel], in edits: inout TextEdits, _ writer: YAMLWriter,
    outerColumn: Int
  ) -> Bool {
    guard layout.items.map(\.name) == old.rows.map(\.name) else { return false }
    let style = Style(of: layout, comments: comments, outerColumn: outerColumn)
    var pieces: [YAMLLayout.Piece] = []
    for (position, row) in new.rows.enumerated() {
      guard let oldPosition = positions[position] else {
        // In the style of the row above, or below.
        let above = positions[..<position].compactMap(\.self).last
        let neighbour = above ?? positions[position...].compactMap(\.self).first
        let isFlow = layout.isFlow || neighbour.map { style.isFlow[$0] } ?? false
        let text = writer.row(
          row.name, new.entries(ofRow: position, values: values), isFlow: isFlow, indentation: style.indentation)
        pieces.append(.new(String(repeating: " ", count: layout.column) + text))
        continue
      }
      let item = layout.items[oldPosition]
      if levels[position] == .edited {
        var attempt = edits
        if edit(item, position, from: oldPosition, in: &attempt, writer) {
          edits = attempt
          pieces.append(.old(oldPosition, text: edits.text(in: item.range)))
          continue
        }
      }
      if levels[position] == .kept {
        pieces.append(.old(oldPosition, text: edits.text(in: item.range)))
        continue
      }
      guard let text = rewritten(item, of: layout, position, isFlow: style.isFlow[oldPosition], style, writer) else {
        return false
      }
      pieces.append(.old(oldPosition, text: text))
    }
    guard let text = layout.text(of: pieces, writer) else { return false }
    edits.replace(layout.range, with: text)
    return true
  }

  private func update(of position: Int, from oldPosition: Int) -> RowUpdate {
    RowUpdate(
      old: old, new: new, oldPosition: oldPosition, newPosition: position, values: values, comments: comments)
  }

  /// Replaces single values and keys of a row.
  private func edit(
    _ item: YAMLLayout.Item, _ position: Int, from oldPosition: Int, in edits: inout TextEdits, _ writer: YAMLWriter
  ) -> Bool {
    guard let layout = YAMLLayout(item.node, after: item.key.upperBound, comments: comments),
      update(of: position, from: oldPosition).edit(layout, in: &edits, writer)
    else { return false }
    let name = new.rows[position].name
    if name != item.name {
      let text = writer.scalar(name, inPlaceOf: edits.bytes[item.key], isInFlow: true)
      edits.replace(item.key, with: text)
    }
    return true
  }

  /// A row with all its keys written again; its comments go above it.
  private func rewritten(
    _ item: YAMLLayout.Item, of layout: YAMLLayout, _ position: Int, isFlow: Bool, _ style: Style, _ writer: YAMLWriter
  ) -> [UInt8]? {
    let text = writer.row(
      new.rows[position].name, new.entries(ofRow: position, values: values), isFlow: isFlow || layout.isFlow,
      indentation: style.indentation)
    if layout.isFlow { return comments.within(item.range).isEmpty ? Array(text.utf8) : nil }
    var result = Array(layout.source.bytes[item.range.lowerBound..<item.start])
    result += layout.insideComments(of: item, writer)
    result += [UInt8](repeating: 0x20, count: layout.column)
    return result + Array(text.utf8)
  }
}

extension RowsUpdate {
  /// The style of the rows in the file.
  private struct Style {
    /// Whether the keys of each row stand in braces.
    let isFlow: [Bool]
    /// The indentation of the keys in the block style.
    let indentation: Int

    init(of layout: YAMLLayout, comments: YAMLComments, outerColumn: Int) {
      let rows = layout.items.map { YAMLLayout($0.node, after: $0.key.upperBound, comments: comments) }
      isFlow = rows.map { $0?.isFlow ?? false }
      let indented = rows.lazy.compactMap(\.self).first { !$0.isFlow }
      indentation = indented?.column ?? layout.column + max(1, layout.column - outerColumn)
    }
  }
}
