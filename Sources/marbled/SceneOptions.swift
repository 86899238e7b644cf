import ArgumentParser
import Inputs
import Marbles
import Scenes

/// What to play: shared by every command that plays something.
struct SceneOptions: ParsableArguments {
  @Argument(help: "A scene, an operator (plays its sample), a row given by -i, or an expression: 'zip(a, b)'.")
  var targets: [String] = []

  @Option(
    name: .customShort("i"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Add a row, or replace the scene's: a diagram, or @FILE of timed NDJSON.", valueName: "name=spec"))
  var inputs: [String] = []

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How long one character of a diagram takes.", valueName: "duration"),
    transform: FlagValue.duration)
  var step: SceneTime?

  @Option(
    help: ArgumentHelp(
      "How diagrams are read: \(Dialect.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "dialect"))
  var dialect: Dialect = .marbled

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Stop at this scene time.", valueName: "duration"),
    transform: FlagValue.duration)
  var duration: SceneTime?

  @Option(
    name: [.customLong("speed-factor"), .customLong("speed")], parsing: .unconditional,
    help: ArgumentHelp("Scene seconds a wall second.", valueName: "x"), transform: FlagValue.speedFactor)
  var speedFactor: Double?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The least time between two redraws of a row.", valueName: "duration"),
    transform: FlagValue.duration)
  var refreshInterval: SceneTime?

  @Option(
    name: .customLong("row-refresh"),
    help: ArgumentHelp("A row's own refresh interval, as in zip=200ms.", valueName: "name=duration"),
    transform: FlagValue.rowRefresh)
  var rowRefresh: [RowRefresh] = []

  /// The scene that was asked for, with every flag applied.
  func scene() throws -> Scene {
    var scene = try SceneRequest(targets: targets, inputs: try timelines()).scene()
    if let step { scene.step = step }
    if let duration { scene.duration = duration }
    if let speedFactor { scene.speedFactor = speedFactor }
    if let refreshInterval { scene.refreshInterval = Duration(refreshInterval) }
    for refresh in rowRefresh {
      guard let position = scene.position(of: refresh.row) else {
        let names = scene.rows.map(\.name)
        throw Failure(
          .usage, "--row-refresh: no row is called `\(refresh.row)`\(Suggestion.clause(for: refresh.row, among: names))"
        )
      }
      scene.rows[position].refreshInterval = Duration(refresh.interval)
    }
    return scene
  }

  private func timelines() throws -> [(name: String, timeline: Timeline)] {
    var timelines: [(name: String, timeline: Timeline)] = []
    for (index, text) in inputs.enumerated() {
      let spec = try InputSpec(parsing: text)
      if timelines.contains(where: { $0.name == spec.name }) {
        throw Failure(.usage, "the input `\(spec.name)` is given twice")
      }
      let color = MarbleColor.forInput(index)
      switch spec.source {
      case .diagram(let diagram):
        let parsed = try Diagram.parse(
          diagram, row: spec.name, step: step ?? .seconds(1), dialect: dialect, color: color)
        timelines.append((spec.name, parsed.timeline))
      case .file(let path):
        timelines.append((spec.name, try TimedNDJSON.read(path, row: spec.name, color: color)))
      }
    }
    return timelines
  }
}
