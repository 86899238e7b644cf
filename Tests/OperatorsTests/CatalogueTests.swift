import Foundation
import Marbles
import Testing

@testable import Operators

@Suite struct CatalogueTests {
  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Operators")

  /// Files of the folder that declare an operator.
  private static func operatorFiles() throws -> [String: String] {
    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: sources.path) where name.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      if text.contains("= Operator(") { files[String(name.dropLast(6))] = text }
    }
    return files
  }

  @Test func everyOperatorHasAFileOfItsOwn() throws {
    let files = try Self.operatorFiles()
    for name in Catalogue.standard.operators.map(\.name) {
      let file = try #require(files[name.prefix(1).uppercased() + name.dropFirst()], "no file for \(name)")
      #expect(file.contains("name: \"\(name)\""))
    }
  }

  @Test func everyFileIsInTheCatalogue() throws {
    let listed = Catalogue.standard.operators.map { $0.name.prefix(1).uppercased() + $0.name.dropFirst() }
    #expect(try Self.operatorFiles().keys.sorted() == listed.sorted())
  }

  @Test func namesAreUniqueAndFoundByName() {
    let names = Catalogue.standard.operators.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names == names.sorted())
    for name in names { #expect(Catalogue.standard[name]?.name == name) }
    #expect(Catalogue.standard["Merge"] == nil)
  }

  @Test func everyOperatorSaysWhatItDoes() throws {
    for called in Catalogue.standard.operators {
      #expect(called.summary.hasSuffix("."), "\(called.name)")
      #expect(called.summary.count <= 120, "\(called.name)")
      #expect(called.signature.hasPrefix(called.name), "\(called.name)")
      #expect(!called.rxName.isEmpty)
      let expression = try Expression.parse(called.sample)
      #expect(expression.operators.first == called.name)
      #expect(expression.references.allSatisfy { ["ints", "strings"].contains($0.name) })
    }
  }
}
