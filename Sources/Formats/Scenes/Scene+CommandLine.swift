internal import Expressions
internal import Marbles
internal import SceneFiles
public import Scenes

extension Scene {
  /// A command line that plays this scene: `marbled play 'zip(a, b)' -i a='1-2|' -i b='x-y|'`.
  ///
  /// Properties without a flag (ids, colours, cold rows, shown stages, expectations of other dialects) are omitted if the rows stay
  /// the same; otherwise the command is `marbled play -` with the scene as a here-document.
  public var commandLine: String { commandLine(keepsColors: false) }

  /// A command line that plays this scene.
  ///
  /// - Parameter keepsColors: whether the colours of events and rows matter, which flags can't express.
  public func commandLine(keepsColors: Bool) -> String {
    guard !keepsColors, let words = words(of: "play") else { return "marbled play - <<'MARBLED'\n\(yaml)MARBLED" }
    return words.map(Self.quotedForShell).joined(separator: " ")
  }

  /// A command line that does in a pipe what this live scene does, without a picture: `marbled run 'a.map { $0 }' -i a=-`.
  /// One that plays it, if flags can't express the scene.
  public var filterCommandLine: String {
    guard isLive, let words = words(of: "run") else { return commandLine }
    return words.map(Self.quotedForShell).joined(separator: " ")
  }

  /// The arguments; nil when flags can't express the scene.
  ///
  /// - Parameter command: `play`, or `run`, which takes no flags that concern pictures.
  private func words(of command: String) -> [String]? {
    let firstOutput = rows.firstIndex { $0.expression != nil } ?? rows.endIndex
    guard kind == .timelines, backdrop == nil, dialect == .marbled,
      isLive || rows[firstOutput...].allSatisfy({ $0.expression != nil })
    else {
      return nil
    }
    var words = ["marbled", command]
    for row in rows where row.expression != nil {
      guard row.consumingTime == nil, let source = row.expression?.source else { return nil }
      words.append("\(row.name) = \(source)")
    }
    for row in rows where row.expression == nil {
      if let live = row.live {
        guard let flags = live.flags(of: row.name, isAlone: rows.count { $0.live != nil } == 1) else { return nil }
        words += flags
        continue
      }
      guard let input = row.input, input.start == .hot else { return nil }
      guard let spec = input.spec(row: row.name, step: step) else { return nil }
      words += ["-i", "\(row.name)=\(spec)"]
    }
    if step != .seconds(1) { words += ["--step", DurationNotation.print(step)] }
    if order != .inTurn { words += ["--order", "\(order)"] }
    if let duration { words += ["--duration", DurationNotation.print(duration)] }
    guard command == "play" else { return words }
    if let window { words += ["--window", DurationNotation.print(window)] }
    if speedFactor != 1 { words += ["--speed-factor", String(speedFactor.value)] }
    if refreshInterval != Self.defaultRefreshInterval {
      words += ["--refresh-interval", DurationNotation.print(SceneTime(refreshInterval))]
    }
    for row in rows {
      guard let interval = row.refreshInterval else { continue }
      words += ["--row-refresh", "\(row.name)=\(DurationNotation.print(SceneTime(interval)))"]
    }
    for row in rows {
      if row.form != .timeline { words += ["--show", "\(row.name)=\(row.form.rawValue)"] }
      if let label = row.label { words += ["--label", "\(row.name)=\(label.text)"] }
      if let colorBy = row.colorBy { words += ["--color-by", "\(row.name)=\(colorBy.text)"] }
    }
    if loops { words.append("--loop") }
    if reducesMotion { words.append("--reduced-motion") }
    return words
  }

  /// A word quoted for a POSIX shell.
  static func quotedForShell(_ word: String) -> String {
    let isSafe =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "-_./:=@%+,".utf8.contains(byte)
        }
      }
    return isSafe ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}

extension Scene.Live {
  /// The flags that make a row live; nil when flags can't express it.
  ///
  /// - Parameters:
  ///   - row: the name of the row.
  ///   - isAlone: whether no other row is live, so that standard input can feed a row that names no source.
  fileprivate func flags(of row: String, isAlone: Bool) -> [String]? {
    guard capacity == Self.defaultCapacity, !restarts, let source = source ?? (isAlone ? "-" : nil) else { return nil }
    var flags = ["-i", "\(row)=\(source)"]
    if let form = lines.form { flags += ["--lines", "\(row)=\(form.text)"] }
    for (flag, path) in [("--value", lines.value), ("--time", lines.time), ("--id", lines.id)] {
      if let path { flags += [flag, "\(row)=\(path)"] }
    }
    if let unit = lines.timeUnit { flags += ["--time-unit", unit.rawValue] }
    return flags
  }
}

extension Scene.Input {
  /// The value of `-i NAME=`; nil when it can't express the timeline.
  fileprivate func spec(row: String, step: SceneTime) -> String? {
    if let random, random == RandomTimeline(seed: random.seed) { return "random:\(random.seed)" }
    let text = timeline.diagram(step: step)
    guard let read = try? Diagram.parse(text, row: row, step: step).timeline, read.saysTheSame(as: timeline) else {
      return nil
    }
    let isDiagramByItself =
      !text.isEmpty
      && !["@", "tail:", "exec:", "tap:", "redis:", "rediss:", "random:", "diagram:"].contains { text.hasPrefix($0) }
    return isDiagramByItself && text != "-" ? text : "diagram:" + text
  }
}

extension Timeline {
  /// Whether values, times and the end are the same, regardless of ids and colours.
  fileprivate func saysTheSame(as other: Timeline) -> Bool {
    end == other.end && events.count == other.events.count
      && zip(events, other.events).allSatisfy { $0.time == $1.time && $0.value == $1.value }
  }
}
