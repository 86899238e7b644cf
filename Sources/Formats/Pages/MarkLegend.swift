internal import Layout
internal import Marbles
public import Scenes

/// What the marks mean that a scene has in its diagrams and in its picture: for `marbled explain` and the documentation.
public struct MarkLegend: Hashable, Sendable {
  /// A mark and what it says.
  public struct Mark: Hashable, Sendable {
    /// The characters of the mark.
    public var sign: String
    /// A clause without a period.
    public var meaning: String
  }

  /// The marks of the diagrams that ``MarbleSheet`` prints.
  public let diagrams: [Mark]
  /// The marks of the picture at its end, apart from its marbles and lines.
  public let picture: [Mark]

  /// Finds the marks of a scene in its complete recording.
  public init(of recording: Recording, in scene: Scene) {
    diagrams = Self.diagrams(in: MarbleSheet.print(recording, of: scene))
    picture = Self.picture(of: recording, in: scene)
  }

  // MARK: Diagrams

  private static func diagrams(in sheet: String) -> [Mark] {
    let rows = sheet.split(separator: "\n").dropFirst().map { $0.drop { $0 != " " } }.joined(separator: "\n")
    let quoted = /'[^']*'/
    let bare = rows.replacing(quoted, with: "")
    let all = [
      ("-", "a step of time", bare.contains("-")),
      ("|", "the row finishes", bare.contains("|")),
      ("^", "the row fails", bare.contains("^")),
      ("[ ]", "what is inside comes at one instant", bare.contains("[")),
      ("' '", "one value, whose text is longer than one character", rows.contains(quoted)),
      ("1.5s", "a time without values", bare.contains(#/\ [0-9.]+m?s\b/#)),
      ("@", "the time of what is before it, in seconds", bare.contains("@")),
    ]
    return all.filter(\.2).map { Mark(sign: $0.0, meaning: $0.1) }
  }

  // MARK: Picture

  /// The most values that a meaning names.
  private static let most = 4

  private static func picture(of recording: Recording, in scene: Scene) -> [Mark] {
    let fates = EventFates(of: recording, in: scene)
    let waits = OpenWaits(of: recording, in: scene, fates)
    let rows = recording.rows.indices
    let marks = rows.flatMap { RowMark.all(ofRow: $0, in: recording) }
    let kinds = Set(marks.map(\.kind))
    let unused = rows.flatMap { row in
      recording.rows[row].timeline.events.indices.filter { fates.drop(row: row, at: $0) != nil }
        .map { recording.rows[row].timeline.events[$0].value }
    }
    let inner = recording.rows.flatMap(\.inner)
    let ends = recording.rows.map(\.timeline.end)
    let isHeld = rows.contains { row in
      waits.held(byRow: row, at: recording.duration, since: .zero).contains { !$0.isLimit }
    }
    let dropped = marks.filter { $0.kind == .drop }.compactMap(\.value)
    let isLinked = recording.rows.contains { $0.timeline.events.contains { !$0.from.isEmpty } }
    let all = [
      ("┊ ┊", "a dotted marble is a value that reached no output: \(list(unused))", !unused.isEmpty),
      ("×", "a value that an operator drops, where it came: \(list(dropped))", kinds.contains(.drop)),
      ("↺", "an operator starts its wait or its stream again", kinds.contains(.again)),
      ("◷", "a time limit is over", kinds.contains(.timeout)),
      ("▾", "a value of another stream opens, ends or triggers the output", kinds.contains(.signal)),
      ("━", "an operator holds a value, and waits", isHeld),
      ("├ └", "the streams that an operator makes, each with its value", !inner.isEmpty),
      ("╱", "a stream is cancelled", inner.contains { if case .cancelled = $0.end { true } else { false } }),
      ("┃", "a stream finishes", ends.contains { if case .finish = $0 { true } else { false } }),
      ("╳", "a stream fails", ends.contains { if case .error = $0 { true } else { false } }),
      ("┊", "a dotted line leads from inputs to the newest output", isLinked),
    ]
    return all.filter(\.2).map { Mark(sign: $0.0, meaning: $0.1) }
  }

  /// `2`, `3` and 2 more
  private static func list(_ values: [Value]) -> String {
    var names = values.prefix(most).map { "`\(DisplayText.shortened($0.description, to: 40))`" }
    if values.count > most { names.append("\(values.count - most) more") }
    return listed(names)
  }
}
