/// The modules of a page as one script, which needs no modules: it also runs in a page that was opened from a file.
///
/// The modules follow each other in a function, without their imports. What they declare, inside of functions, too, has
/// other, short names there, so that two of them may use the same.
struct PageBundle {
  /// Why modules can't be joined.
  struct Failure: Error, Hashable, CustomStringConvertible {
    let module, problem: String
    var description: String { "\(module): \(problem)" }
  }

  /// The script with which the page begins.
  let text: String
  /// The script of the modules that are imported while that runs, and of what only they import; empty for none.
  let later: String

  /// What modules call to import a module later. A module of the page defines it: a function of the name of a module, which
  /// loads the other script, calls ``taker`` with what ``giver`` gives, and answers with what the module exports.
  static let loader = "globalThis.marbledLater"
  private static let giver = "globalThis.marbledMain"
  private static let taker = "globalThis.marbledRest"

  /// - Parameters:
  ///   - entry: the name of the module with which the page begins.
  ///   - source: the text of a module, by its name; nil for none.
  /// - Throws: ``Failure`` for an import of something that does not exist, and for what can't be joined.
  init(_ entry: String, source: (String) -> [UInt8]?) throws(Failure) {
    var modules: [ScriptModule] = []
    var begun: Set<String> = []
    // Each after those that it imports, as a browser runs them.
    func add(_ name: String, from importer: String) throws(Failure) {
      guard begun.insert(name).inserted else { return }
      guard let bytes = source(name) else { throw Failure(module: importer, problem: "there is no module \(name)") }
      let module = try ScriptModule(name, ScriptLexer.tokens(of: bytes))
      for one in module.imports { try add(one.module, from: name) }
      modules.append(module)
    }
    try add(entry, from: entry)
    let count = modules.count
    var ofLater: [String] = []
    var next = 0
    while next < modules.count {
      for name in modules[next].later where !ofLater.contains(name) {
        ofLater.append(name)
        try add(name, from: modules[next].name)
      }
      next += 1
    }
    let names = ShortNames(of: modules)
    func code(of some: ArraySlice<ScriptModule>) throws(Failure) -> String {
      var tokens: [ScriptToken] = []
      for module in some { tokens += try Self.joined(module, of: modules, names) }
      return ScriptText.text(of: tokens)
    }
    let (main, rest) = (modules[..<count], modules[count...])
    // What the other script needs of this one, in an order that both know.
    let given = Set(rest.flatMap(\.uses)).filter { variable in main.contains { $0.name == variable.module } }
      .compactMap { names.variables[$0] }.sorted().joined(separator: ",")
    let gives = rest.isEmpty ? "" : "\(Self.giver)=()=>[\(given)];"
    // Modules may wait outside of all functions.
    text = "(async()=>{'use strict';\(gives)\(try code(of: main))})();\n"
    let exported = ofLater.compactMap { name in modules.first { $0.name == name } }.map { module in
      let members = module.exports.sorted().map {
        "\($0):\(names.variables[.init(module: module.name, name: $0)] ?? $0)"
      }
      return "'\(module.name)':{\(members.joined(separator: ","))}"
    }
    later =
      rest.isEmpty
      ? ""
      : "\(Self.taker)=(\(given))=>{'use strict';\(try code(of: rest))\nreturn{\(exported.joined(separator: ","))}};\n"
  }

  /// The tokens of a module with their names in the script.
  private static func joined(
    _ module: ScriptModule, of modules: [ScriptModule], _ names: ShortNames
  ) throws(Failure) -> [ScriptToken] {
    func exported(_ name: String, of other: String) throws(Failure) -> String {
      guard modules.contains(where: { $0.name == other && $0.exports.contains(name) }),
        let short = names.variables[.init(module: other, name: name)]
      else { throw Failure(module: module.name, problem: "\(other) exports no \(name)") }
      return short
    }
    var short: [String: String] = [:]
    var whole: [String: String] = [:]
    for name in module.declared { short[name] = names.variables[.init(module: module.name, name: name)] }
    for one in module.imports {
      if let all = one.all { whole[all] = one.module }
      for (name, local) in one.names { short[local] = try exported(name, of: one.module) }
    }
    var joined: [ScriptToken] = []
    var index = 0
    while index < module.tokens.count {
      var token = module.tokens[index]
      index += 1
      if token.kind == .privateName { token.text = names.privates[token.text] ?? token.text }
      if token.isVariable {
        if let other = whole[token.text] {
          guard token.role == .variable, index + 1 < module.tokens.count, module.tokens[index].text == "." else {
            throw Failure(module: module.name, problem: "\(token.text) is used as a whole")
          }
          token.text = try exported(module.tokens[index + 1].text, of: other)
          index += 2
        } else if let name = short[token.text] ?? names.locals[token.text] {
          token.text = token.role == .both ? "\(token.text):\(name)" : name
        }
      }
      if joined.isEmpty { token.beginsLine = true }
      joined.append(token)
    }
    return joined
  }
}
