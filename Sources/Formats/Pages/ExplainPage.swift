internal import Expressions
internal import Marbles
internal import Operators
internal import SceneFiles
internal import Scenes

/// The output of `marbled explain`: the page of an operator, an idea, a name from elsewhere or the notation, or a comparison.
public enum ExplainPage {
  /// Nothing is known by a name.
  public struct Unknown: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name, and what may be meant.
    public var description: String
  }

  /// The page of what words name: an idea, one name or several operators.
  ///
  /// - Parameter words: as typed; several that are one idea or one name are one subject, as `for await` and `rate limit`.
  /// - Throws: ``Unknown`` for a name of nothing, or what stops the run of a sample.
  public static func print(_ words: [String]) throws -> String {
    let subjects = subjects(of: words)
    if subjects == ["notation"] { return NotationPage.print() }
    let catalogue = Catalogue.standard
    if subjects.count == 1, catalogue[subjects[0]] == nil, let page = try page(of: subjects[0], catalogue) {
      return page
    }
    var operators: [Operator] = []
    for subject in subjects {
      guard let found = catalogue[subject] else {
        let names = catalogue.operators.map(\.name) + ["notation"] + Concept.all.map(\.name)
        let elsewhere = NameIndex.standard.names.map(\.name)
        let advice = catalogue.advice(for: subject, among: [names, elsewhere]).map { "; \($0)" } ?? ""
        throw Unknown(description: "no operator is called `\(subject)`\(advice)")
      }
      if !operators.contains(where: { $0.name == found.name }) { operators.append(found) }
    }
    return operators.count == 1
      ? try explanation(of: operators[0], catalogue) : try OperatorPage.compare(operators, catalogue: catalogue)
  }

  private static func subjects(of words: [String]) -> [String] {
    let text = words.joined(separator: " ")
    let areOperators = words.allSatisfy { Catalogue.standard[$0] != nil }
    let isKnown = Concept.named(text) != nil || !NameIndex.standard[text].isEmpty
    return !areOperators && isKnown ? [text] : words
  }

  /// The page of an idea, or of what does the same as a name from elsewhere; nil when neither is known.
  private static func page(of subject: String, _ catalogue: Catalogue) throws -> String? {
    if let concept = Concept.named(subject) {
      guard let file = try SceneLibrary.shipped.file(named: concept.scene) else { return nil }
      return try ConceptPage.explain(concept, scene: file.scene)
    }
    let index = NameIndex.standard
    guard let name = index[subject].lazy.compactMap(\.operatorName).first, let called = catalogue[name] else {
      return index.page(for: subject)
    }
    let clauses = index.clauses(for: subject).map { "\($0).\n" }.joined()
    return "\(clauses)\n\(try explanation(of: called, catalogue))"
  }

  /// The page of an operator, and the lesson that teaches it.
  private static func explanation(of called: Operator, _ catalogue: Catalogue) throws -> String {
    let lesson = try SceneGroup.lessons.names.first { name in
      let scene = try SceneLibrary.shipped.file(named: name)?.scene
      return scene?.rows.contains { $0.expression?.operators.contains(called.name) == true } == true
    }
    return try OperatorPage.explain(called, catalogue: catalogue)
      + (lesson.map { "`marbled learn \($0)` teaches it.\n" } ?? "")
  }
}
