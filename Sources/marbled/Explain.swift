import ArgumentParser
import CommandSupport
import Expressions
import Formats
import Operators
import SceneFiles
import Scenes

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain an operator or an idea, compare operators, or explain the notation, with computed diagrams.",
    discussion: """
      A name of RxJS, Combine, Kotlin Flow or Rx.NET is explained by what does the same here.

        marbled explain debounce
        marbled explain debounce throttle
        marbled explain switchMap
        marbled explain unicast

      Ideas: \(Concept.all.map(\.name).joined(separator: ", ")).
      """)

  @Argument(
    help: ArgumentHelp(
      "Operators, as in `explain zip` or `explain debounce throttle`, an idea, or `notation`.", valueName: "subjects"))
  var words: [String]

  @OptionGroup var colors: TextColorOption

  func validate() throws {
    if words.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw ValidationError("a subject is empty: `marbled explain zip`, or `marbled list operators` for all of them")
    }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported {
      let subjects = Self.subjects(of: words)
      if subjects == ["notation"] { return show(NotationPage.print()) }
      let catalogue = Catalogue.standard
      if subjects.count == 1, catalogue[subjects[0]] == nil, let page = try page(of: subjects[0], catalogue) {
        return show(page)
      }
      var operators: [Operator] = []
      for subject in subjects {
        guard let found = catalogue[subject] else {
          let names = catalogue.operators.map(\.name) + ["notation"] + Concept.all.map(\.name)
          let elsewhere = NameIndex.standard.names.map(\.name)
          let advice = catalogue.advice(for: subject, among: [names, elsewhere]).map { "; \($0)" } ?? ""
          throw CommandFailure(.notFound, "no operator is called `\(subject)`\(advice)")
        }
        if !operators.contains(where: { $0.name == found.name }) { operators.append(found) }
      }
      let page =
        operators.count == 1
        ? try explanation(of: operators[0], catalogue)
        : try OperatorPage.compare(operators, catalogue: catalogue)
      show(page)
    }
  }

  private func show(_ page: String) { StandardStreams.printText(page, highlights: .page, colors.color) }

  /// The words as subjects: several that are known as one idea or one name are one subject, as `for await` and `rate limit`.
  private static func subjects(of words: [String]) -> [String] {
    let text = words.joined(separator: " ")
    let areOperators = words.allSatisfy { Catalogue.standard[$0] != nil }
    let isKnown = Concept.named(text) != nil || !NameIndex.standard[text].isEmpty
    return !areOperators && isKnown ? [text] : words
  }

  /// The page of an idea, or of what does the same as a name from elsewhere; nil when neither is known.
  private func page(of subject: String, _ catalogue: Catalogue) throws -> String? {
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
  private func explanation(of called: Operator, _ catalogue: Catalogue) throws -> String {
    let lesson = try SceneGroup.lessons.names.first { name in
      let scene = try SceneLibrary.shipped.file(named: name)?.scene
      return scene?.rows.contains { $0.expression?.operators.contains(called.name) == true } == true
    }
    return try OperatorPage.explain(called, catalogue: catalogue)
      + (lesson.map { "`marbled learn \($0)` teaches it.\n" } ?? "")
  }
}
