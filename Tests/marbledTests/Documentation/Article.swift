import Foundation
import TestSupport
import Testing

/// README.md, or an article of a DocC catalog.
struct Article: Sendable, CustomTestStringConvertible {
  /// The path from the root of the package.
  var path: String
  var lines: [String]

  var testDescription: String { path }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

  /// README.md and all articles, except the pages of operators, which ``OperatorArticle`` computes.
  static let all: [Article] = {
    let folder = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
    let found = (folder?.allObjects as? [String] ?? []).filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
      .filter { !$0.contains(OperatorArticle.folder) }.map { "Sources/\($0)" }
    return (["README.md"] + found.sorted()).map(Article.init)
  }()

  init(_ path: String) {
    self.path = path
    lines = ((try? Self.text(path)) ?? "").components(separatedBy: "\n")
  }

  /// The text of a file of the package.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}

/// A code block between two lines of three backquotes.
struct CodeBlock {
  /// The language; empty for a picture or a message.
  var language: String
  var lines: [String]
  /// `README.md:30`, the line of its first backquotes.
  var place: String
  /// The name in a comment at its top, or in the sentence before it, as in "Save this as `pairs.yaml`".
  var fileName: String?

  var text: String { lines.joined(separator: "\n") + "\n" }
}

extension Article {
  var blocks: [CodeBlock] {
    var blocks: [CodeBlock] = []
    var open: CodeBlock?
    var sentence = ""
    for (index, line) in lines.enumerated() {
      if var block = open {
        guard line == "```" else {
          open?.lines.append(line)
          continue
        }
        let comment = block.lines.first?.wholeMatch(of: /# ([\w-]+\.yaml)/)?.1
        let saved = sentence.firstMatch(of: /[Ss]ave this .*`([\w-]+\.yaml)`/)?.1
        block.fileName = (comment ?? saved).map(String.init)
        blocks.append(block)
        open = nil
      } else if line.hasPrefix("```") {
        open = CodeBlock(language: String(line.dropFirst(3)), lines: [], place: "\(path):\(index + 1)")
      } else if !line.isEmpty {
        sentence = line
      }
    }
    return blocks
  }
}

extension Article {
  /// A table between `<!-- table: NAME -->` and `<!-- end -->`. With `names:` instead of `table:`, only the names in its
  /// first column are the program's.
  struct Table {
    var name: String
    /// The lines between the two marks.
    var range: Range<Int>
  }

  /// The tables that the program computes.
  var tables: [Table] { tables(marked: "table") }

  /// The tables after a mark, `table` or `names`.
  func tables(marked mark: String) -> [Table] {
    var tables: [Table] = []
    var open: (name: String, start: Int)?
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("<!-- \(mark): ") {
        open = (String(line.dropFirst("<!-- \(mark): ".count).dropLast(" -->".count)), index + 1)
      } else if line == "<!-- end -->", let begun = open {
        tables.append(Table(name: begun.name, range: begun.start..<index))
        open = nil
      }
    }
    return tables
  }
}
