internal import Inputs
public import Marbles
internal import Scenes

/// Lines in each format that `--lines` names. The first line of a text is the format.
public struct RecordSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "records"

  private static let forms = LineSettings.Form.named.map(\.text) + [#"re:/(?<name>\w+) (?<rest>.*)/"#, "re:(a+)+b"]

  private static let noise = RandomBytes(
    tokens: [
      "a", "b", "1", "-2.5", "007", "é", "👩‍👩‍👧", "\u{FEFF}", "\u{0}", "\u{2028}", "\n", "\n", "\r\n", "\r", "\t", " ", ",",
      "\"", "\"\"", "\\", "\\n", "\\t", "\\x41", "=", "a=", "=\"", "{", "}", "[", "]", ":", "{\"a\":1}", "true", "null",
      "-", "[24/Nov/2026:07:00:00 +0000]", "\"GET / HTTP/1.1\"", "Error: x\n", "    at f\n", "Caused by: ",
    ]
  ) { random in
    let form = random.pick(forms)
    return form + "\n"
      + (0..<random.below(8)).map { _ in line(of: form, &random) + random.pick(["\n", "\n", "\r\n"]) }
      .joined() + random.pick(["", "", "last"])
  }

  /// A line that is likely to be one of a format.
  private static func line(of form: String, _ random: inout SplitMix64) -> String {
    let words = ["a", "b c", "1", "-2.5", "\"q\"", "", "é", "true", "x,y", "\"x, y\"\"z\""]
    let word = random.pick(words)
    switch form {
    case "json": return random.pick(["{\"a\":1}", "[1,\n2]", "{\"a\":{\n\"b\":\"\\n\"}}{}", "3", "\"x\"", "{\"a\":"])
    case "csv": return "\(word),\(random.pick(words)),\(random.pick(words))"
    case "tsv": return "\(word)\t\(random.pick(words))\t\\t"
    case "logfmt": return "level=\(word) msg=\"\(random.pick(["a b", "a\\\"b", ""]))\" n=1"
    case "clf":
      let end = random.pick(["200 97", "304 -", "503 9 \"-\" \"curl/8\"", "x"])
      return "10.0.0.4 - \(word) [24/Nov/2026:07:00:02 +0000] \"GET /\(word) HTTP/1.1\" \(end)"
    case "trace": return random.pick(["Error: \(word)", "    at \(word)", "Caused by: \(word)", "\tmore", ""])
    default: return (0..<random.below(4)).map { _ in random.pick(words) }.joined(separator: " ")
    }
  }

  /// Creates the subject.
  public init() {}

  /// Lines after their format, or a similar text.
  public func text(_ random: inout SplitMix64) -> String { Self.noise.text(&random) }

  /// Rejected if the format is unknown, or a line is malformed.
  ///
  /// However the bytes are split into chunks, the records must be the same, in the order of their lines.
  public func verdict(on text: String) -> FuzzVerdict {
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let bytes = Array((parts.count > 1 ? parts[1] : "").utf8)
    var settings = LineSettings()
    do throws(LineSettings.Form.Malformed) { settings.form = try LineSettings.Form(parsing: String(parts[0])) } catch {
      return error.description.isEmpty ? .failed("refused without a reason") : .rejected
    }
    let whole = Self.read([bytes], settings)
    for size in [1, 2, 3, 7] {
      let chunks = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
      let lines = Self.read(chunks, settings)
      guard lines == whole else { return .failed("by \(size) bytes at a time it is \(lines)") }
    }
    let (numbers, most) = (whole.map(\.number), bytes.count { $0 == 10 } + 1)
    guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 <= $1 }), numbers.allSatisfy((1...most).contains) else {
      return .failed("of \(most) lines, these are numbered \(numbers)")
    }
    let isMalformed = whole.contains { if case .malformed = $0.content { true } else { false } }
    return isMalformed ? .rejected : .accepted
  }

  private static func read(_ chunks: [[UInt8]], _ settings: LineSettings) -> [LineReader.Line] {
    var reader = LineReader(limit: 4096, settings: settings)
    let lines = chunks.flatMap { reader.read($0) }
    return lines + reader.finish()
  }
}
