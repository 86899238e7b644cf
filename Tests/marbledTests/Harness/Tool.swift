import Foundation
import TestSupport
import Testing

/// A program of others that judges ours, and that a machine may lack.
enum Tool: String, CaseIterable {
  case asciinema, bash, chromium, cmatrix, curl, tmux, xmllint
  /// Draws an SVG without a browser.
  case rsvg = "rsvg-convert"
  /// A server with streams.
  case redis = "redis-server"
  /// For rules of Prometheus.
  case promtool
  /// Runs hooks before a commit, in repositories of git.
  case preCommit = "pre-commit"
  /// For the code of the viewer page.
  case node
  /// For scripts of the project.
  case python = "python3"
  /// A terminal emulator, as a module of Python.
  case pyte

  /// What ends well where it is installed.
  private var probe: [String] {
    switch self {
    case .cmatrix, .tmux: [rawValue, "-V"]
    case .pyte: ["python3", "-c", "import pyte"]
    case .asciinema, .bash, .chromium, .curl, .node, .preCommit, .promtool, .python, .redis, .rsvg, .xmllint:
      [rawValue, "--version"]
    }
  }

  var isInstalled: Bool {
    // Debian has cmatrix where games are.
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin") + ":/usr/games"
    // asciinema writes into its home even when it only tells its version.
    guard let home = try? TemporaryFolder() else { return false }
    return (try? run("/usr/bin/env", probe, environment: ["PATH": path, "HOME": home.path]).ending) == .exited(0)
  }

  var advice: Comment {
    switch self {
    case .pyte: "pyte is missing: python3 -m pip install pyte==0.8.2"
    case .promtool: "promtool is missing: apt-get install prometheus"
    case .python: "python3 is missing: apt-get install python3"
    case .node: "node is missing: apt-get install nodejs"
    case .preCommit: "pre-commit is missing: apt-get install pre-commit"
    case .redis: "redis-server is missing: apt-get install redis-server"
    case .rsvg: "rsvg-convert is missing: apt-get install librsvg2-bin"
    case .xmllint: "xmllint is missing: apt-get install libxml2-utils"
    case .asciinema, .bash, .chromium, .cmatrix, .curl, .tmux: "\(rawValue) is missing: apt-get install \(rawValue)"
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves the test out where the program is missing; in CI ``ToolTests`` fail there.
  static func needs(_ tool: Tool) -> Self { .enabled(if: tool.isInstalled, tool.advice) }
}

@Suite(.ownThread) struct ToolTests {
  private static let isCI = ProcessInfo.processInfo.environment["CI"] != nil

  @Test(
    "In CI no test is left out for want of a program", .enabled(if: isCI, "CI is not set"), arguments: Tool.allCases)
  func installed(tool: Tool) { #expect(tool.isInstalled, tool.advice) }
}
