package import ArgumentParser
package import Drawing
internal import Foundation
package import Terminal

/// The options for the appearance of pictures, shared by every command that draws.
package struct DisplayOptions: ParsableArguments {
  @Option(help: "Use of colours. (default: auto)")
  package var color: ColorChoice?

  @Flag(inversion: .prefixedNo, help: "Draw with ASCII characters only.")
  package var ascii: Bool?

  @Option(help: "Theme. (default: dark, or light on a light background)")
  package var theme: Theme.Name?

  @Option(help: "Which events get connector lines. (default: selected)")
  package var connectors: Connector.Choice?

  @Option(
    help: ArgumentHelp(
      """
      Maximum width of a marble, in columns: from \(Self.marbleWidths.lowerBound) to \
      \(Self.marbleWidths.upperBound). (default: \(SceneDrawing.defaultMarbleWidth))
      """, valueName: "n"))
  package var marbleWidth: Int?

  /// The widths of ``marbleWidth``.
  static let marbleWidths = 3...200

  @Flag(
    name: .customLong("ghosts"), inversion: .prefixedNo,
    help: "Show input values before they are emitted, and mark those that reached no output. (default: --ghosts)")
  package var showsGhosts: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Show values and lines at once, without motion. MARBLED_REDUCED_MOTION=1 does the same.")
  package var reducedMotion: Bool?

  package init() {}

  package mutating func validate() throws {
    guard let marbleWidth, !Self.marbleWidths.contains(marbleWidth) else { return }
    let (least, most) = (Self.marbleWidths.lowerBound, Self.marbleWidths.upperBound)
    throw ValidationError("--marble-width is \(marbleWidth); expected a number from \(least) to \(most)")
  }

  /// The look by flags, then the environment, then the user's preferences.
  package func settings(_ preferences: Preferences) -> DisplaySettings {
    let environment = ProcessInfo.processInfo.environment
    return DisplaySettings(
      color: ColorChoice(option: color, environment, preference: preferences.color),
      isASCII: ascii ?? preferences.ascii ?? false,
      themeName: theme ?? preferences.theme, connectors: connectors ?? preferences.connectors ?? .selected,
      marbleWidth: marbleWidth ?? preferences.marbleWidth ?? SceneDrawing.defaultMarbleWidth,
      showsGhosts: showsGhosts ?? !(preferences.hidesGhosts ?? false),
      reducesMotion: reducedMotion
        ?? (environment["MARBLED_REDUCED_MOTION"] == "1" || preferences.reducesMotion ?? false),
      environment: environment)
  }
}
