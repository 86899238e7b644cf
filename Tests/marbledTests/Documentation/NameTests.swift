import CommandSupport
import Foundation
import SceneFiles
import Scenes
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// Tables whose sentences are written by hand name every key, field and code of the program, and no others.
  @Suite struct NameTests {
    @Test(arguments: ["scene keys", "row keys", "item keys", "control keys", "event fields", "exit codes", "lints"])
    func tablesNameAll(subject: String) throws {
      let cells = Article.all.flatMap { article in
        article.tables(marked: "names").filter { $0.name == subject }.flatMap { table in
          article.lines[table.range].filter { $0.hasPrefix("| ") }.dropFirst().map {
            $0.dropFirst(2).split(separator: " |")[0]
          }
        }
      }
      let names = Set(cells.flatMap { $0.replacing("`", with: "").split(separator: ", ").map(String.init) })
      #expect(try names == Self.names(of: subject))
    }

    private static func names(of subject: String) throws -> Set<String> {
      switch subject {
      case "scene keys": Set(KeyTable.scene.names)
      case "row keys": Set(KeyTable.row.names)
      case "item keys": Set(KeyTable.item.names)
      case "control keys": Set(ControlRequest.keys)
      // `tuples` is in the events of a daemon only, which another table describes.
      case "event fields": Set(EventLine.keys).subtracting(["tuples"])
      case "exit codes": Set(["0"] + CommandExitCode.allCases.map { "\($0.rawValue)" })
      case "lints": Set(Lint.names)
      default: throw Problem("nothing has \(subject)")
      }
    }
  }
}
