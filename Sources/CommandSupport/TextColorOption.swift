package import ArgumentParser
internal import Foundation
package import Terminal

/// `--color` of commands that print text for people.
package struct TextColorOption: ParsableArguments {
  @Option(help: "Use of colours in text. (default: auto)")
  package var color: ColorChoice?

  package init() {}
}

extension ColorChoice {
  /// Whether text is coloured that goes to a terminal or elsewhere: by the flag, then by NO_COLOR, CLICOLOR_FORCE and FORCE_COLOR.
  package static func colorsText(_ choice: ColorChoice?, isTerminal: Bool) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    switch choice {
    case .never: return false
    case .auto, nil:
      func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
      if isSet("NO_COLOR") { return false }
      if isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR") { return true }
      return isTerminal && environment["TERM"] != "dumb"
    default: return true
    }
  }
}
