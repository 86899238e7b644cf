/// A function for values of several kinds, which does in an exported test what closures do in marbled.
///
/// A file has those that its closures call, once. What fails in marbled stops the test, as an overflow of Swift's own
/// operators does.
struct SwiftHelper {
  var name: String
  /// The names of the helpers that it calls.
  var needs: [String] = []
  /// The modules that it imports beside Marbles.
  var imports: Set<String> = []
  /// Its declaration in an extension of `Value`.
  var text: String

  /// All of them, each after those that it calls.
  static let all = comparisons + arithmetic + members + functions + methods + parts + patterns + closures

  /// The modules and the declarations that code needs.
  ///
  /// - Parameter names: the helpers that it calls.
  static func source(of names: Set<String>) -> (imports: Set<String>, text: String) {
    guard !names.isEmpty else { return ([], "") }
    var needed = names
    for helper in all.reversed() where needed.contains(helper.name) { needed.formUnion(helper.needs) }
    let used = all.filter { needed.contains($0.name) }
    let imports = used.reduce(into: Set(["Marbles"])) { $0.formUnion($1.imports) }
    guard !used.isEmpty else { return (imports, "") }
    let body = used.map { helper in
      helper.text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
    }.joined(separator: "\n")
    return (imports, "/// What closures do with values of several kinds.\nextension Value {\n\(body)}\n")
  }
}
