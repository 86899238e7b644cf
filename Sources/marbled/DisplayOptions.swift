import ArgumentParser
import Foundation
import Scenes
import Stage
import Terminal

/// How pictures look: shared by every command that draws.
struct DisplayOptions: ParsableArguments {
  @Option(help: "When to use colours, and how many: \(ColorChoice.allCases.map(\.rawValue).joined(separator: ", ")).")
  var color: ColorChoice = .auto

  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  @Option(help: "The colours: \(Theme.Name.allCases.map(\.rawValue).joined(separator: ", ")).")
  var theme: Theme.Name = .dark

  @Option(
    help:
      "Whose lines to draw, to what became of them: \(Connector.Choice.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var connectors: Connector.Choice = .selected

  @Flag(
    name: .customLong("no-ghosts"),
    help: "Don't show input before it happens, nor make it hollow when nothing came of it.")
  var hidesGhosts = false

  @Flag(help: "Show everything at once where it happens, whatever its animation; MARBLED_REDUCED_MOTION=1 does, too.")
  var reducedMotion = false

  /// A stage that looks as the flags say.
  func stage(for scene: Scene, plan: Recording, glyphs: GlyphSet, depth: ColorDepth = .truecolor) -> Stage {
    var stage = Stage(scene: scene, plan: plan, theme: .named(theme).adapted(to: depth), glyphs: glyphs)
    stage.connectors = connectors
    stage.showsGhosts = !hidesGhosts
    if reducedMotion || ProcessInfo.processInfo.environment["MARBLED_REDUCED_MOTION"] == "1" {
      stage.reducesMotion = true
    }
    return stage
  }

  /// What the terminal can do, by flags and environment.
  func capabilities(isTTY: Bool) -> Capabilities {
    Capabilities(color: color, ascii: ascii, environment: ProcessInfo.processInfo.environment, isTTY: isTTY)
  }
}
