import ArgumentParser
import Foundation
import Terminal

/// How pictures look: shared by every command that draws.
struct DisplayOptions: ParsableArguments {
  @Option(help: "When to use colours, and how many: \(ColorChoice.allCases.map(\.rawValue).joined(separator: ", ")).")
  var color: ColorChoice = .auto

  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  /// What the terminal can do, by flags and environment.
  func capabilities(isTTY: Bool) -> Capabilities {
    Capabilities(color: color, ascii: ascii, environment: ProcessInfo.processInfo.environment, isTTY: isTTY)
  }
}
