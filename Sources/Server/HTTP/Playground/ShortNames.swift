/// The names of variables and private members in a script of several modules.
struct ShortNames {
  struct Variable: Hashable {
    let module, name: String
  }

  /// The names of what modules declare, and of private members.
  private(set) var variables: [Variable: String] = [:]
  private(set) var privates: [String: String] = [:]

  init(of modules: [ScriptModule]) {
    var (variables, privates): ([Variable: Int], [String: Int]) = ([:], [:])
    var taken = ScriptToken.keywords
    for module in modules {
      let origins = module.origins
      for token in module.tokens {
        switch token.kind {
        case .privateName: privates[token.text, default: 0] += 1
        case .word:
          taken.insert(token.text)
          if token.role != .property, let origin = origins[token.text] { variables[origin, default: 0] += 1 }
        default: break
        }
      }
    }
    // Those that are used most have the shortest names.
    var next = 0
    for (variable, _) in variables.sorted(by: {
      ($1.value, $0.key.name, $0.key.module) < ($0.value, $1.key.name, $1.key.module)
    }) {
      self.variables[variable] = Self.name(&next, besides: taken)
    }
    next = 0
    for (name, _) in privates.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      self.privates[name] = "#" + Self.name(&next, besides: [])
    }
  }

  /// Words with a meaning in some places.
  private static let reserved: Set = ["as", "get", "let", "of", "set"]
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
