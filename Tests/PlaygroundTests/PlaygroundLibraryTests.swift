import Marbles
import Operators
import SceneFiles
import Scenes
import Testing

@testable import Playground

/// The scenes and operators that a page offers.
@Suite struct PlaygroundLibraryTests {
  private let library = PlaygroundLibrary()

  @Test("every operator has guidance, which names operators that exist")
  func guidance() {
    for called in Catalogue.standard.operators {
      #expect(called.guidance.hasSuffix("."), "\(called.name)")
      #expect(called.guidance.count(where: { $0 == "`" }) % 2 == 0, "\(called.name)")
      for name in called.relatedNames where name != "nil" && name != "withAnimation" {
        #expect(Catalogue.standard[name] != nil && name != called.name, "\(called.name): \(name)")
      }
    }
  }

  @Test("all scenes without live rows and all operators are in groups")
  func groups() {
    #expect(library.first == nil && library.front == (.operators, "debounce"))
    for name in Catalogue.standard.operators.map(\.name) + ["zip-vs-combine-latest", "sample", "matrix"] {
      #expect(library.json.contains("\"name\":\"\(name)\""), "\(name)")
    }
    #expect(!library.json.contains("\"name\":\"live\""))
  }

  @Test("the page of an operator")
  func operatorPage() throws {
    let json = try #require(library.json(ofOperator: "debounce"))
    for part in [
      #""rx":"debounceTime""#, #""combine":"debounce""#, #""related":["throttle"]"#, "debounce-vs-throttle",
      ".debounce(for: Duration", "a.debounce(for: .seconds(1.5))",
    ] {
      #expect(json.contains(part), "\(part): \(json)")
    }
    #expect(library.json(ofOperator: "debunce") == nil && library.json(ofScene: "../sample") == nil)
  }

  @Test("each operator can be compared with those that its guidance names, over the same inputs")
  func comparisons() throws {
    var count = 0
    for called in Catalogue.standard.operators {
      let sample = Scene(sample: called)
      for other in library.comparisons(of: called, with: sample) {
        var scene = sample
        for edit in other.edits { scene = try scene.applying(try EditCommand.parse(edit, in: scene)) }
        #expect(scene.rows.map(\.name).contains(other.name) && scene.rows.count > sample.rows.count)
        count += 1
      }
    }
    #expect(count > 60)
    let debounce = try #require(library.json(ofOperator: "debounce"))
    #expect(debounce.contains(#""comparisons":[{"name":"throttle""#))
    // With the same duration, although the samples of both have others.
    #expect(debounce.contains("add throttle = a.throttle(for: .seconds(1.5))"), "\(debounce)")
  }

  @Test("scenes that a server was started with come first")
  func given() throws {
    let file = try SceneFile(parsing: "rows: { a: { marbles: '1|' } }", path: "mine.yaml")
    #expect(PlaygroundLibrary(files: [file]).front == (.scenes, "mine"))
  }

  @Test("completion of an unfinished expression")
  func completion() {
    let json = library.completion(of: "a.deb", at: 5, rows: ["a"])
    #expect(json.contains(#""start":2,"end":5"#) && json.contains(#""title":"debounce""#))
    #expect(library.completion(of: "zip(", at: 4, rows: ["a"]).contains(#""signature""#))
  }
}
