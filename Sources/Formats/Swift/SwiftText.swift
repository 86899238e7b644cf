internal import Marbles

/// Text as parts of a Swift file: patterns, names and comments, none of which can leave their place.
enum SwiftText {
  /// A literal of a regular expression.
  static func regex(_ source: String) -> String {
    var text = ""
    for scalar in source.unicodeScalars {
      if SwiftLiteral.isPrintable(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    var pounds = "#"
    while text.contains("/\(pounds)") { pounds += "#" }
    return "\(pounds)/\(text)/\(pounds)"
  }

  /// Lines of a comment.
  static func comment(_ text: String, indent: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var shown = ""
      for scalar in line.unicodeScalars {
        if SwiftLiteral.isPrintable(scalar) {
          shown.unicodeScalars.append(scalar)
        } else {
          shown += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
      while shown.last == " " { shown.removeLast() }
      return shown.isEmpty ? "\(indent)//\n" : "\(indent)// \(shown)\n"
    }.joined()
  }

  /// A duration of a parameter: `.milliseconds(500)`.
  static func duration(_ time: SceneTime) -> String {
    let units: [(String, Int64)] = [("seconds", 1_000_000_000), ("milliseconds", 1_000_000), ("microseconds", 1000)]
    for (unit, length) in units where time.nanoseconds % length == 0 { return ".\(unit)(\(time.nanoseconds / length))" }
    return ".nanoseconds(\(time.nanoseconds))"
  }
}

/// Swift names for rows and tests, each used once.
struct SwiftNames {
  private var used: Set<String>

  /// Names that a generated test uses itself, and keywords.
  static let reserved: Set<String> = [
    "merge", "zip", "chain", "combineLatest", "clock", "expectMarbles", "inputs", "AsyncTimerSequence",
    "TimelineFailure",
    "Any", "Self", "actor", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func",
    "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
    "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while", "_",
  ]

  init(reserving reserved: Set<String> = SwiftNames.reserved) { used = reserved }

  /// Throws when Swift has another meaning for a name.
  static func check(_ names: [String], at column: Int? = nil) throws(Untranslatable) {
    if let name = names.first(where: { $0 != "_" && reserved.contains($0) }) {
      throw Untranslatable("`\(name)` is no name for a parameter", at: column)
    }
  }

  /// A name like `text` that is not used yet.
  ///
  /// - Parameters:
  ///   - text: any text; its words are joined in camel case.
  ///   - isType: whether the name begins with a capital letter.
  mutating func name(for text: String, isType: Bool = false, otherwise: String) -> String {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
    var name = words.enumerated().map { index, word in
      let isCapital = isType || index > 0
      return (isCapital ? word.prefix(1).uppercased() : String(word.prefix(1))) + word.dropFirst()
    }.joined()
    if !isType, words.count > 1 { name = name.prefix(1).lowercased() + name.dropFirst() }
    if name.isEmpty { name = otherwise }
    if name.first?.isNumber == true { name = "_" + name }
    if isType { name += "Tests" }
    var candidate = name
    if !isType, Self.reserved.contains(name) { candidate = name + "Row" }
    var number = 2
    while used.contains(candidate) {
      candidate = "\(name)\(number)"
      number += 1
    }
    used.insert(candidate)
    return candidate
  }
}
