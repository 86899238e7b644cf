import Foundation
import Testing

@testable import Operators

@Suite struct CatalogueTests {
  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Operators")

  /// Files of the folder, and of marbled's own, that declare an operator: the text by the name that it declares.
  private static func operatorFiles() throws -> [String: (file: String, text: String)] {
    var files: [String: (file: String, text: String)] = [:]
    for folder in [sources, sources.appending(path: "Ours")] {
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        for match in text.matches(of: /static let \w+ = (?:method|function)\(\s*"(\w+)"/) {
          let isOurs = folder.lastPathComponent == "Ours"
          #expect(text.contains(", .marbled,") == isOurs, "\(file) is in the wrong folder")
          #expect(files[String(match.1)] == nil)
          files[String(match.1)] = (String(file.dropLast(6)), text)
        }
      }
    }
    return files
  }

  @Test func everyOperatorHasAFileOfItsOwn() throws {
    let files = try Self.operatorFiles()
    #expect(files.keys.sorted() == Catalogue.standard.operators.map(\.name).sorted())
    #expect(Set(files.values.map(\.file)).count == files.count)
    for (name, file) in files {
      let expected = name == "AsyncTimerSequence" ? "Timer" : name.prefix(1).uppercased() + name.dropFirst()
      #expect(file.file == expected)
    }
  }

  @Test func namesAreUniqueAndFoundByName() {
    let operators = Catalogue.standard.operators
    let names = operators.map(\.name)
    #expect(Set(names).count == names.count)
    let keys = names.map { $0 == "AsyncTimerSequence" ? "timer" : $0.lowercased() }
    #expect(keys == keys.sorted())
    for name in names { #expect(Catalogue.standard[name]?.name == name) }
    #expect(Catalogue.standard["Merge"] == nil)
  }

  @Test func everyOperatorSaysWhatItDoes() throws {
    for called in Catalogue.standard.operators {
      #expect(called.summary.hasSuffix("."), "\(called.name)")
      #expect(called.summary.count <= 120, "\(called.name)")
      #expect(!called.forms.isEmpty, "\(called.name)")
      for form in called.forms { #expect(form.signature.hasPrefix("\(called.name)("), "\(called.name)") }
    }
  }
}
