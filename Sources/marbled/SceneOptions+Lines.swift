import CommandSupport
import Marbles
import Scenes

extension SceneOptions {
  /// Applies the options that say how the lines of live rows become events.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - isAlone: whether an unknown row is an error, rather than a row of another scene.
  func applyLineOptions(to scene: inout Scene, isAlone: Bool) throws {
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
    for lines in lines { try change(lines.row, "--lines") { $0.form = lines.form } }
    for row in json { try change(row, "--json") { $0.form = .json } }
    for row in text { try change(row, "--text") { $0.form = .text } }
    guard let timeUnit else { return }
    for path in time { try change(path.row, "--time-unit") { $0.timeUnit = timeUnit } }
  }
}
