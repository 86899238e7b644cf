/// A module of a page: what it imports, declares and exports.
struct ScriptModule {
  /// What one statement imports.
  struct Import: Hashable {
    let module: String
    /// Names of the other module, and the same in this one.
    var names: [String: String] = [:]
    /// The name of all that the other one exports; nil for none.
    var all: String?
  }

  let name: String
  /// Its tokens, without imports and `export`.
  private(set) var tokens: [ScriptToken] = []
  private(set) var imports: [Import] = []
  /// The modules that it imports while it runs, by `import('./x.js')`.
  private(set) var later: [String] = []
  /// The names that are declared outside of all functions, and those of them that others may import.
  private(set) var declared: Set<String> = []
  private(set) var exports: Set<String> = []

  init(_ name: String, _ all: [ScriptToken]) throws(PageBundle.Failure) {
    self.name = name
    var index = 0
    var isExported = false
    while index < all.count {
      let token = all[index]
      if token.is("import"), index + 1 < all.count, all[index + 1].text == "(" {
        try readLaterImport(all, &index)
        continue
      }
      if token.is("import") {
        imports.append(try readImport(all, &index))
        continue
      }
      if token.is("export") {
        isExported = true
        index += 1
        continue
      }
      if token.depth == 0 {
        let names = try declaredNames(all, at: index)
        declared.formUnion(names)
        if isExported, !token.isAsync {
          guard !names.isEmpty else { throw fail("an export declares no name") }
          exports.formUnion(names)
          isExported = false
        }
      }
      tokens.append(token)
      index += 1
    }
  }

  /// What each name of the module means in all of them.
  var origins: [String: ShortNames.Variable] {
    var origins: [String: ShortNames.Variable] = [:]
    for name in declared { origins[name] = .init(module: self.name, name: name) }
    for one in imports { for (name, local) in one.names { origins[local] = .init(module: one.module, name: name) } }
    return origins
  }

  /// What it uses of other modules.
  var uses: [ShortNames.Variable] {
    imports.flatMap { one in one.names.keys.map { .init(module: one.module, name: $0) } }
      + tokens.indices.compactMap(member)
  }

  /// What a word means at a place where the name of all that another module exports is followed by `.` and a name.
  func member(at index: Int) -> ShortNames.Variable? {
    guard let one = imports.first(where: { $0.all == tokens[index].text }), index + 2 < tokens.count else { return nil }
    return .init(module: one.module, name: tokens[index + 2].text)
  }

  private func fail(_ problem: String) -> PageBundle.Failure { .init(module: name, problem: problem) }

  /// Reads `import { a, b as c } from './x.js';`, or `import * as x from './x.js';`.
  private func readImport(_ all: [ScriptToken], _ index: inout Int) throws(PageBundle.Failure) -> Import {
    let words = all[index...].prefix { $0.kind != .string }
    index += words.count + 1
    guard index <= all.count else { throw fail("an import has no end") }
    let path = all[index - 1].text.dropFirst().dropLast()
    var found = Import(module: String(path.split(separator: "/").last ?? ""))
    if index < all.count, all[index].text == ";" { index += 1 }
    let parts = words.map(\.text).filter { !["import", "{", "}", ",", "from"].contains($0) }
    if parts.first == "*" {
      guard parts.count == 3 else { throw fail("an import is not known: \(parts)") }
      found.all = parts[2]
      return found
    }
    var rest = parts[...]
    while let name = rest.popFirst() {
      let isRenamed = rest.first == "as"
      found.names[name] = isRenamed ? rest.dropFirst().first ?? name : name
      if isRenamed { rest = rest.dropFirst(2) }
    }
    return found
  }

  /// Reads `import('./x.js')`, which becomes a call of what loads the other script.
  private mutating func readLaterImport(_ all: [ScriptToken], _ index: inout Int) throws(PageBundle.Failure) {
    guard index + 3 < all.count, all[index + 2].kind == .string, all[index + 3].text == ")" else {
      throw fail("it imports a module later whose name is not written there")
    }
    let path = all[index + 2].text.dropFirst().dropLast()
    let module = String(path.split(separator: "/").last ?? "")
    later.append(module)
    var (call, name) = (all[index], all[index + 2])
    (call.text, name.text) = (PageBundle.loader, "'\(module)'")
    tokens += [call, all[index + 1], name]
    index += 3
  }

  /// The names that the statement at a place declares.
  private func declaredNames(_ all: [ScriptToken], at start: Int) throws(PageBundle.Failure) -> [String] {
    let token = all[start]
    if token.is("function") || token.is("class") {
      let next = all[(start + 1)...].first { $0.text != "*" }
      return next?.role == .variable ? [next!.text] : []
    }
    guard token.is("const") || token.is("let") || token.is("var") else { return [] }
    var names: [String] = []
    var awaitsName = true
    for (before, token) in zip(all[start...], all[(start + 1)...]) {
      // A statement may end there without a semicolon.
      if token.depth == 0, !names.isEmpty, token.beginsLine, !ScriptText.continues(before), !token.continuesStatement {
        break
      }
      if token.depth == 0, token.kind == .sign {
        if token.text == ";" { break }
        if token.text == "," { awaitsName = true } else if token.text == "=" { awaitsName = false }
      } else if awaitsName {
        guard token.text != "=" else { throw fail("a pattern has a value: \(names)") }
        if token.role == .variable || token.role == .both { names.append(token.text) }
      }
    }
    return names
  }
}

extension ScriptToken {
  fileprivate var isAsync: Bool { text == "async" }

  /// Whether the statement of the line before goes on with this token: a sign that stands between two values or ends
  /// something, or a template.
  fileprivate var continuesStatement: Bool {
    switch kind {
    case .sign: !["{", "!", "~", "++", "--", "..."].contains(text)
    case .template: true
    default: self.is("in") || self.is("instanceof")
    }
  }
}
