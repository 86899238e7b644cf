package import ArgumentParser
package import Drawing
internal import Foundation
package import Player
package import Terminal

/// How pictures look: shared by every command that draws.
package struct DisplayOptions: ParsableArguments {
  @Option(
    help: """
      When to use colours, and how many: \(ColorChoice.allCases.map(\.rawValue).joined(separator: ", ")). (default: auto)
      """)
  package var color: ColorChoice?

  @Flag(inversion: .prefixedNo, help: "Draw with ASCII characters only.")
  package var ascii: Bool?

  @Option(
    help: """
      The colours: \(Theme.Name.allCases.map(\.rawValue).joined(separator: ", ")). (default: dark, or light where the \
      terminal's background is)
      """)
  package var theme: Theme.Name?

  @Option(
    help: """
      Whose lines to draw, to what became of them: \
      \(Connector.Choice.allCases.map(\.rawValue).joined(separator: ", ")). (default: selected)
      """)
  package var connectors: Connector.Choice?

  @Flag(
    name: .customLong("ghosts"), inversion: .prefixedNo,
    help: "Show input before it happens, and make it hollow when nothing came of it. (default: --ghosts)")
  package var showsGhosts: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Show everything at once where it happens, whatever its animation; MARBLED_REDUCED_MOTION=1 does, too.")
  package var reducedMotion: Bool?

  package init() {}

  /// How pictures look by flags, then the environment, then what the user prefers.
  package func look(_ preferences: Preferences) -> Look {
    let environment = ProcessInfo.processInfo.environment
    let isSaid = ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR"].contains { environment[$0]?.isEmpty == false }
    return Look(
      color: color ?? (isSaid ? nil : preferences.color) ?? .auto, isASCII: ascii ?? preferences.ascii ?? false,
      themeName: theme ?? preferences.theme, connectors: connectors ?? preferences.connectors ?? .selected,
      showsGhosts: showsGhosts ?? !(preferences.hidesGhosts ?? false),
      reducesMotion: reducedMotion
        ?? (environment["MARBLED_REDUCED_MOTION"] == "1" || preferences.reducesMotion ?? false),
      environment: environment)
  }
}
