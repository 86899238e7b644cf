/// The names of variables and private members in a script of several modules.
struct ShortNames {
  struct Variable: Hashable {
    let module, name: String
  }

  /// The names of what modules declare, of what is declared inside of their functions, and of private members.
  private(set) var variables: [Variable: String] = [:]
  private(set) var locals: [String: String] = [:]
  private(set) var privates: [String: String] = [:]

  init(of modules: [ScriptModule]) {
    var uses: [Named: Use] = [:]
    var privates: [String: Int] = [:]
    let scopes = modules.map { ScriptScopes(of: $0.tokens) }
    // A word that may be a name of the browser keeps its meaning everywhere.
    var taken = ScriptToken.keywords.union(Self.reserved)
    for (module, scopes) in zip(modules, scopes) {
      taken.formUnion(scopes.free.subtracting(module.origins.keys).subtracting(module.imports.compactMap(\.all)))
    }
    for (number, (module, scopes)) in zip(modules, scopes).enumerated() {
      let origins = module.origins
      for (index, token) in module.tokens.enumerated() {
        if token.kind == .privateName { privates[token.text, default: 0] += 1 }
        guard token.isVariable else { continue }
        var name: Named?
        if let origin = origins[token.text] ?? module.member(at: index) {
          name = .variable(origin)
        } else if scopes.locals.contains(token.text), !taken.contains(token.text) {
          name = .local(token.text)
        }
        if let name { uses[name, default: Use()].add(Part(module: number, number: scopes.parts[index])) }
      }
    }
    // Those that are used most have the shortest names. What is never used in one part may have the same.
    var given: [Part: Set<String>] = [:]
    var ofModules: Set<String> = []
    for (name, use) in uses.sorted(by: { ($1.value.count, $0.key.text) < ($0.value.count, $1.key.text) }) {
      var next = 0
      var short = ""
      repeat {
        short = Self.name(&next, besides: taken)
      } while use.parts.contains { given[$0]?.contains(short) == true }
        || name.isOfModule && ofModules.contains(short)
      for part in use.parts { given[part, default: []].insert(short) }
      switch name {
      case .variable(let variable):
        variables[variable] = short
        ofModules.insert(short)
      case .local(let local): locals[local] = short
      }
    }
    var next = 0
    for (name, _) in privates.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      self.privates[name] = "#" + Self.name(&next, besides: [])
    }
  }

  /// What has a short name.
  private enum Named: Hashable {
    case variable(Variable)
    case local(String)

    var isOfModule: Bool { if case .variable = self { true } else { false } }
    var text: String {
      switch self {
      case .variable(let variable): "\(variable.name) \(variable.module)"
      case .local(let name): name
      }
    }
  }

  /// A part of a module, as in ``ScriptScopes``.
  private struct Part: Hashable {
    let module, number: Int
  }

  private struct Use {
    var count = 0
    var parts: Set<Part> = []

    mutating func add(_ part: Part) {
      count += 1
      parts.insert(part)
    }
  }

  /// Words with a meaning in some places.
  private static let reserved: Set = ["as", "async", "get", "let", "of", "set", "static"]
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// The next name that is not taken.
  private static func name(_ next: inout Int, besides taken: Set<String>) -> String {
    while true {
      var (number, name) = (next, "")
      next += 1
      repeat {
        name.append(letters[number % letters.count])
        number = number / letters.count - 1
      } while number >= 0
      if !taken.contains(name), !reserved.contains(name) { return name }
    }
  }
}
