internal import Marbles

extension MarbleTestFailure {
  /// The same test for AsyncSequenceValidation, to be pasted into an issue or a test of swift-async-algorithms:
  ///
  /// ```swift
  /// validate {
  ///   "a-b----|"
  ///   $0.inputs[0].debounce(for: .steps(3), clock: $0.clock)
  ///   "----b--|"
  /// }
  /// ```
  ///
  /// It is nil where such a test can't say the same: for values that are not strings, times between two steps, an operation
  /// that is not one expression, that throws or whose source is not known. Durations are written as steps where they are
  /// literals, as `.seconds(3)`; mend others, as they don't compile.
  public var validation: String? {
    guard let source, source.takesStrings, let operation = ValidationOperation(source, step: test.step) else {
      return nil
    }
    func literal(_ diagram: Diagram) throws(ValidationBlock.Refusal) -> String {
      var diagram = diagram
      if test.dialect != .asv { diagram.timeline = diagram.timeline.asTexts(after: test.step) }
      return try ValidationBlock.literal(of: diagram, step: test.step)
    }
    guard let inputs = try? test.inputs.map({ try literal(Diagram(timeline: $0.timeline)) }),
      let expected = try? literal(test.expectation)
    else { return nil }
    return ValidationBlock(
      inputs: inputs, operation: operation.text, expected: expected, parameter: operation.parameter
    ).text()
  }
}

/// An operation as an expression of `$0.inputs` and `$0.clock`.
struct ValidationOperation {
  private(set) var text = ""
  /// The name of the parameter of the block; nil for `$0`, which is another in an inner closure.
  private(set) var parameter: String?

  private let step: SceneTime
  private let scanner: SourceScanner

  init?(_ source: OperationSource, step: SceneTime) {
    scanner = SourceScanner(source.text)
    self.step = step
    let count = scanner.bytes.count
    guard scanner[0] == UInt8(ascii: "{") else {
      // The name of a function.
      let isName = scanner.bytes.allSatisfy { SourceScanner.isName($0) || $0 == UInt8(ascii: ".") }
      guard isName, !source.takesArray, source.inputs > 0 else { return nil }
      text = "\(source.text)(\((0..<source.inputs).map { "$0.inputs[\($0)], " }.joined())$0.clock)"
      return
    }
    guard let (given, start) = Self.head(of: scanner) else { return nil }
    let body = start..<(count - 1)
    guard Self.isExpression(scanner, body) else { return nil }
    if !given.isEmpty, scanner.text(body).contains("{") { parameter = "test" }
    let test = parameter ?? "$0"
    let inputs =
      source.takesArray ? ["\(test).inputs"] : (0..<source.inputs).map { "\(test).inputs[\($0)]" }
    let values = inputs + ["\(test).clock"]
    guard given.isEmpty || given.count == values.count else { return nil }
    let names = given.isEmpty ? values.indices.map { "$\($0)" } : given
    var replacements = Dictionary(zip(names, values)) { first, _ in first }
    replacements["_"] = nil
    guard let text = translated(body, replacements, areShorthand: given.isEmpty) else { return nil }
    // The lines that continue it are further right, as in the source.
    self.text = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n  ")
  }

  /// The names of the parameters, none for a closure with `$0`, and the index where the body begins.
  private static func head(of scanner: SourceScanner) -> (names: [String], body: Int)? {
    let start = scanner.skippingBlanks(from: 1)
    var names: [String] = []
    var index = start
    while index < scanner.bytes.count - 1 {
      let end = scanner.endOfName(from: index)
      switch scanner[index] {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "(") where index == start:
        guard let close = scanner.end(of: index) else { return nil }
        names = scanner.text((index + 1)..<(close - 1)).split(separator: ",")
          .map { $0.split(separator: ":")[0].split(separator: " ").joined() }
        index = close
      case _ where end > index:
        let name = scanner.text(index..<end)
        if name == "in" { return (names, scanner.skippingBlanks(from: end)) }
        guard name != "async", name != "throws" else { return nil }
        names.append(name)
        index = end
      default: return ([], start)
      }
      index = scanner.skippingBlanks(from: index)
    }
    return ([], start)
  }

  /// Whether the body is one expression that neither throws nor waits: each line but the first continues the one before.
  private static func isExpression(_ scanner: SourceScanner, _ body: Range<Int>) -> Bool {
    let first = scanner.text(body.lowerBound..<scanner.endOfName(from: body.lowerBound))
    let words: Set = [
      "try", "await", "return", "let", "var", "func", "if", "guard", "switch", "for", "while", "do", "defer",
    ]
    guard !words.contains(first) else { return false }
    var index = body.lowerBound
    var isAtLineStart = false
    while index < body.upperBound {
      switch scanner[index] {
      case UInt8(ascii: "\n"): isAtLineStart = true
      case UInt8(ascii: " "): break
      case UInt8(ascii: ";"): return false
      case let byte:
        if isAtLineStart, byte != UInt8(ascii: ".") { return false }
        isAtLineStart = false
      }
      index = scanner.end(of: index) ?? body.upperBound
    }
    return index == body.upperBound
  }

  /// The body with the inputs and the clock of the block; nil if an inner closure has a parameter with the same name.
  private func translated(_ range: Range<Int>, _ values: [String: String], areShorthand: Bool) -> String? {
    var result = ""
    var index = range.lowerBound
    var last = range.upperBound
    while last > index, scanner[last - 1] <= UInt8(ascii: " ") { last -= 1 }
    while index < last {
      guard let end = scanner.end(of: index) else { return nil }
      switch scanner[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        let isClosure = scanner[index] == UInt8(ascii: "{")
        if isClosure, areShorthand {
          result += scanner.text(index..<end)
        } else {
          if isClosure, Self.shadows(scanner.text(index..<end), Set(values.keys)) { return nil }
          guard let inner = translated((index + 1)..<(end - 1), values, areShorthand: areShorthand) else { return nil }
          let blanks = isClosure ? " " : ""
          result += scanner.text(index..<(index + 1)) + blanks + inner.drop { $0 == " " } + blanks
          result += scanner.text((end - 1)..<end)
        }
      case let byte where SourceScanner.isName(byte):
        let name = scanner.text(index..<end)
        let isMember = index > 0 && scanner[index - 1] == UInt8(ascii: ".")
        let isLabel = scanner[end] == UInt8(ascii: ":")
        if isMember, let (steps, close) = duration(name, at: end) {
          result += steps
          index = close
          continue
        }
        result += isMember || isLabel ? name : values[name] ?? name
      default: result += scanner.text(index..<end)
      }
      index = end
    }
    return result
  }

  /// Whether the parameters of a closure have one of these names.
  private static func shadows(_ closure: String, _ names: Set<String>) -> Bool {
    guard let (parameters, _) = head(of: SourceScanner(closure)) else { return true }
    return !names.isDisjoint(with: parameters)
  }

  /// `seconds(3)` as `steps(3)`, and the index after it.
  private func duration(_ name: String, at open: Int) -> (text: String, end: Int)? {
    let units: [String: Int64] = [
      "seconds": 1_000_000_000, "milliseconds": 1_000_000, "microseconds": 1000, "nanoseconds": 1,
    ]
    guard let unit = units[name], scanner[open] == UInt8(ascii: "("), let close = scanner.end(of: open),
      let count = Int64(scanner.text((open + 1)..<(close - 1)).filter { $0 != "_" })
    else { return nil }
    let (length, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow, length % step.nanoseconds == 0 else { return nil }
    return ("steps(\(length / step.nanoseconds))", close)
  }
}
