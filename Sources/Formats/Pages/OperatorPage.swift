internal import Expressions
internal import Marbles
internal import Narrations
public import Operators
public import Scenes

/// The output of `marbled list operators` and `marbled explain`, with diagrams computed on demand.
public enum OperatorPage {
  /// The operators that a text leads to, the best first, and what is known of it elsewhere; nil when nothing is found.
  ///
  /// An operator is found by ``WordSearch``, and by a name of another library or plain words: `switchMap`, `rate limit`. A name
  /// without an operator here has a line that says what to write instead.
  public static func list(_ catalogue: Catalogue, matching text: String) -> (clauses: String, operators: Listing)? {
    let operators = catalogue.operators
    let found = WordSearch(operators.map(WordSearch.Entry.init)).matches(for: text).map { operators[$0] }
    let clauses = NameIndex.standard.clauses(for: text).map { "\($0).\n" }.joined()
    return clauses.isEmpty && found.isEmpty ? nil : (clauses, list(found))
  }

  /// Operators by category, in the order in which the categories come first.
  private static func list(_ operators: [Operator]) -> Listing {
    let first = operators.map(\.category).reduce(into: [Operator.Category]()) { if !$0.contains($1) { $0.append($1) } }
    return Listing(
      "operators",
      first.map { category in
        Listing.Group(category.rawValue, operators.filter { $0.category == category }.map(Listing.Entry.init))
      })
  }

  /// The page of one operator: its forms and what they do with values, their arguments, when to use it, its names elsewhere, and
  /// its computed sample with what its marks mean.
  public static func explain(_ called: Operator, catalogue: Catalogue = .standard) throws(SceneError) -> String {
    var text = "\(called.name)  ·  \(called.category.rawValue)  ·  \(called.origin.title)"
    if let rxName = called.rxName { text += "  ·  RxJS: \(rxName)" }
    text += "\n\n"
    for form in called.forms { text += "  \(called.isMethod ? "." : "")\(form.signature)\n" }
    text += "\n\(called.summary)\n\(called.guidance)\n"
    if let inSwift = called.inSwift { text += "\(inSwift)\n" }
    let others = called.clausesOfOtherMeanings
    if !others.isEmpty { text += "\nThe same name elsewhere\n" + others.map { "  \($0)\n" }.joined() }
    let facts = OperatorFacts.facts(of: called)
    for group in facts {
      let forms = facts.count == 1 ? "" : group.signatures.map { "  \($0)\n" }.joined()
      text += "\n" + forms + PageText.table(group.all.map { ($0.title, $0.text) })
    }
    let arguments = called.argumentMeanings
    if !arguments.isEmpty { text += "\nArguments\n" + PageText.table(arguments) }
    let names = called.clausesOfNamesElsewhere
    if !names.isEmpty { text += "\nElsewhere\n" + names.map { "  \($0)\n" }.joined() }
    let scene = Scene(sample: called, catalogue: catalogue)
    let recording = try BoundedRun(scene, catalogue: catalogue).perform().get()
    text += "\n  \(called.sample.expression)\n\n" + indented(MarbleSheet.print(recording, of: scene))
    if called.sample.hasOtherConsumers {
      text += "\n" + SceneIntroduction(to: scene).rows.map { "  \($0)\n" }.joined()
    }
    text += "\n" + PageText.marks(MarkLegend(of: recording, in: scene), of: called.name)
    text += try beside(called, catalogue: catalogue)
    text += "\n`marbled play \(called.name)` plays it; `marbled serve` has its page at /operators/\(called.name).\n"
    return text
  }

  /// The computed sample of an operator, as a picture of text.
  package static func picture(_ called: Operator, catalogue: Catalogue = .standard) throws(SceneError) -> String {
    let scene = Scene(sample: called, catalogue: catalogue)
    return MarbleSheet.print(try BoundedRun(scene, catalogue: catalogue).perform().get(), of: scene)
  }

  /// What ReactiveX does with the same inputs, and how that differs; empty when it has no such operator.
  private static func beside(_ called: Operator, catalogue: Catalogue) throws(SceneError) -> String {
    let comparisons = try ReactiveXComparison.all(of: called, catalogue: catalogue)
    if comparisons.isEmpty { return "" }
    let parts = comparisons.map { comparison in
      "\n" + comparison.sentences().map { "  \($0)\n" }.joined() + "\n" + indented(comparison.rows)
    }
    return "\nBeside \(ReactiveXComparison.title), with hot observables of the same inputs\n" + parts.joined()
  }

  /// Several operators over the inputs, with the durations and with the consumer of one sample: a diagram of each, a sentence
  /// for each difference of the results, and what they do differently with values.
  public static func compare(_ operators: [Operator], catalogue: Catalogue = .standard) throws(SceneError) -> String {
    let scene = Scene(comparing: operators, catalogue: catalogue)
    let recording = try BoundedRun(scene, catalogue: catalogue).perform().get()
    let outputs = scene.rows.filter { $0.expression != nil }
    let consumer = outputs.first?.consumingTime.map { "\nThe consumer of each takes \($0) s for a value.\n" } ?? ""
    return PageText.table(outputs.map { ($0.name, $0.expression?.source ?? "") }) + consumer + "\n"
      + indented(MarbleSheet.print(recording, of: scene)) + "\nresults\n"
      + OperatorDifferences.sentences(of: outputs.map(\.name), in: scene, recording).map { "  \($0)\n" }.joined()
      + "\n" + PageText.table(operators.map { ($0.name, $0.summary) }) + differences(of: operators)
  }

  /// What the operators do differently with values: the facts of their first forms that not all have.
  private static func differences(of operators: [Operator]) -> String {
    let facts = operators.map { OperatorFacts.facts(of: $0).first?.all ?? [] }
    let titles = facts.joined().map(\.title).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let width = operators.map(\.name.count).max() ?? 0
    return titles.map { title in
      let clauses = facts.map { facts in
        let texts = facts.filter { $0.title == title }.map(\.text)
        return texts.isEmpty ? "–" : texts.joined(separator: "; ")
      }
      if Set(clauses).count == 1 { return "" }
      let lines = zip(operators, clauses).map { "  \($0.name.padding(to: width))  \($1)\n" }
      return "\n\(title)\n" + lines.joined()
    }.joined()
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)\n" }.joined()
  }
}

extension Operator.Origin {
  /// The name on pages.
  var title: String { self == .marbled ? "marbled's own" : rawValue }
}
