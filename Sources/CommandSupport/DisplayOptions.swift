package import ArgumentParser
package import Drawing
internal import Foundation
package import Player
package import Terminal

/// The options for the appearance of pictures, shared by every command that draws.
package struct DisplayOptions: ParsableArguments {
  @Option(
    help: """
      Use of colours: \(ColorChoice.allCases.map(\.rawValue).joined(separator: ", ")). (default: auto)
      """)
  package var color: ColorChoice?

  @Flag(inversion: .prefixedNo, help: "Draw with ASCII characters only.")
  package var ascii: Bool?

  @Option(
    help: """
      Theme: \(Theme.Name.allCases.map(\.rawValue).joined(separator: ", ")). (default: dark, or light on \
      a light background)
      """)
  package var theme: Theme.Name?

  @Option(
    help: """
      Which events get connector lines: \
      \(Connector.Choice.allCases.map(\.rawValue).joined(separator: ", ")). (default: selected)
      """)
  package var connectors: Connector.Choice?

  @Flag(
    name: .customLong("ghosts"), inversion: .prefixedNo,
    help: "Show inputs before they happen, and mark inputs that reached no output. (default: --ghosts)")
  package var showsGhosts: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Show values at once, without animation. MARBLED_REDUCED_MOTION=1 does the same.")
  package var reducedMotion: Bool?

  package init() {}

  /// The look by flags, then the environment, then the user's preferences.
  package func settings(_ preferences: Preferences) -> DisplaySettings {
    let environment = ProcessInfo.processInfo.environment
    let isSaid = ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR"].contains { environment[$0]?.isEmpty == false }
    return DisplaySettings(
      color: color ?? (isSaid ? nil : preferences.color) ?? .auto, isASCII: ascii ?? preferences.ascii ?? false,
      themeName: theme ?? preferences.theme, connectors: connectors ?? preferences.connectors ?? .selected,
      showsGhosts: showsGhosts ?? !(preferences.hidesGhosts ?? false),
      reducesMotion: reducedMotion
        ?? (environment["MARBLED_REDUCED_MOTION"] == "1" || preferences.reducesMotion ?? false),
      environment: environment)
  }
}
