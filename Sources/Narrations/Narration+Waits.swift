public import Marbles
internal import Operators
internal import Scenes

extension Narration {
  /// A value that an operator held: what a wait trail is drawn from.
  public struct Wait: Hashable, Sendable {
    /// The id of the event whose value was held.
    public var source: String
    /// When that event was.
    public var from: SceneTime
    /// When the value came out.
    public var to: SceneTime

    /// Creates a wait.
    public init(source: String, from: SceneTime, to: SceneTime) {
      self.source = source
      self.from = from
      self.to = to
    }
  }

  /// What an output event's values waited: for `debounce`, `delay`, `throttle`, `sample`, `zip`, `chunked`, `chunks`,
  /// `chain`, `joined`, `min`, `max`, `receive` and `reduce`, by themselves or with operators around that hand values on.
  ///
  /// An older value that an operator uses again, as `combineLatest` does, has not waited.
  ///
  /// - Returns: one for each event of `from` that was earlier; none for an event that is not there.
  public func waits(of id: String) -> [Wait] {
    guard let position = position(of: id), let call = calls[position.row], call.holds else { return [] }
    let event = event(at: position)
    let past = Past(self, through: event.time)
    return event.from.compactMap(past.part).filter { !$0.isNew }.map {
      Wait(source: $0.event.id, from: $0.event.time, to: event.time)
    }
  }
}

extension Plan {
  /// Operators that hold values, and give each of them once.
  private static let holding: Set<String> = [
    "chain", "chunked", "chunks", "debounce", "delay", "joined", "max", "min", "receive", "reduce", "sample",
    "throttle", "zip",
  ]
  /// Operators that give values at once, and each of them once.
  private static let transparent = passing.union([
    "compactMap", "ignoreElements", "interspersed", "map", "merge", "race", "startWith",
  ])

  /// Whether a source that is older than what came of it has waited all that time: none of its operators gives a value
  /// twice, or begins something with it.
  var holdsOrPasses: Bool {
    switch self {
    case .row, .diagram, .values: true
    case .rows(let plans): plans.allSatisfy(\.holdsOrPasses)
    case .call(let name, _, _, _, _):
      (Self.holding.contains(name) || Self.transparent.contains(name)) && valueStreams.allSatisfy(\.holdsOrPasses)
    }
  }
}
