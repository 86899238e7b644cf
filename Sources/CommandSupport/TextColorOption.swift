package import ArgumentParser
internal import Foundation
package import Terminal

/// `--color` of commands that print text for people.
///
/// Text asks ``TextColors``, which reads the words of the process: an error of the parser has colours, too, and then there is no
/// parsed option. The parser refuses unknown values.
package struct TextColorOption: ParsableArguments {
  @Option(help: "Use of colours in text. (default: auto)")
  package var color: ColorChoice?

  package init() {}
}

/// Whether the text of this process has colours.
enum TextColors {
  private static let choice: ColorChoice = {
    let environment = ProcessInfo.processInfo.environment
    return ColorChoice(
      option: ColorChoice(words: Array(CommandLine.arguments.dropFirst())), environment,
      preference: Preferences.find(environment).color)
  }()

  /// Whether text to a stream has colours.
  static func areOn(isTerminal: Bool) -> Bool {
    Capabilities(color: choice, environment: ProcessInfo.processInfo.environment, isTTY: isTerminal).colorDepth != .none
  }
}

extension ColorChoice {
  /// What decides about the colours of text and pictures: an option, then the environment, then the preferences of the user.
  ///
  /// - Parameter preference: the key `color:` of the preferences; read only if nothing else decides.
  init(option: ColorChoice?, _ environment: [String: String], preference: @autoclosure () -> ColorChoice?) {
    let isSaid = ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR"].contains { environment[$0]?.isEmpty == false }
    self = option ?? (isSaid ? nil : preference()) ?? .auto
  }

  /// The value of the last `--color` in the words of a command line, as the parser reads it; nil without one.
  init?(words: [String]) {
    let words = words.prefix { $0 != "--" }.map(OptionAliases.common)
    let values = words.indices.compactMap { index -> ColorChoice? in
      let value =
        words[index] == "--color"
        ? words[(index + 1)...].first
        : words[index].hasPrefix("--color=") ? String(words[index].dropFirst("--color=".count)) : nil
      return value.flatMap(ColorChoice.init)
    }
    guard let last = values.last else { return nil }
    self = last
  }
}
