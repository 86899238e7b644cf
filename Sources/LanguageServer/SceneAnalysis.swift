internal import Marbles
package import Playback
internal import SceneFiles
internal import Scenes

/// The work of finding what is wrong with a version of a document: it parses its scenes, plays them, and compares their rows
/// with what is expected.
///
/// Its runs have the budget of `check`, rather than the small one of runs for anyone: an editor shows documents of its user, and
/// must say what `check` says.
public struct SceneAnalysis: Hashable, Sendable {
  let document: TextDocument

  /// How long an analysis may take; it holds up those of other documents.
  package static let timeLimit = Duration.seconds(10)
  /// The maximum number of diagnostics of a document.
  private static let mostDiagnostics = 100

  /// Something that is wrong with a range of the text.
  struct Diagnostic: Hashable, Sendable {
    enum Severity: Int {
      case error = 1
      case warning = 2
    }

    var range: Range<Int>
    var severity: Severity
    var message: String
    /// The message with its place, as `marbled check` prints it.
    var report: String
  }

  /// What is wrong.
  public struct Findings: Hashable, Sendable {
    let uri: String
    let version: Int
    var diagnostics: [Diagnostic] = []
    /// What a person reads of a check.
    var report = ""

    mutating func add(_ found: [Diagnostic]) {
      diagnostics += found
      report += found.map { "\($0.report)\n" }.joined()
    }
  }

  /// Does the work; `cancellation` stops it.
  package func findings(_ cancellation: Cancellation) -> Findings {
    var findings = Findings(uri: document.uri, version: document.version)
    guard !document.isTooLong else {
      let message = "the document has more than \(TextDocument.longest >> 20) MiB; `marbled check` reads it"
      findings.add([Diagnostic(range: 0..<0, severity: .warning, message: message, report: message)])
      return findings
    }
    let text = document.text
    let source = SourceText(text, path: document.path)
    var rows = 0
    for scene in scenes(of: text) {
      if cancellation.isSet || findings.diagnostics.count >= Self.mostDiagnostics { break }
      do throws(SceneFileError) {
        let file = try scene.parsed(path: document.path)
        rows += file.expectations.count
        findings.add(differences(of: file, source, cancellation))
      } catch {
        let message = error.message + (error.help.map { "\nhelp: \($0)" } ?? "")
        let range = source.word(line: error.line, column: error.column)
        findings.add([Diagnostic(range: range, severity: .error, message: message, report: error.description)])
      }
    }
    findings.report += Self.summary(of: rows, findings.diagnostics.count)
    return findings
  }

  private static func summary(of rows: Int, _ problems: Int) -> String {
    switch (rows, problems) {
    case (_, 1): "1 problem"
    case (_, 2...): "\(problems) problems"
    case (0, _): "no row has `expect:`"
    case (1, _): "1 row agrees"
    default: "\(rows) rows agree"
    }
  }

  /// A scene of the document, before it is parsed.
  private enum Source {
    case file(String)
    case block(MarkdownScene, MarkdownDocument)
    case refused(SceneFileError)

    func parsed(path: String) throws(SceneFileError) -> SceneFile {
      switch self {
      case .file(let text): return try SceneFile(parsing: text, path: path)
      case .block(let block, let document): return try SceneFile(block, of: document)
      case .refused(let error): throw error
      }
    }
  }

  private func scenes(of text: String) -> [Source] {
    guard document.isMarkdown else { return SceneFile.mayBeScene(text) ? [.file(text)] : [] }
    do throws(SceneFileError) {
      let markdown = try MarkdownDocument(parsing: text, path: document.path)
      return markdown.scenes.map { .block($0, markdown) }
    } catch {
      return [.refused(error)]
    }
  }

  /// The rows of a scene that differ from what is expected.
  private func differences(of file: SceneFile, _ source: SourceText, _ cancellation: Cancellation) -> [Diagnostic] {
    let rows: [CheckReport.Row]
    do throws(CheckReport.Problem) { rows = try Checker().rows(of: file, cancellation) } catch {
      let message = error.message.split(separator: ": error: ", maxSplits: 1).last.map(String.init) ?? error.message
      let range = source.word(line: file.block?.line ?? 1, column: 1)
      return [Diagnostic(range: range, severity: .error, message: message, report: error.message)]
    }
    return rows.filter { !$0.agrees }.prefix(Self.mostDiagnostics).compactMap { row in
      let end = row.location.range.upperBound
      switch row.outcome {
      case .agrees: return nil
      case .differs(let mismatch):
        let start = source.offset(line: mismatch.line, column: mismatch.column)
        let message = "\(mismatch.difference)\n\(mismatch.picture(width: 80))"
        return Diagnostic(
          range: start..<max(start + 1, end), severity: .warning, message: message,
          report: "\(document.path):\(mismatch.line):\(mismatch.column): error: \(message)")
      case .stopped(let error):
        let message = "\(row.name): the scene was stopped: \(error)"
        return Diagnostic(
          range: row.location.range, severity: .warning, message: message,
          report: "\(document.path):\(row.location.line):\(row.location.column): error: \(message)")
      }
    }
  }
}

extension SourceText {
  /// The word that begins at a line and a column, or the character there.
  fileprivate func word(line: Int, column: Int) -> Range<Int> {
    let start = offset(line: line, column: column)
    var end = start
    while end < bytes.count, bytes[end].isWordByte { end += 1 }
    if end == start, end < bytes.count, SourceText.breakLength(in: bytes, at: end) == 0 { end += 1 }
    return start..<end
  }
}

extension UInt8 {
  /// Whether names may have it; each byte of a character beyond ASCII counts.
  var isWordByte: Bool {
    switch self {
    case 48...57, 65...90, 97...122, UInt8(ascii: "_"), 0x80...: true
    default: false
    }
  }
}
