internal import Marbles
internal import Narrations
package import SceneFiles
internal import Scenes

extension CheckReportText {
  /// What a lint has found: the place, the sentence, what to do and what shows it, without a final line feed.
  package static func warning(_ lint: CheckReport.LintFinding, in file: CheckReport.File) -> String {
    let known = lint.finding.lint
    return """
      \(file.path):\(lint.line):\(lint.column): lint: \(lint.finding.sentence) [\(known.name)]
        help: \(known.advice)
        see: marbled play \(known.example)
      """
  }

  /// `2 lints`; nil when nothing looked for them.
  static func lintSummary(of report: CheckReport) -> String? {
    guard report.files.contains(where: { $0.lints != nil }) else { return nil }
    return report.lints == 0 ? "no lint" : report.lints == 1 ? "1 lint" : "\(report.lints) lints"
  }
}
