import Formats
import Foundation
import Narrations
import Operators
import Scenes
import Testing

/// The pages of operators in the DocC catalog: what `marbled explain` knows, as Markdown.
enum OperatorArticle {
  /// The folder in the catalog that has nothing but these pages.
  static let folder = "Documentation.docc/Operators"

  /// The page of one operator.
  static func page(of called: Operator) throws -> String {
    let scene = Scene(sample: called)
    let recording = try scene.recorded(catalogue: .standard)
    let diagrams = MarbleSheet.print(recording, of: scene)
    let legend = MarkLegend(of: recording, in: scene)
    let consumers =
      called.sample.hasOtherConsumers
      ? "\n" + SceneIntroduction(to: scene).rows.joined(separator: "\n") + "\n" : ""
    let rxName = called.rxName.map { "\n- RxJS: \($0.asCodes)" } ?? ""
    let facts = OperatorFacts.facts(of: called)
    let values = facts.map { group in
      let forms = facts.count == 1 ? "" : "```\n\(group.signatures.joined(separator: "\n"))\n```\n\n"
      return forms + group.all.map { "- \($0.title.capitalizedFirst): \($0.text)\n" }.joined()
    }
    let arguments = called.argumentMeanings.map { "- `\($0.label)` \($0.meaning)\n" }.joined()
    let comparisons = try ReactiveXComparison.all(of: called)
    let beside = comparisons.map { "\n\($0.sentences().joined(separator: "\n"))\n\n```\n\($0.rows)\n```\n" }.joined()
    let names = (called.clausesOfOtherMeanings + called.clausesOfNamesElsewhere).map { "- \($0.capitalizedFirst)\n" }
      .joined()
    return """
      # \(called.name)

      \(called.summary)

      ## Overview

      \(called.guidance.replacing(". ", with: ".\n"))\(called.inSwift.map { "\n\n\($0)" } ?? "")

      ```
      \(called.forms.map { (called.isMethod ? "." : "") + $0.signature }.joined(separator: "\n"))
      ```

      - Category: \(called.category.rawValue)
      - Origin: \(called.origin == .marbled ? "part of marbled" : called.origin.rawValue)\(rxName)

      ## What it does with values

      \(values.joined(separator: "\n"))
      \(arguments.isEmpty ? "" : "### Arguments\n\n\(arguments)\n")\
      \(names.isEmpty ? "" : "### Names elsewhere\n\n\(names)\n")\
      ## Example

      <!-- marbled: .\(called.name) --animate -->
      ![\(called.sample.expression), as marbles](operator-\(called.name).svg)

      The values of `\(called.sample.expression)`, computed:

      ```
      \(diagrams)```
      \(consumers)
      The marks in the diagrams:

      \(marks(legend.diagrams))
      The marks in the picture:

      \(marks(legend.picture))
      `marbled play \(called.name)` plays this example, and `marbled explain \(called.name)` prints it.
      \(comparisons.isEmpty ? "" : "\n## Beside \(ReactiveXComparison.title)\n\nBoth have the same inputs; in ReactiveX they are hot observables.\n\(beside)")
      """
  }

  private static func marks(_ marks: [MarkLegend.Mark]) -> String {
    marks.map { "- `\($0.sign)` \($0.meaning)\n" }.joined()
  }

  /// The page that lists all operators by category.
  static var contents: String {
    let topics = Operator.Category.allCases.map { category in
      let links = Catalogue.standard.operators.filter { $0.category == category }.map { "- <doc:\($0.name)>\n" }
      return "\n### \(category.rawValue.capitalized)\n\n\(links.joined())"
    }
    return """
      # Operators

      A page for each operator, with its forms and a computed example.

      ## Overview

      <doc:Expressions> explains how to combine operators, and lists them in one table. `marbled explain` prints
      these pages in a terminal, and compares several operators on the same input.

      ## Topics
      \(topics.joined())
      """
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension EndToEnd {
  @Suite struct OperatorArticleTests {
    private static let folder = "Sources/marbled/\(OperatorArticle.folder)"

    /// Compared with the files of the catalog; `UPDATE_SNAPSHOTS=1 swift test` writes them.
    @Test(arguments: Catalogue.standard.operators.map(\.name)) func eachOperatorHasItsPage(name: String) throws {
      let page = try OperatorArticle.page(of: try #require(Catalogue.standard[name]))
      try Snapshot.update("\(Self.folder)/\(name).md", page)
      #expect(try Article.text("\(Self.folder)/\(name).md") == page)
    }

    @Test func onePageListsThem() throws {
      try Snapshot.update("\(Self.folder)/OperatorPages.md", OperatorArticle.contents)
      #expect(try Article.text("\(Self.folder)/OperatorPages.md") == OperatorArticle.contents)
    }

    @Test(.disabled(if: Snapshot.isUpdating, "the pages are being written")) func noPageIsLeftOver() throws {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: Article.root.appending(path: Self.folder).path)
      let names = Catalogue.standard.operators.map(\.name)
      let pages = (names + ["OperatorPages"]).map { $0 + ".md" }
      #expect(Set(files) == Set(pages + names.map { "operator-\($0).svg" }))
    }
  }
}
