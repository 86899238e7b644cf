import Marbles
import Operators
import SceneFiles
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
    #expect(library.first == "sample")
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

  @Test("scenes that a server was started with come first")
  func given() throws {
    let file = try SceneFile(parsing: "rows: { a: { marbles: '1|' } }", path: "mine.yaml")
    #expect(PlaygroundLibrary(files: [file]).first == "mine")
  }

  @Test("completion of an unfinished expression")
  func completion() {
    let json = library.completion(of: "a.deb", at: 5, rows: ["a"])
    #expect(json.contains(#""start":2,"end":5"#) && json.contains(#""title":"debounce""#))
    #expect(library.completion(of: "zip(", at: 4, rows: ["a"]).contains(#""signature""#))
  }
}
