import CommandSupport
import Inputs
import Marbles
import Scenes

extension SceneOptions {
  /// The events of a file: those of an event file, or, with `--time` or `--lines` for the row, the lines of any other file at
  /// their own times.
  func input(from path: String, row: String, color: MarbleColor) throws -> Scene.Input {
    guard let settings = settingsOfFile(row) else { return try TimedNDJSON.input(path, row: row, color: color) }
    let lines = try TimedLines(path, row: row, settings: settings, color: color)
    for remark in lines.remarks { StandardStreams.printError("note: row \(row): \(remark)") }
    return lines.input
  }

  /// How the lines of a file that is the row become events; nil without `--time` and `--lines`.
  private func settingsOfFile(_ row: String) -> LineSettings? {
    guard (time.map(\.row) + lines.map(\.row)).contains(row) else { return nil }
    var settings = LineSettings()
    settings.value = value.last { $0.row == row }?.path
    settings.time = time.last { $0.row == row }?.path
    settings.id = id.last { $0.row == row }?.path
    settings.timeUnit = timeUnit
    settings.form = lines.last { $0.row == row }?.form ?? (json.contains(row) ? .json : nil)
    return settings
  }

  /// The rows that are files with times.
  private var timedFiles: Set<String> {
    let names = inputs.compactMap { text -> String? in
      guard let spec = try? InputSpec(parsing: text), case .file = spec.source, !spec.isLive else { return nil }
      return settingsOfFile(spec.name) == nil ? nil : spec.name
    }
    return Set(names)
  }

  /// Applies the options that say how the lines of live rows become events.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - isAlone: whether an unknown row is an error, rather than a row of another scene.
  func applyLineOptions(to scene: inout Scene, isAlone: Bool) throws {
    let files = timedFiles
    func change(_ row: String, _ flag: String, _ body: (inout LineSettings) -> Void) throws {
      if files.contains(row) { return }
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
