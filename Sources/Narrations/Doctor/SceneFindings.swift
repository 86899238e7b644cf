internal import Marbles
public import Scenes

/// What the doctor finds in a scene, as pictures and pages tell it: in the order of the rows, without what the scene allows, and
/// without ``Lint/orderOfTies``, which needs runs in other orders.
public struct SceneFindings: Hashable, Sendable {
  /// A finding, and the row that it is about.
  public struct Entry: Hashable, Sendable {
    /// The name of the row.
    public let row: String
    /// The mistake, and what happened.
    public let finding: Finding

    /// What happened, as a sentence.
    public var sentence: String { "\(finding.sentence)." }

    /// What to do, as a sentence.
    public var advice: String { "\(finding.lint.advice.prefix(1).uppercased())\(finding.lint.advice.dropFirst())." }
  }

  /// The findings; empty for a live scene, and for one whose run is too large, see ``examines(_:)``.
  public let entries: [Entry]

  /// No findings.
  public init() { entries = [] }

  /// - Parameters:
  ///   - recording: a recording of the whole scene, with the stages of all rows.
  ///   - scene: the recorded scene.
  ///   - style: the style of the sentences.
  public init(in recording: Recording, of scene: Scene, style: Narration.Style = .written) {
    guard Self.examines(recording) else {
      entries = []
      return
    }
    entries = Doctor(of: recording, scene, style: style).findings.filter { scene.allowedLints[$0.lint] == nil }
      .map { Entry(row: scene.rows[$0.row].name, finding: $0) }
  }

  /// The most events, streams and passes of a run that is examined beside a picture: that takes milliseconds.
  private static let most = 2_000

  /// Whether a recording is small enough to be examined beside a picture. `check --lint` examines each.
  public static func examines(_ recording: Recording) -> Bool {
    var rest = most
    return recording.rows.allSatisfy { row in
      rest -= row.timeline.events.count + row.inner.reduce(0) { $0 + $1.events.count + 1 }
      rest -= row.stages?.passes.reduce(0) { $0 + $1.events.count + 1 } ?? 0
      return rest >= 0
    }
  }

  /// Each finding as a paragraph: its name, what happened, what to do, and the scene to see.
  public var lines: [String] {
    entries.map { entry in
      let lint = entry.finding.lint
      return "Finding \(lint.name): \(entry.sentence) \(entry.advice) See: marbled play \(lint.example)"
    }
  }

  /// Whether there are none.
  public var isEmpty: Bool { entries.isEmpty }

  /// Whether one is about a row.
  public func concern(_ row: String) -> Bool { entries.contains { $0.row == row } }
}
