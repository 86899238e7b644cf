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

  /// The script.
  let text: String

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
    let names = ShortNames(of: modules)
    var tokens: [ScriptToken] = []
    for module in modules { tokens += try Self.joined(module, of: modules, names) }
    // Modules may wait outside of all functions.
    text = "(async()=>{'use strict';\(ScriptText.text(of: tokens))})();\n"
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
