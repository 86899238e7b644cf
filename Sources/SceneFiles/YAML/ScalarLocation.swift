internal import Yams

/// The location of a YAML scalar and of each character of its value.
public struct ScalarLocation: Hashable, Sendable {
  /// The UTF-8 offsets of the scalar, including its quotes or block header.
  public var range: Range<Int>

  private let source: SourceText
  /// The value of the scalar.
  package let value: String
  private let style: ScalarStyle

  /// The line of its first character, from 1.
  public var line: Int { source.position(at: range.lowerBound).line }
  /// The column of its first character, from 1, in characters.
  public var column: Int { source.position(at: range.lowerBound).column }
  /// Whether it is quoted.
  public var isQuoted: Bool { style == .single || style == .double }

  init(_ scalar: Node.Scalar, in source: SourceText) {
    self.source = source
    value = scalar.string
    style = ScalarStyle(scalar.style)
    var walk = ScalarWalk(bytes: source.bytes, style: style)
    walk.offset = source.offset(line: scalar.mark?.line ?? 1, scalarColumn: scalar.mark?.column ?? 1)
    walk.skipProperties()
    let start = walk.offset
    walk.open()
    walk.readAll(value)
    walk.close()
    range = start..<max(start, walk.offset)
  }

  /// The line and column, from 1, of a character of the value; of the end when `index` is past the last one.
  public func position(ofCharacter index: Int) -> (line: Int, column: Int) {
    source.position(at: offset(ofCharacter: index))
  }

  /// The offset of the byte at which a character of the value is written.
  func offset(ofCharacter index: Int) -> Int {
    var walk = ScalarWalk(bytes: source.bytes, style: style)
    walk.offset = range.lowerBound
    walk.open()
    for (position, character) in value.enumerated() {
      if position == index { break }
      walk.readAll(String(character))
    }
    walk.settle()
    return min(walk.offset, source.bytes.count)
  }
}

/// The style of a scalar.
enum ScalarStyle: Hashable, Sendable {
  case plain, single, double, literal, folded

  init(_ style: Node.Scalar.Style) {
    self =
      switch style {
      case .singleQuoted: .single
      case .doubleQuoted: .double
      case .literal: .literal
      case .folded: .folded
      case .plain, .any: .plain
      }
  }
}

/// Walks through the source of a scalar in step with its value.
private struct ScalarWalk {
  let bytes: [UInt8]
  let style: ScalarStyle
  var offset = 0
  private var indentation = 0
  private var isInFold = false

  init(bytes: [UInt8], style: ScalarStyle) {
    self.bytes = bytes
    self.style = style
  }

  private func byte(_ position: Int) -> UInt8? { position < bytes.count ? bytes[position] : nil }
  private func breakLength(_ position: Int) -> Int { SourceText.breakLength(in: bytes, at: position) }
  private func isBlank(_ position: Int) -> Bool { byte(position) == 0x20 || byte(position) == 0x09 }

  private func skippingBlanks(from position: Int) -> Int {
    var position = position
    while isBlank(position) { position += 1 }
    return position
  }

  private func skippingSpace(from position: Int) -> Int {
    var position = position
    while true {
      position = skippingBlanks(from: position)
      let length = breakLength(position)
      if length == 0 { return position }
      position += length
    }
  }

  /// Skips a tag and an anchor before the scalar.
  mutating func skipProperties() {
    while let first = byte(offset), first == UInt8(ascii: "&") || first == UInt8(ascii: "!") {
      while byte(offset) != nil, !isBlank(offset), breakLength(offset) == 0 { offset += 1 }
      offset = skippingSpace(from: offset)
    }
  }

  /// Moves from the first byte of the scalar to its content.
  mutating func open() {
    switch style {
    case .plain: break
    case .single, .double: offset += 1
    case .literal, .folded:
      while byte(offset) != nil, breakLength(offset) == 0 { offset += 1 }
      offset += breakLength(offset)
      // Leading blank lines do not count for the indentation.
      let first = skippingSpace(from: offset)
      var start = first
      while start > offset, isBlank(start - 1) { start -= 1 }
      indentation = first - start
      skipIndentation()
    }
  }

  private mutating func skipIndentation() {
    var skipped = 0
    while skipped < indentation, byte(offset) == 0x20 {
      offset += 1
      skipped += 1
    }
  }

  mutating func readAll(_ text: String) {
    for scalar in text.unicodeScalars { read(scalar) }
  }

  private mutating func read(_ scalar: Unicode.Scalar) {
    if style == .literal {
      guard scalar == "\n" else { return advanceScalar() }
      offset += breakLength(offset)
      return skipIndentation()
    }
    settle()
    if scalar == " " || scalar == "\n" {
      if isInFold { return }
      if breakLength(skippingBlanks(from: offset)) > 0 {
        offset = skippingSpace(from: offset)
        isInFold = true
        return
      }
    }
    isInFold = false
    switch (style, byte(offset)) {
    case (.double, UInt8(ascii: "\\")):
      let digits =
        switch byte(offset + 1) {
        case UInt8(ascii: "x"): 2
        case UInt8(ascii: "u"): 4
        case UInt8(ascii: "U"): 8
        default: 0
        }
      offset += 1
      advanceScalar()
      offset += digits
    case (.single, UInt8(ascii: "'")): offset += 2
    default: advanceScalar()
    }
  }

  /// Skips an escaped line break, which adds nothing to the value.
  mutating func settle() {
    while style == .double, byte(offset) == UInt8(ascii: "\\"), breakLength(offset + 1) > 0 {
      offset = skippingBlanks(from: offset + 1 + breakLength(offset + 1))
    }
  }

  private mutating func advanceScalar() {
    offset += 1
    while let next = byte(offset), next & 0xC0 == 0x80 { offset += 1 }
  }

  /// Moves from the end of the content to the end of the scalar.
  mutating func close() {
    switch style {
    case .plain: break
    case .literal, .folded:
      while offset > 0, offset <= bytes.count, isBlank(offset - 1) || isBreakByte(offset - 1) { offset -= 1 }
    case .single, .double:
      settle()
      offset = skippingSpace(from: offset)
      offset += 1
    }
    offset = min(offset, bytes.count)
  }

  private func isBreakByte(_ position: Int) -> Bool { byte(position) == 0x0A || byte(position) == 0x0D }
}
