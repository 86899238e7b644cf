internal import Inputs
public import Marbles

/// The input of a live source, split into chunks.
public struct LineSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "lines"

  private static let noise = RandomBytes(
    tokens: [
      "1", "-2.5", "1e9", "\"a\"", "\"é🙂\"", "{\"x\":[1,null]}", "[[]]", "true", "word", "{", "}", "[", "]", ",", ":",
      "\"", "\\", "\n", "\n", "\r\n", "\r", "\t", " ", "\u{0}", "\u{2028}", "\u{FEFF}", "e\u{301}",
    ]
  ) { random in
    let isPlain = random.below(4) == 0
    return (0..<random.below(12)).map { _ in
      let value = random.pick(["1", "\"b\"", "{\"k\":\"v\"}", "[1,2]", "null", "", "  3  "])
      return (isPlain ? "line " + value : value) + random.pick(["\n", "\n", "\r\n"])
    }.joined()
  }

  /// Creates the subject.
  public init() {}

  /// Lines, or a similar text.
  public func text(_ random: inout SplitMix64) -> String {
    // Input that does not begin with an object or an array is often plain text, and never malformed.
    (random.below(3) > 0 ? "{}\n" : "") + Self.noise.text(&random)
  }

  /// Rejected if a line is malformed.
  ///
  /// However the bytes are split into chunks, the lines must be the same, with increasing numbers, and no line except
  /// blank ones may be missing.
  public func verdict(on text: String) -> FuzzVerdict {
    let bytes = Array(text.utf8)
    let whole = Self.read([bytes])
    for size in [1, 2, 3, 7] {
      let chunks = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
      let lines = Self.read(chunks)
      guard lines == whole else { return .failed("by \(size) bytes at a time it is \(lines)") }
    }
    let numbers = whole.map(\.number)
    guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else { return .failed("numbered \(numbers)") }
    let written = bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated()
      .filter { !$1.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }.map { $0.offset + 1 }
    guard Set(written).isSubset(of: numbers) else { return .failed("lines \(written) became \(numbers)") }
    let isMalformed = whole.contains { if case .malformed = $0.content { true } else { false } }
    return isMalformed ? .rejected : .accepted
  }

  private static func read(_ chunks: [[UInt8]]) -> [LineReader.Line] {
    var reader = LineReader(limit: 4096)
    let lines = chunks.flatMap { reader.read($0) }
    return lines + reader.finish()
  }
}
