import TestSupport
import Testing

/// A program that a test needs and a machine may lack.
enum Tool: String {
  case curl
  /// For the code of the viewer page.
  case node

  var isInstalled: Bool { (try? run("/usr/bin/env", [rawValue, "--version"]).ending) == .exited(0) }

  var advice: Comment { "\(rawValue) is missing: apt-get install \(self == .node ? "nodejs" : rawValue)" }
}

extension Trait where Self == ConditionTrait {
  /// Leaves the test out where the program is missing.
  static func needs(_ tool: Tool) -> Self { .enabled(if: tool.isInstalled, tool.advice) }
}
