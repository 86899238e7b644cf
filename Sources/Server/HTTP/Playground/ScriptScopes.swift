/// Where the names mean something that a module declares inside of functions and blocks.
///
/// Nothing is renamed that may be a name of the browser: a word that is used where no declaration of it reaches.
struct ScriptScopes {
  /// For each token, the part of the module that it is in. What is declared inside of a part is used only there.
  private(set) var parts: [Int] = []
  /// The words that are declared inside of parts, and those that are used outside of the reach of a declaration.
  private(set) var locals: Set<String> = []
  private(set) var free: Set<String> = []

  private let tokens: [ScriptToken]
  /// For each bracket, the other one of the pair.
  private var partners: [Int: Int] = [:]
  /// The brackets around each token, which is the opening one of the innermost pair; nil for none.
  private var around: [Int?] = []
  /// Where the declarations of a word reach.
  private var reaches: [String: [ClosedRange<Int>]] = [:]

  init(of tokens: [ScriptToken]) {
    self.tokens = tokens
    findPartners()
    findParts()
    for index in tokens.indices { declare(at: index) }
    locals = Set(reaches.keys)
    for (index, token) in tokens.enumerated() where token.isVariable {
      if reaches[token.text]?.contains(where: { $0.contains(index) }) != true { free.insert(token.text) }
    }
  }

  private mutating func findPartners() {
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      if token.closes, let first = open.popLast() { (partners[first], partners[index]) = (index, first) }
      around.append(open.last)
      if token.opens { open.append(index) }
    }
  }

  /// A part is a statement outside of all functions, or a member of a class there.
  private mutating func findParts() {
    var (part, first) = (0, 0)
    for (index, token) in tokens.enumerated() {
      parts.append(part)
      let begin = tokens[first]
      let isClass = begin.is("class")
      if isClass, token.depth == 1, token.place == .classBody, token.text == ";" || token.text == "}" {
        part += 1
      }
      guard token.depth == 0, token.kind == .sign else { continue }
      let isFunction =
        begin.is("function") || begin.text == "async" && first + 1 < tokens.count && tokens[first + 1].is("function")
      let isBody = token.text == "}" && (isClass && token.place == .classBody || isFunction && token.place == .block)
      if token.text == ";" || isBody { (part, first) = (part + 1, index + 1) }
    }
  }

  private mutating func declare(at index: Int) {
    let token = tokens[index]
    if token.is("const") || token.is("let") || token.is("var") {
      declareList(after: index, until: nil, reach: reach(ofStatementAt: index))
    } else if token.is("function") || token.is("class"),
      let next = tokens[(index + 1)...].first(where: { $0.text != "*" })
    {
      if next.isVariable { add(next.text, reach(ofStatementAt: index)) }
    } else if token.text == "=>", token.kind == .sign, index > 0 {
      let end =
        index + 1 < tokens.count && tokens[index + 1].text == "{" ? partners[index + 1] : endOfValue(after: index)
      guard let end else { return }
      if let first = partners[index - 1] {
        declareList(after: first, until: index - 1, reach: first...end)
      } else {
        add(tokens[index - 1].text, index - 1...end)
      }
    } else if token.text == "(", token.kind == .sign, let last = partners[index], tokens[last].place == .group,
      last + 1 < tokens.count, tokens[last + 1].text == "{", index > 0, !tokens[index - 1].is("switch"),
      let end = partners[last + 1], tokens[end].place == .block
    {
      // The parameters of a function or a method, and what is caught.
      declareList(after: index, until: last, reach: index...end)
    }
  }

  /// Declares the names of a list of patterns, each of which may have a value.
  private mutating func declareList(after start: Int, until last: Int?, reach: ClosedRange<Int>?) {
    guard let reach else { return }
    var awaitsName = true
    var index = start + 1
    let depth = last == nil ? tokens[start].depth : tokens[start].depth + 1
    while index < last ?? tokens.count, tokens[index].depth >= depth {
      let token = tokens[index]
      if token.depth == depth, token.kind == .sign, token.text == ";" { return }
      if token.text == ",", token.kind == .sign {
        awaitsName = true
      } else if let partner = partners[index], token.opens {
        // What is in square brackets before a colon is the name of a property.
        let isKey = token.text == "[" && token.place == .object && tokens[partner + 1].text == ":"
        if awaitsName, !isKey {
          declareList(after: index, until: partner, reach: reach)
          awaitsName = false
        }
        index = partner
      } else if awaitsName, token.isVariable {
        add(token.text, reach)
        awaitsName = false
      }
      // A list without a semicolon ends where the next statement begins.
      if last == nil, token.role == .keyword, index > start + 1, Self.statements.contains(token.text) { return }
      index += 1
    }
  }

  private static let statements: Set = [
    "const", "let", "var", "return", "if", "for", "while", "switch", "try", "throw",
  ]

  private mutating func add(_ name: String, _ reach: ClosedRange<Int>?) {
    if let reach { reaches[name, default: []].append(reach) }
  }

  /// Where a declaration reaches that is not in the list of a function; nil for one outside of all brackets.
  private func reach(ofStatementAt index: Int) -> ClosedRange<Int>? {
    guard let first = around[index], let last = partners[first] else { return nil }
    guard tokens[last].place == .head, last + 1 < tokens.count else { return first...last }
    // The statement of a loop.
    return first...(tokens[last + 1].text == "{" ? partners[last + 1] ?? last : endOfValue(after: last))
  }

  /// The last token of the value, or of the statement, after a token.
  private func endOfValue(after index: Int) -> Int {
    let depth = tokens[index].depth
    let end = tokens[(index + 1)...].firstIndex {
      $0.depth < depth || $0.depth == depth && $0.kind == .sign && [",", ";"].contains($0.text)
    }
    return (end ?? tokens.count) - 1
  }
}

extension ScriptToken {
  fileprivate var opens: Bool {
    kind == .sign && ["(", "[", "{"].contains(text) || kind == .template && text.hasSuffix("${")
  }

  fileprivate var closes: Bool {
    kind == .sign && [")", "]", "}"].contains(text) || kind == .template && text.hasPrefix("}")
  }

  /// Whether it is the name of a variable, and not only that of a property.
  var isVariable: Bool { role == .variable || role == .both }
}
