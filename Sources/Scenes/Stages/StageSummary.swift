public import Marbles
public import Operators

/// What a stage did with all values of a run, in numbers.
public struct StageSummary: Hashable, Sendable {
  /// Why values were dropped, and how many.
  public struct Drops: Hashable, Sendable {
    /// Why.
    public var reason: OperatorNote.Reason
    /// How many.
    public var count: Int
  }

  /// The number of its iterations: more than one in closures, and behind `retry` and `repeated`.
  public var passes = 0
  /// The values that it read, from all its sources.
  public var taken = 0
  /// The values that it read from the streams that its closure returned.
  public var takenInner = 0
  /// The values that it gave.
  public var given = 0
  /// The values that it dropped, by reason, in order of their first time.
  public var drops: [Drops] = []
  /// The values that decided something, or were counted into a result.
  public var used = 0
  /// The values that it still held when it ended, and dropped by that.
  public var ended = 0
  /// The values that it still held when its reader left it, and dropped by that.
  public var cancelled = 0
  /// The values that it held at the end of the run.
  public var held = 0
  /// The most values that it held between two instants.
  public var mostHeld = 0
  /// The longest time between a request of its reader and the answer.
  public var longestWait = SceneTime.zero
  /// The longest time between an answer and the next request of its reader.
  public var longestPause = SceneTime.zero

  /// All values that were dropped.
  public var dropped: Int { drops.reduce(0) { $0 + $1.count } }
}

extension StageFates {
  /// What each stage did, by position. Takes time linear in the number of events, and sorts them.
  public func summaries() -> [StageSummary] {
    var summaries = [StageSummary](repeating: StageSummary(), count: stage.count)
    var changes = [[SceneTime: Int]](repeating: [:], count: stage.count)
    for (number, pass) in stages.passes.enumerated() {
      if case .stage(let own) = pass.stream {
        summaries[own].passes += 1
        summaries[own].given += pass.events.count
        for (index, request) in pass.requests.enumerated() {
          guard let answered = request.answered else { continue }
          summaries[own].longestWait = max(summaries[own].longestWait, answered - request.asked)
          // A request after the end is none.
          guard index + 1 < pass.asked.count, index < pass.events.count else { continue }
          summaries[own].longestPause = max(summaries[own].longestPause, pass.asked[index + 1] - answered)
        }
      }
      guard let reader = pass.reader, case .stage(let taker) = stages.passes[reader].stream else { continue }
      let isInner = pass.depth > stages.passes[reader].depth
      if isInner {
        summaries[taker].takenInner += pass.events.count
      } else {
        summaries[taker].taken += pass.events.count
      }
      for (index, event) in pass.events.enumerated() {
        let place = Place(pass: number, index: index)
        count(place, in: &summaries[taker])
        changes[taker][event.time, default: 0] += 1
        if let settled = settled(place) { changes[taker][settled, default: 0] -= 1 }
      }
    }
    for (position, changes) in changes.enumerated() {
      var held = 0
      for change in changes.sorted(by: { $0.key < $1.key }) {
        held += change.value
        summaries[position].mostHeld = max(summaries[position].mostHeld, held)
      }
    }
    return summaries
  }

  private func count(_ place: Place, in summary: inout StageSummary) {
    switch fate(of: place, at: .distantFuture) {
    case .shown, .given: break
    case .decided, .counted: summary.used += 1
    case .ended:
      let end = stages.passes[place.pass].reader.map { stages.passes[$0].end }
      if case .cancelled? = end { summary.cancelled += 1 } else { summary.ended += 1 }
    case .held: summary.held += 1
    case .dropped(let note):
      guard let reason = self.note(at: note).note.reason else { return }
      if let index = summary.drops.firstIndex(where: { $0.reason == reason }) {
        summary.drops[index].count += 1
      } else {
        summary.drops.append(StageSummary.Drops(reason: reason, count: 1))
      }
    }
  }
}
