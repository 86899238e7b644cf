import Expressions
import Operators
import SceneFiles
import Scenes
import Testing

@testable import Formats

/// Ideas that have a page.
@Suite struct ConceptPageTests {
  @Test("each shows what its scene does, and leads on", arguments: Concept.all)
  func page(concept: Concept) throws {
    let file = try #require(try SceneLibrary.shipped.file(named: concept.scene))
    let page = try ConceptPage.explain(concept, scene: file.scene)
    #expect(page.hasPrefix("\(concept.name)\n\n\(concept.summary.prefix(40))"))
    // The computed diagram of each row.
    for row in file.scene.rows { #expect(page.contains("\n  \(row.name)"), "\(row.name)") }
    #expect(page.contains("`marbled play \(concept.scene)` plays it"))
    for row in file.scene.rows where row.consumingTime != nil {
      let told = "Row \(row.name) is \(row.expression?.source ?? ""); its consumer takes "
      #expect(page.replacing("\n", with: " ").contains(told), "\(row.name): \(page)")
    }
    #expect(page.contains("\nMarks in the picture of `marbled play \(concept.scene)`\n"))
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(try concept.lesson.map { try SceneLibrary.shipped.file(named: $0) != nil } ?? true)
    #expect(concept.operators.allSatisfy { Catalogue.standard[$0] != nil })
  }

  @Test("a name means one thing")
  func names() {
    let names = Concept.all.flatMap { [$0.name.lowercased().filter(\.isLetter)] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { Catalogue.standard[$0] == nil })
  }

  @Test(
    "they are found in any letters",
    arguments: [
      ("asyncstream", "AsyncStream"), ("backpressure", "back-pressure"), ("hot", "hot and cold"),
      ("Cold", "hot and cold"), ("for-await", "for await"), ("cancel", "cancellation"),
      ("AsyncThrowingChannel", "AsyncChannel"), ("stages", "stages"), ("unicast", "unicast"),
    ])
  func search(text: String, name: String) { #expect(Concept.named(text)?.name == name) }

  @Test("other words are none") func others() { #expect(Concept.named("zip") == nil && Concept.named("") == nil) }
}
