internal import SceneFiles
internal import Yams

/// How a file lays out a mapping or a list: the bytes of each item, and between them those that belong to none.
///
/// ```yaml
/// rows:
///   # The numbers.            ┐
///   ints:                     │ an item in the block style: whole lines, with the comments directly above
///     marbles: "1-2-3|"       ┘
///   sums: { apply: "ints.reductions(+)" }      # In the flow style, `apply: "…"` is an item, without white space.
/// ```
struct YAMLLayout {
  /// An entry of a mapping, or an element of a list.
  struct Item {
    /// The key; empty in a list.
    let name: String
    /// The bytes of the key; empty in a list.
    let key: Range<Int>
    /// The value, and its bytes.
    let node: FileNode
    let value: Range<Int>
    /// The bytes of the item. In the block style: its lines, comments below that are indented deeper, and, if asked
    /// for, comments directly above.
    let range: Range<Int>
    /// The offset of the item's first line, after the comments above; in the flow style the start of ``range``.
    let start: Int
  }

  let source: SourceText
  let comments: YAMLComments
  /// Whether it is written in brackets.
  let isFlow: Bool
  /// The items, in the order of the file.
  private(set) var items: [Item] = []
  /// The bytes from the first item to the last one; with the brackets in the flow style.
  let range: Range<Int>
  /// The indentation of the items in the block style; 0 in the flow style.
  let column: Int

  /// The item with this key.
  subscript(name: String) -> Item? { items.first { $0.name == name } }

  /// Finds the items.
  ///
  /// - Parameters:
  ///   - start: the offset after the key of the collection; 0 for the root.
  ///   - attachesComments: whether the comments directly above an item belong to it.
  /// - Returns: nil for a scalar, for an alias, and for a layout that is too unusual to edit.
  init?(_ node: FileNode, after start: Int, comments: YAMLComments, attachesComments: Bool = false) {
    guard !node.isScalar, node.markOffset >= start, let extent = node.extent(after: start) else { return nil }
    (source, self.comments) = (node.source, comments)
    isFlow = FileNode.isOpening(source.bytes, at: extent.lowerBound)
    guard let parts = Self.parts(of: node, from: isFlow ? extent.lowerBound + 1 : extent.lowerBound) else {
      return nil
    }
    if isFlow {
      self.range = extent
      self.column = 0
      items = parts.map { part in
        let end = part.value.isEmpty ? part.key.upperBound : part.value.upperBound
        return Item(
          name: part.name, key: part.key, node: part.node, value: part.value, range: part.start..<max(part.start, end),
          start: part.start)
      }
      return
    }
    var lines = BlockItemScanner(
      bytes: source.bytes, comments: comments, floor: start == 0 ? 0 : source.bytes.lineEnd(after: start))
    for part in parts {
      guard let (range, line) = lines.next(from: part, attachesComments: attachesComments) else { return nil }
      items.append(
        Item(name: part.name, key: part.key, node: part.node, value: part.value, range: range, start: line))
    }
    guard let first = items.first, let last = items.last, let column = lines.column else { return nil }
    self.range = first.range.lowerBound..<last.range.upperBound
    self.column = column
  }

  fileprivate struct Part {
    var name = ""
    var key: Range<Int>
    let node: FileNode
    let value: Range<Int>
    /// The first byte: of the key, of the anchor of an element, or of the `-` before it.
    var start: Int
    var isElement = false
  }

  private static func parts(of node: FileNode, from start: Int) -> [Part]? {
    let source = node.source
    var position = start
    var parts: [Part] = []
    switch node.node {
    case .mapping(let mapping):
      for pair in mapping {
        let key = FileNode(node: pair.key, source: source)
        let value = FileNode(node: pair.value, source: source)
        guard let name = key.location?.value, let keyRange = key.extent(after: position),
          let range = value.extent(after: keyRange.upperBound)
        else { return nil }
        parts.append(Part(name: name, key: keyRange, node: value, value: range, start: keyRange.lowerBound))
        position = max(keyRange.upperBound, range.upperBound)
      }
    case .sequence(let sequence):
      for node in sequence {
        let element = FileNode(node: node, source: source)
        guard element.markOffset >= position, let range = element.extent(after: position) else { return nil }
        let mark = element.markOffset
        parts.append(Part(key: mark..<mark, node: element, value: range, start: mark, isElement: true))
        position = max(mark, range.upperBound)
      }
    case .scalar, .alias: return nil
    }
    return parts
  }
}

/// Finds the lines of items in the block style.
private struct BlockItemScanner {
  let bytes: [UInt8]
  let comments: YAMLComments
  /// The end of the item before.
  var floor: Int
  /// The indentation that all items share.
  private(set) var column: Int?

  init(bytes: [UInt8], comments: YAMLComments, floor: Int) {
    (self.bytes, self.comments, self.floor) = (bytes, comments, floor)
  }

  /// The bytes of the next item, and the start of its first line; nil when it shares a line with something else.
  mutating func next(
    from part: YAMLLayout.Part, attachesComments: Bool
  ) -> (range: Range<Int>, line: Int)? {
    let line = bytes.lineStart(of: part.start)
    var first = part.start
    if part.isElement {
      // The `-` before the element.
      guard let dash = bytes[line..<part.start].firstIndex(where: { $0 != 0x20 }), bytes[dash] == UInt8(ascii: "-"),
        bytes[(dash + 1)..<part.start].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
      else { return nil }
      first = dash
    }
    guard line >= floor, bytes[line..<first].allSatisfy({ $0 == 0x20 }), (self.column ?? first - line) == first - line
    else { return nil }
    let column = first - line
    self.column = column
    var end = bytes.lineEnd(after: max(part.key.upperBound, part.value.upperBound))
    while end < bytes.count, let comment = comments.column(inLineAt: end), comment > column {
      end = bytes.lineEnd(after: end)
    }
    var top = line
    while attachesComments, top > floor {
      let above = bytes.lineStart(before: top)
      guard above >= floor, comments.column(inLineAt: above) != nil else { break }
      top = above
    }
    floor = end
    return (top..<end, line)
  }
}

extension [UInt8] {
  fileprivate static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The start of the line of the byte at `offset`, which is not a line break.
  fileprivate func lineStart(of offset: Int) -> Int {
    var start = offset
    while start > 0, !Self.isBreak(self[start - 1]) { start -= 1 }
    return start
  }

  /// The start of the line before the one that starts at `line`.
  fileprivate func lineStart(before line: Int) -> Int {
    var end = line
    if end > 0, self[end - 1] == 0x0A { end -= 1 }
    if end > 0, self[end - 1] == 0x0D { end -= 1 }
    return lineStart(of: end)
  }

  /// The offset after the line break that follows `offset`.
  fileprivate func lineEnd(after offset: Int) -> Int {
    guard let end = self[Swift.min(offset, count)...].firstIndex(where: Self.isBreak) else { return count }
    return self[end...].starts(with: [0x0D, 0x0A]) ? end + 2 : end + 1
  }
}
