import Client
import CommandSupport
import Drawing
import Foundation
import Operators
import SceneFiles
import Scenes
import Server
import TestSupport
import Testing
import Wire

extension EndToEnd {
  /// The tables of articles are those of the program. `UPDATE_SNAPSHOTS=1 swift test --filter TableTests` writes them.
  @Suite struct TableTests {
    @Test(arguments: Article.all.filter { !$0.tables.isEmpty })
    func tablesAreThoseOfTheProgram(article: Article) throws {
      var written = article.lines
      for table in article.tables.reversed() {
        let lines = Array(article.lines[table.range])
        let computed = try Self.table(named: table.name, keepingRowsOf: lines)
        if Snapshot.isUpdating {
          written.replaceSubrange(table.range, with: computed.lines)
        } else {
          #expect(lines == computed.lines, "\(article.path): \(table.name)")
        }
      }
      try Snapshot.update(article.path, written.joined(separator: "\n"))
    }

    private static func table(named name: String, keepingRowsOf lines: [String]) throws -> MarkdownTable {
      let marbled = try CommandHelp.of("marbled")
      let play = marbled.flags(of: "play")
      switch name {
      case "commands":
        let commands = (marbled.subcommands ?? []).filter { $0.commandName != "help" }
        return MarkdownTable(
          columns: ["Command", "What it does"], rows: commands.map { [$0.commandName.asCode, $0.abstract ?? ""] })
      case "operators": return operators
      case "scene flags": return flags(play.filter { $0.sectionTitle == "What to play" })
      case "display flags": return flags(play.filter { $0.sectionTitle == "How it looks" })
      case "play flags": return flags(play.filter { $0.sectionTitle == nil })
      case "render flags": return flags(marbled.flags(of: "render").filter { $0.sectionTitle == nil })
      case "check flags": return flags(marbled.flags(of: "check"))
      case "keys":
        return MarkdownTable(columns: ["Key", "Action"], rows: KeyBinding.all.map { [$0.name, $0.meaning] })
      case "preferences": return try preferences(play)
      case "configuration keys": return configurationKeys
      case "control commands":
        return MarkdownTable(
          columns: ["Command", "What it does"],
          rows: ControlRequest.verbs.map { [$0.usage.asCode, $0.help.asSentence] })
      case "shipped scenes": return try shippedScenes(lines)
      default: throw Problem("no table is called `\(name)`")
      }
    }

    /// One row per flag; a flag and its opposite share a row, as they share their sentence.
    private static func flags(_ arguments: [CommandHelp.Argument]) -> MarkdownTable {
      var rows: [[String]] = []
      for argument in arguments {
        let value = argument.kind == "option" ? " " + (argument.valueName ?? "").uppercased() : ""
        let names = (argument.names ?? []).map { ($0.text + value).asCode }.joined(separator: ", ")
        let sentence = argument.abstract ?? ""
        if rows.last?[1] == sentence {
          rows[rows.count - 1][0] += ", " + names
        } else {
          rows.append([names, sentence])
        }
      }
      return MarkdownTable(columns: ["Flag", "Meaning"], rows: rows)
    }

    /// The keys of the user's file, each with the sentence of its flag.
    private static func preferences(_ flags: [CommandHelp.Argument]) throws -> MarkdownTable {
      let rows = try Preferences.keys.map { key in
        let flag = try #require(
          flags.first { ($0.names ?? []).contains { $0.name == ConfigurationKey.flag(of: key) } }, "\(key)")
        return [key.asCode, key == "noGhosts" ? "`true` is `--no-ghosts`." : flag.abstract ?? ""]
      }
      return MarkdownTable(columns: ["Key", "Meaning"], rows: rows)
    }

    private static var configurationKeys: MarkdownTable {
      MarkdownTable(
        columns: ["Key", "Meaning", "Default", "Applies after"],
        rows: ConfigurationKey.all.map { key in
          [key.name.asCode, key.help, (key.defaultText ?? "").asCode, key.appliesOnReload ? "a reload" : "a restart"]
        })
    }

    private static var operators: MarkdownTable {
      MarkdownTable(
        columns: ["Operator", "Example", "What it does", "RxJS"],
        rows: Operator.Category.allCases.flatMap { category in
          Catalogue.standard.operators.filter { $0.category == category }.map { called in
            let mark = called.origin == .marbled ? " ◆" : ""
            return [
              "<doc:\(called.name)>\(mark)", called.sample.expression.asCode, called.summary,
              (called.rxName ?? "").asCodes,
            ]
          }
        })
    }

    /// The scenes that the article lists here, each with its sentence.
    private static func shippedScenes(_ lines: [String]) throws -> MarkdownTable {
      MarkdownTable(
        columns: ["Scene", "What it shows"],
        rows: try names(in: lines).map { name in
          let file = try #require(try SceneLibrary.shipped.file(named: name), "no scene is called \(name)")
          return [name.asCode, file.scene.about]
        })
    }

    private static func names(in lines: [String]) -> [String] {
      lines.compactMap { $0.firstMatch(of: /^\| `([\w-]+)` \|/)?.1 }.map(String.init)
    }

    /// The list of scenes in a terminal has the groups of the article.
    @Test func theGroupsOfScenesAreThoseOfTheArticle() throws {
      let article = Article("Sources/marbled/Documentation.docc/ShippedScenes.md")
      let headings = article.lines.enumerated().filter { $1.hasPrefix("## ") }
      let tables = article.tables.filter { $0.name == "shipped scenes" }
      #expect(tables.count == SceneGroup.allCases.count)
      for (table, group) in zip(tables, SceneGroup.allCases) {
        #expect(headings.last { $0.offset < table.range.lowerBound }?.element == "## \(group.rawValue)")
        #expect(Self.names(in: Array(article.lines[table.range])) == group.names)
      }
    }

    @Test func eachShippedSceneIsInOneTable() throws {
      let names = Article.all.flatMap { article in
        article.tables.filter { $0.name == "shipped scenes" }.flatMap { Self.names(in: Array(article.lines[$0.range])) }
      }
      #expect(names.sorted() == SceneLibrary.shipped.names)
      let gallery = try Article.text("Sources/marbled/Documentation.docc/ShippedScenes.md")
      #expect(gallery.contains("\(names.count) scenes are part of the program"))
    }
  }
}
