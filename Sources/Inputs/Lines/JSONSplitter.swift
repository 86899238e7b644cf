internal import Marbles

/// Splits a stream of bytes into JSON values.
///
/// A value may take several lines, and values may follow each other without white space. After a number or a word such
/// as `true`, white space, `{`, `[` or `"` must follow. A value is there as soon as its last byte is there, a number or
/// a word with the byte after it.
///
/// What is not JSON is malformed, once, up to the next line that begins with `{` or `[`. Outside of an object or an
/// array, a line that begins with `"`, `-` or a digit ends it, too.
///
/// ```swift
/// var splitter = JSONSplitter()
/// splitter.items(in: "{\n\"x\":1}{}oh\n[".utf8)   // 1: {\n"x":1}, 2: {}, 2: malformed
/// ```
public struct JSONSplitter: Sendable {
  /// A value, or what is not one.
  public struct Item: Hashable, Sendable {
    /// The number of the line where it begins, from 1.
    public var number: Int
    /// The column where it begins, from 1, in Unicode scalars.
    public var column: Int
    /// What it is.
    public var content: Content
  }

  /// What a part of the stream is.
  public enum Content: Hashable, Sendable {
    /// The bytes of a value, which has the structure of JSON. Its strings may contain bytes that are not UTF-8 and lone
    /// surrogates, and its numbers may be too large.
    case value([UInt8])
    /// Where it is not JSON, what was found and what was expected.
    case malformed(String)
    /// A value that exceeds the limit, and whose bytes were dropped.
    case tooLong
  }

  /// The maximum length of a value, in bytes.
  public let limit: Int

  private var grammar = JSONGrammar()
  private var value: [UInt8] = []
  /// Where ``value`` begins.
  private var begin = (number: 1, column: 1)
  /// What ends the malformed part; nil outside of one.
  private var skipping: Skipping?
  /// The number of line feeds so far.
  private var lineFeeds: Int
  /// The number of Unicode scalars after the last line feed.
  private var column = 0

  private enum Skipping {
    /// A line that begins with an object or an array.
    case toContainer
    /// A line that begins with one of these, a string, or a number.
    case toValue
  }

  /// Creates a splitter.
  ///
  /// - Parameters:
  ///   - limit: the maximum length of a value, in bytes; it bounds the use of memory.
  ///   - count: the number of earlier lines.
  public init(limit: Int = 1 << 20, after count: Int = 0) {
    self.limit = max(1, limit)
    lineFeeds = count
  }

  /// Whether a value has begun that is not complete.
  public var isInside: Bool { !value.isEmpty }

  /// Whether the value so far ends with the name of a member, without a colon after it.
  var isInsideName: Bool { grammar.isAfterName }

  /// The number of lines, also of one that has begun.
  public var lineCount: Int { lineFeeds + (column > 0 ? 1 : 0) }

  /// The values that `bytes` complete, and what is not JSON before them.
  public mutating func items(in bytes: some Collection<UInt8>) -> [Item] {
    var items: [Item] = []
    for byte in bytes {
      if skipping == nil || isRestart(byte) {
        skipping = nil
        take(byte, &items)
      }
      if byte == UInt8(ascii: "\n") {
        lineFeeds += 1
        column = 0
      } else if byte & 0xC0 != 0x80 || column == 0 {
        column += 1
      }
    }
    return items
  }

  /// The rest when the stream ends: a number or a word, or a value that is not complete; nil when there is none.
  public mutating func finish() -> Item? {
    defer {
      lineFeeds = lineCount
      column = 0
      skipping = nil
    }
    guard !value.isEmpty else { return nil }
    if grammar.isScalar { return ended() }
    return failed(value)
  }

  /// Drops the value that is not complete, which counts as malformed; nil if there is none.
  public mutating func cut(_ reason: String) -> Item? {
    defer {
      lineFeeds = lineCount
      column = 0
      skipping = nil
    }
    guard !value.isEmpty else { return nil }
    return item(.malformed(reason))
  }

  // MARK: Bytes

  /// Whether a byte ends the malformed part.
  private func isRestart(_ byte: UInt8) -> Bool {
    guard column == 0 else { return false }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return true
    case UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return skipping == .toValue
    default: return false
    }
  }

  private mutating func take(_ byte: UInt8, _ items: inout [Item]) {
    var step = grammar.step(byte)
    if step == .endedBefore {
      items.append(ended())
      step = grammar.step(byte)
    }
    switch step {
    case .space: break
    case .failed, .endedBefore:
      if value.isEmpty { begin = (lineFeeds + 1, column + 1) }
      skipping = grammar.isNested ? .toContainer : .toValue
      items.append(failed(value + [byte]))
      restart(byte, &items)
    case .more, .ended:
      if value.isEmpty { begin = (lineFeeds + 1, column + 1) }
      guard value.count < limit else {
        skipping = grammar.isNested ? .toContainer : .toValue
        items.append(item(.tooLong))
        restart(byte, &items)
        return
      }
      value.append(byte)
      if step == .ended { items.append(ended()) }
    }
  }

  /// Begins a value with the byte that did not fit the one before, if it ends the malformed part.
  private mutating func restart(_ byte: UInt8, _ items: inout [Item]) {
    guard isRestart(byte) else { return }
    skipping = nil
    take(byte, &items)
  }

  // MARK: Items

  private mutating func ended() -> Item { item(.value(value)) }

  private mutating func item(_ content: Content) -> Item {
    // The item keeps the storage, and the next value begins with none.
    value = []
    grammar = JSONGrammar()
    return Item(number: begin.number, column: begin.column, content: content)
  }

  /// An item for bytes whose last one does not fit, or after which more should come.
  private mutating func failed(_ bytes: [UInt8]) -> Item {
    do throws(JSONError) { _ = try Value(json: bytes) } catch {
      return item(.malformed(Self.reason(error, bytes, begin.number, begin.column)))
    }
    return item(.malformed("found more than a JSON value"))
  }

  /// The error of a value that begins at a line and a column, with its place in the stream.
  static func reason(_ error: JSONError, _ bytes: [UInt8], _ number: Int, _ column: Int) -> String {
    // The parser counts from the beginning of the value, and counts a line break as a character.
    let before = String(decoding: bytes, as: UTF8.self).prefix(error.column - 1)
    let breaks = before.count { $0 == "\n" || $0 == "\r\n" }
    let place =
      if let last = before.lastIndex(where: { $0 == "\n" || $0 == "\r\n" }) {
        "line \(number + breaks), column \(before[last...].count)"
      } else {
        "column \(column + error.column - 1)"
      }
    // One byte of a character is not shown.
    var error = error
    if !error.isAtEnd, let last = bytes.last, last >= 0x80 { error.found = "a character that is not ASCII" }
    return "\(place): \(error.problem)"
  }
}
