internal import Marbles
public import Operators
public import Scenes

/// The output of `marbled list operators` and `marbled explain`, with diagrams computed on demand.
public enum OperatorPage {
  /// The catalogue by category, one operator per line.
  public static func list(_ catalogue: Catalogue) -> String { list(catalogue.operators) }

  /// The operators that a text leads to, and what is known of it elsewhere; nil when nothing is found.
  ///
  /// An operator is found by its name, its summary or its category, and by a name of another library or plain words:
  /// `switchMap`, `rate limit`. A name without an operator here has a line that says what to write instead.
  public static func list(_ catalogue: Catalogue, matching text: String) -> String? {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    let known = NameIndex.standard.operators(for: text)
    let found = catalogue.operators.filter { called in
      let own = "\(called.name) \(called.summary) \(called.category.rawValue)".lowercased()
      return words.allSatisfy(own.contains) || known.contains(called.name)
    }
    let clauses = NameIndex.standard.clauses(for: text).map { "\($0).\n" }.joined()
    let operators = list(found)
    let page = clauses + (clauses.isEmpty || operators.isEmpty ? "" : "\n") + operators
    return page.isEmpty ? nil : page
  }

  private static func list(_ operators: [Operator]) -> String {
    let width = operators.map(\.name.count).max() ?? 0
    var text = ""
    for category in Operator.Category.allCases {
      let members = operators.filter { $0.category == category }
      guard !members.isEmpty else { continue }
      text += "\(text.isEmpty ? "" : "\n")\(category.rawValue)\n"
      for member in members {
        let name = member.name.padding(to: width)
        text += "  \(name)  \(member.summary)\(member.origin == .marbled ? " (marbled's own)" : "")\n"
      }
    }
    return text
  }

  /// The page of one operator: its signatures, its summary, and its computed sample.
  public static func explain(_ called: Operator, catalogue: Catalogue = .standard) throws(SceneError) -> String {
    var text = "\(called.name)  ·  \(called.category.rawValue)  ·  \(called.origin.title)"
    if let rxName = called.rxName { text += "  ·  RxJS: \(rxName)" }
    text += "\n\n"
    for form in called.forms { text += "  \(called.isMethod ? "." : "")\(form.signature)\n" }
    text += "\n\(called.summary)\n"
    let scene = Scene(sample: called, catalogue: catalogue)
    return text + "\n  \(called.sample.expression)\n\n" + indented(try sheet(of: scene, catalogue: catalogue))
  }

  /// Several operators over the inputs of the first one's sample.
  public static func compare(_ operators: [Operator], catalogue: Catalogue = .standard) throws(SceneError) -> String {
    var scene = Scene(sample: operators[0], catalogue: catalogue)
    scene.rows.removeAll { $0.expression != nil }
    for called in operators {
      for row in Scene(sample: called, catalogue: catalogue).rows {
        guard row.expression != nil || scene.position(of: row.name) == nil else { continue }
        var row = row
        if row.expression != nil { row.name = called.name }
        if scene.position(of: row.name) == nil { scene.rows.append(row) }
      }
    }
    scene.rows.sort { ($0.expression == nil ? 0 : 1) < ($1.expression == nil ? 0 : 1) }
    let width = operators.map(\.name.count).max() ?? 0
    let lines = operators.map { "  \($0.name.padding(to: width))  \($0.sample.expression)\n" }.joined()
    return lines + "\n" + indented(try sheet(of: scene, catalogue: catalogue))
  }

  private static func sheet(of scene: Scene, catalogue: Catalogue) throws(SceneError) -> String {
    MarbleSheet.print(try BoundedRun(scene, catalogue: catalogue).perform().get(), of: scene)
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)\n" }.joined()
  }
}

extension Operator.Origin {
  /// The name on pages.
  var title: String { self == .marbled ? "marbled's own" : rawValue }
}

extension String {
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
