internal import Platform

/// The source of the operation of an `expectMarbles`, read from the file of the test.
struct OperationSource: Sendable {
  /// The closure, or the expression that names a function, without the indentation of its lines.
  let text: String
  /// Whether the inputs are an array.
  let takesArray: Bool
  /// The number of inputs; 0 for an array.
  let inputs: Int
  /// Whether the inputs are strings: the call has no `values:` but `.strings`.
  let takesStrings: Bool

  /// Reads the call at a place; nil where the file can't be read, or is no longer the one that was compiled.
  ///
  /// A helper passes on the place of its caller, where no call of `expectMarbles` is: then it is nil, too.
  init?(at site: CallSite) {
    guard let source = Self.contents(of: site.filePath) else { return nil }
    self.init(source, line: site.line, column: site.column)
  }

  /// Reads the call whose parenthesis is at a line and a column of bytes, both from 1, as `#line` and `#column` are.
  init?(_ source: String, line: Int, column: Int) {
    let scanner = SourceScanner(source)
    var start = 0
    for _ in 1..<max(1, line) {
      guard let lineFeed = scanner.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = lineFeed + 1
    }
    start += column - 1
    guard start >= 0, start < scanner.bytes.count else { return nil }
    let name = "expectMarbles"
    guard start >= name.utf8.count, scanner[start] == UInt8(ascii: "("),
      scanner.text((start - name.utf8.count)..<start) == name, let end = scanner.end(of: start)
    else { return nil }
    let arguments = Self.arguments(scanner, (start + 1)..<(end - 1))
    let next = scanner.skippingBlanks(from: end)
    var operation = arguments.first { $0.label == "through" }?.range
    if scanner[next] == UInt8(ascii: "{"), let close = scanner.end(of: next) { operation = next..<close }
    guard let operation else { return nil }
    text = Self.dedented(scanner.text(operation))
    takesArray = arguments.first.map { scanner[$0.range.lowerBound] == UInt8(ascii: "[") } ?? false
    inputs = takesArray ? 0 : arguments.count { $0.label == nil }
    takesStrings = arguments.allSatisfy { $0.label != "values" || scanner.text($0.range) == ".strings" }
  }

  private struct Argument {
    var label: String?
    var range: Range<Int>
  }

  /// The arguments between the parentheses of a call.
  private static func arguments(_ scanner: SourceScanner, _ range: Range<Int>) -> [Argument] {
    var arguments: [Argument] = []
    var index = scanner.skippingBlanks(from: range.lowerBound)
    while index < range.upperBound {
      var label: String?
      let nameEnd = scanner.endOfName(from: index)
      if nameEnd > index, scanner[nameEnd] == UInt8(ascii: ":") {
        label = scanner.text(index..<nameEnd)
        index = scanner.skippingBlanks(from: nameEnd + 1)
      }
      let start = index
      while index < range.upperBound, scanner[index] != UInt8(ascii: ",") {
        index = scanner.end(of: index) ?? range.upperBound
      }
      var end = min(index, range.upperBound)
      while end > start, scanner[end - 1] <= UInt8(ascii: " ") { end -= 1 }
      arguments.append(Argument(label: label, range: start..<end))
      index = scanner.skippingBlanks(from: index + 1)
    }
    return arguments
  }

  /// The text without the indentation that all lines but the first have in common.
  private static func dedented(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let indents = lines.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }
    let common = indents.min() ?? 0
    return (lines.prefix(1) + lines.dropFirst().map { $0.dropFirst(min(common, $0.prefix { $0 == " " }.count)) })
      .joined(separator: "\n")
  }

  /// The size of the largest file that is read, in bytes.
  private static var largestFile: Int { 4 << 20 }

  private static func contents(of path: String) -> String? {
    guard let status = FileStatus(path: path), status.kind == .regular, status.size <= largestFile,
      let file = fopen(path, "r")
    else { return nil }
    defer { fclose(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: status.size) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
