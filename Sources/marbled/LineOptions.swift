import ArgumentParser
import CommandSupport
import Marbles
import Scenes

/// The options that say how the lines of live rows become events.
struct LineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use a member of each JSON line as the value, as in hits=.price.", valueName: "name=path"),
    transform: FlagValue.rowPath)
  var value: [RowPath] = []

  @Option(
    help: ArgumentHelp(
      """
      The member of each JSON line that holds the time at the source, as in hits=.ts. marbled shows how old each value \
      is by that time.
      """, valueName: "name=path"),
    transform: FlagValue.rowPath)
  var time: [RowPath] = []

  @Option(
    help: ArgumentHelp("The member of each JSON line that holds the id of the event.", valueName: "name=path"),
    transform: FlagValue.rowPath)
  var id: [RowPath] = []

  @Option(
    help: ArgumentHelp("Unit of the times at the source. (default: guessed from each time)", valueName: "unit"))
  var timeUnit: TimeUnit?

  @Option(help: ArgumentHelp("Read the lines of this live row as JSON.", valueName: "name"))
  var json: [String] = []

  @Option(help: ArgumentHelp("Read the lines of this live row as text.", valueName: "name"))
  var text: [String] = []

  /// Applies the options to the live rows of a scene.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - isAlone: whether an unknown row is an error, rather than a row of another scene.
  func apply(to scene: inout Scene, isAlone: Bool) throws {
    func change(_ row: String, _ flag: String, _ body: (inout LineSettings) -> Void) throws {
      guard let position = scene.position(of: row) else {
        guard isAlone else { return }
        let names = scene.rows.map(\.name)
        throw CommandFailure(.usage, "\(flag): no row is called `\(row)`\(Suggestion.clause(for: row, among: names))")
      }
      guard case .live(var live) = scene.rows[position].content else {
        throw CommandFailure(.usage, "\(flag): row `\(row)` is not live; its events have no lines")
      }
      body(&live.lines)
      scene.rows[position].content = .live(live)
    }
    for path in value { try change(path.row, "--value") { $0.value = path.path } }
    for path in time { try change(path.row, "--time") { $0.time = path.path } }
    for path in id { try change(path.row, "--id") { $0.id = path.path } }
    for row in json { try change(row, "--json") { $0.form = .json } }
    for row in text { try change(row, "--text") { $0.form = .text } }
    guard let timeUnit else { return }
    for path in time { try change(path.row, "--time-unit") { $0.timeUnit = timeUnit } }
  }
}
