/// Walks over the tokens of a file from declaration to declaration; bodies are skipped.
struct DeclarationScanner {
  private enum Scope: Equatable {
    /// Inside of a type or of an extension of it.
    case type(path: String, makesPublic: Bool)
    /// Inside of anything else in braces.
    case body
  }

  private static let modifiers: Set = [
    "public", "open", "package", "internal", "fileprivate", "private", "static", "class", "final", "mutating",
    "nonmutating", "nonisolated", "isolated", "override", "required", "convenience", "lazy", "weak", "unowned",
    "dynamic", "indirect", "optional", "borrowing", "consuming", "distributed", "prefix", "postfix", "infix", "async",
  ]
  private static let types: Set = ["struct", "class", "enum", "actor", "protocol"]
  private static let keywords = types.union([
    "func", "macro", "init", "subscript", "var", "let", "extension", "typealias", "associatedtype", "import",
    "operator",
    "case", "deinit", "precedencegroup",
  ])

  private(set) var members: [PublicAPI.Member] = []
  private(set) var types: [(name: String, isPublic: Bool, isProtocol: Bool)] = []

  private let tokens: [SwiftToken]
  private var index = 0
  private var scopes: [Scope] = []
  private var modifiers: [String] = []
  /// The scopes at each `#if`: every branch begins in them, and all branches are read.
  private var conditionals: [[Scope]] = []

  init(tokens: [SwiftToken]) { self.tokens = tokens }

  mutating func scan() throws(SwiftSourceError) {
    while let token = current {
      if token.kind == .directive {
        try follow(token.text)
      } else if token.text == "}" {
        guard scopes.popLast() != nil else { throw problem("a `}` too many") }
        index += 1
      } else if scopes.last == .body || token.text == "{" {
        if token.text == "{" { scopes.append(.body) }
        index += 1
      } else if token.text == "@" {
        skipAttribute()
        continue
      } else if token.kind == .word, index == 0 || tokens[index - 1].text != "." {
        if word(token.text) { continue }
      } else {
        index += 1
      }
      modifiers = []
    }
    guard scopes.isEmpty, conditionals.isEmpty else { throw problem("a `}` or an `#endif` too few") }
  }

  private func problem(_ message: String) -> SwiftSourceError {
    SwiftSourceError(
      line: tokens.prefix(index).count(where: \.startsLine), message: "\(message) (lines without comments)")
  }

  private mutating func follow(_ directive: String) throws(SwiftSourceError) {
    index += 1
    if directive == "#if" {
      conditionals.append(scopes)
      return
    }
    guard let saved = conditionals.last else { throw problem("\(directive) without `#if`") }
    if directive == "#endif" { conditionals.removeLast() } else { scopes = saved }
  }

  /// What a word at the place of a declaration is; true when it is a modifier and the declaration is still to come.
  private mutating func word(_ text: String) -> Bool {
    let isModifier = Self.modifiers.contains(text)
    if isModifier, text != "class" || Self.keywords.union(Self.modifiers).contains(token(1)?.text ?? "") {
      index += 1
      // `private(set)` says nothing about reading, `nonisolated(unsafe)` nothing about access.
      if current?.text == "(" { skipGroup() } else { modifiers.append(text) }
      return true
    }
    index += 1
    switch text {
    case "func", "macro": function()
    case "init", "subscript": callable(text)
    case "var", "let": property()
    case "extension": type(isExtension: true, isProtocol: false)
    case "typealias": alias()
    case "import", "operator":
      while let token = current, !token.startsLine { index += 1 }
    case _ where Self.types.contains(text): type(isExtension: false, isProtocol: text == "protocol")
    default: break
    }
    return false
  }

  // MARK: Declarations

  private mutating func function() {
    var name = ""
    if current?.kind == .word {
      name = takeName()
    } else {
      while let token = current, token.kind == .symbol, token.text != "(" {
        name += token.text
        index += 1
      }
    }
    callable(name)
  }

  private mutating func callable(_ name: String) {
    while current?.text == "?" || current?.text == "!" { index += 1 }
    skipAngles()
    let labels = parameterLabels()
    let isStatic = name == "init" || modifiers.contains("static") || modifiers.contains("class")
    record(name, labels: labels, isStatic: isStatic, result: resultNames())
  }

  private mutating func property() {
    guard current?.kind == .word else { return }
    record(takeName(), labels: nil, isStatic: modifiers.contains("static") || modifiers.contains("class"))
  }

  private mutating func alias() {
    let name = takeName()
    if scopes.isEmpty { types.append((name, isPublic, false)) }
  }

  private mutating func type(isExtension: Bool, isProtocol: Bool) {
    var path = takeName()
    while current?.text == "." {
      index += 1
      path += "." + takeName()
    }
    if case .type(let outer, _)? = scopes.last, !isExtension { path = "\(outer).\(path)" }
    if scopes.isEmpty, !isExtension { types.append((path, isPublic, isProtocol)) }
    let makesPublic = isExtension && modifiers.contains("public")
    while let token = current, token.text != "{" { index += 1 }
    if current != nil { index += 1 }
    scopes.append(.type(path: path, makesPublic: makesPublic))
  }

  private var isPublic: Bool {
    if modifiers.contains("public") || modifiers.contains("open") { return true }
    guard case .type(_, makesPublic: true)? = scopes.last else { return false }
    return !modifiers.contains { ["package", "internal", "fileprivate", "private"].contains($0) }
  }

  private mutating func record(_ name: String, labels: [String]?, isStatic: Bool, result: Set<String> = []) {
    guard isPublic else { return }
    var owner: String?
    if case .type(let path, _)? = scopes.last { owner = path }
    members.append(PublicAPI.Member(owner: owner, name: name, labels: labels, isStatic: isStatic, result: result))
  }

  // MARK: Parts of declarations

  private var current: SwiftToken? { token(0) }

  private func token(_ offset: Int) -> SwiftToken? {
    index + offset < tokens.count ? tokens[index + offset] : nil
  }

  private mutating func takeName() -> String {
    defer { index += 1 }
    return current?.text.filter { $0 != "`" } ?? ""
  }

  private mutating func skipAttribute() {
    index += 2
    while current?.text == ".", token(1)?.kind == .word { index += 2 }
    if current?.text == "(" { skipGroup() }
  }

  /// From a bracket to behind the one that closes it.
  private mutating func skipGroup() {
    var depth = 0
    repeat {
      switch current?.text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: break
      }
      index += 1
    } while depth > 0 && index < tokens.count
  }

  private mutating func skipAngles() {
    guard current?.text == "<" else { return }
    var depth = 0
    repeat {
      if current?.text == "<" { depth += 1 }
      if current?.text == ">" { depth -= 1 }
      index += 1
    } while depth > 0 && index < tokens.count
  }

  /// The first word of each parameter, from its `(` to behind the `)`.
  private mutating func parameterLabels() -> [String] {
    guard current?.text == "(" else { return [] }
    index += 1
    var labels: [String] = []
    var expectsLabel = true
    var isDefault = false
    var angles = 0
    while let token = current, token.text != ")" {
      switch token.text {
      case "@":
        skipAttribute()
        continue
      case "(", "[", "{":
        skipGroup()
        continue
      case "<" where !isDefault: angles += 1
      case ">" where !isDefault: angles -= 1
      case "=": isDefault = true
      case "," where angles == 0: (expectsLabel, isDefault) = (true, false)
      case _ where expectsLabel && token.kind == .word:
        labels.append(token.text.filter { $0 != "`" })
        expectsLabel = false
      default: break
      }
      index += 1
    }
    index += 1
    return labels
  }

  /// The names in what stands behind `->`, outside of `<…>`.
  private mutating func resultNames() -> Set<String> {
    while ["async", "throws", "rethrows"].contains(current?.text) {
      index += 1
      if current?.text == "(" { skipGroup() }
    }
    guard current?.text == "->" else { return [] }
    index += 1
    var names: Set<String> = []
    while let token = current, token.kind != .directive, !["{", "}", "where"].contains(token.text) {
      let isNext = token.text == "@" || Self.keywords.contains(token.text) || Self.modifiers.contains(token.text)
      if token.startsLine, isNext { break }
      if token.kind == .word { names.insert(token.text) }
      if token.text == "<" { skipAngles() } else { index += 1 }
    }
    return names
  }
}
