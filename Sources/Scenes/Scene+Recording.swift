internal import Expressions
public import Marbles
public import Operators

extension Scene {
  /// Runs the scene, for tests, fuzzers and benchmarks alone: nothing can stop it. Everything else performs a
  /// ``BoundedRun``, which a test checks.
  ///
  /// - Throws: ``SceneError`` when the scene can't be played or had to be stopped.
  public func recorded(catalogue: Catalogue = .standard) throws(SceneError) -> Recording {
    try BoundedRun(self, catalogue: catalogue).perform().get()
  }

  /// Whether the scene may never finish because of its outputs, also because of ones that continue while an input is
  /// open.
  func mayGoOn(with catalogue: Catalogue) -> Bool {
    let withOpenInputs = rows.contains { $0.timeline?.end == .open }
    return rows.contains { $0.expression?.isEndless(in: catalogue, withOpenInputs: withOpenInputs) == true }
  }

  /// The last instant with an external cause: an input event, or the last request of a demand-driven consumer, at its
  /// diagram's last mark.
  var latestCause: SceneTime {
    let inputs = rows.compactMap { $0.timeline?.latest }
    return (inputs + rows.compactMap { demand(of: $0)?.demand.last }).max() ?? .zero
  }

  /// The diagram that gives the times of requests to `row`; nil for a row without such a diagram.
  func demand(of row: Row) -> Diagram? { dialect == .asv ? row.expectation?.diagram : nil }

  /// The number of events that an output row of a live scene retains: the largest capacity of its live rows.
  private var capacityOfOutputs: Int { rows.compactMap { $0.live?.capacity }.max() ?? Live.defaultCapacity }

  /// The last scene time of a playhead.
  ///
  /// - Parameter plan: the recording of the whole run.
  package func end(of plan: Recording) -> SceneTime { isLive ? duration ?? .distantFuture : plan.duration }

  /// The recording before any output: inputs complete up to `horizon` or the scene's duration, outputs empty.
  public func emptyRecording(until horizon: SceneTime? = nil) -> Recording {
    let horizon = horizon ?? duration
    let capacity = isLive ? capacityOfOutputs : nil
    let rows = rows.map { row in
      Recording.Row(
        name: row.name, expression: row.expression?.source,
        timeline: row.coloredTimeline?.prefix(through: horizon ?? .distantFuture) ?? Timeline(end: .open),
        capacity: row.timeline == nil ? row.live?.capacity ?? capacity : nil)
    }
    return Recording(
      rows: rows, duration: horizon ?? rows.map(\.timeline.latest).max() ?? (isEndless ? Self.endlessShare : .zero))
  }
}
