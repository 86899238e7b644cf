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
    guard !keepsColors, let words else { return "marbled play - <<'MARBLED'\n\(yaml)MARBLED" }
    return words.map(Self.quotedForShell).joined(separator: " ")
  }

  /// The arguments; nil when flags can't express the scene.
  private var words: [String]? {
    let firstOutput = rows.firstIndex { $0.expression != nil } ?? rows.endIndex
    guard kind == .timelines, backdrop == nil, dialect == .marbled,
      rows[firstOutput...].allSatisfy({ $0.expression != nil })
    else {
      return nil
    }
    var words = ["marbled", "play"]
    for row in rows[firstOutput...] {
      guard row.consumingTime == nil, let source = row.expression?.source else { return nil }
      words.append("\(row.name) = \(source)")
    }
    for row in rows[..<firstOutput] {
      if row.live == Live(), rows.count(where: { $0.live != nil }) == 1 {
        words += ["-i", "\(row.name)=-"]
        continue
      }
      guard let input = row.input, input.start == .hot else { return nil }
      guard let spec = input.spec(row: row.name, step: step) else { return nil }
      words += ["-i", "\(row.name)=\(spec)"]
    }
    if step != .seconds(1) { words += ["--step", DurationNotation.print(step)] }
    if order != .inTurn { words += ["--order", "\(order)"] }
    if let duration { words += ["--duration", DurationNotation.print(duration)] }
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
