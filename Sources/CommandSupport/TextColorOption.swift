package import ArgumentParser
internal import Foundation
package import Terminal

/// `--color` of commands that print text for people. ``TextColors`` reads it, also for errors.
package struct TextColorOption: ParsableArguments {
  @Option(help: "Use of colours in text. (default: auto)")
  package var color: ColorChoice?

  package init() {}
}

/// Whether the text of this process has colours.
enum TextColors {
  /// By `--color`, then by the environment, then by `color:` of the preferences: as for pictures.
  private static let choice: ColorChoice = {
    let words = Array(CommandLine.arguments.prefix { $0 != "--" })
    for (index, word) in words.enumerated().reversed() {
      if ["--no-color", "--no-colour"].contains(word) { return .never }
      for name in ["--color", "--colour"] {
        let value =
          word == name
          ? words.dropFirst(index + 1).first : word.hasPrefix(name + "=") ? String(word.dropFirst(name.count + 1)) : nil
        if let choice = value.flatMap(ColorChoice.init) { return choice }
      }
    }
    let environment = ProcessInfo.processInfo.environment
    let isSaid = ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR"].contains { environment[$0]?.isEmpty == false }
    return isSaid ? .auto : Preferences.find(environment).color ?? .auto
  }()

  /// Whether text to a stream has colours.
  static func areOn(isTerminal: Bool) -> Bool {
    Capabilities(color: choice, environment: ProcessInfo.processInfo.environment, isTTY: isTerminal).colorDepth != .none
  }
}
