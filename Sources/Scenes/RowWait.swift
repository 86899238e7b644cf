internal import Expressions
public import Marbles

/// What an output row of a live scene holds back, and what it waits for.
public struct RowWait: Hashable, Sendable {
  /// Values of a row that the output has taken and not yet emitted.
  public struct Held: Hashable, Sendable {
    /// The name of the row.
    public var row: String
    /// The number of values.
    public var count: Int
  }

  /// What it holds, in the order of its expression.
  public private(set) var held: [Held] = []
  /// The rows whose next value, or whose end, lets it emit; empty when only time has to pass.
  public private(set) var waitsFor: [String] = []
  /// Whether it waits for the end of these rows.
  public private(set) var isForEnd = false
  /// When the oldest value that it holds arrived.
  public private(set) var since = SceneTime.zero

  /// Operators that take values in pairs.
  private static let pairing: Set<String> = ["zip"]
  /// Operators that need a value of each stream before they emit.
  private static let gathering: Set<String> = ["combineLatest", "withLatestFrom"]
  /// Operators that hold the newest value, for a time or until another stream emits.
  private static let keepingNewest: Set<String> = ["debounce", "throttle", "sample"]
  /// Operators that hold all values for a time, or until there are enough of them.
  private static let keepingAll: Set<String> = ["delay", "chunks", "chunked", "receive"]
  /// Operators that emit at the end of their stream.
  private static let untilEnd: Set<String> = ["reduce", "max", "min"]
  /// Operators that emit one value for each value, at once.
  private static let direct: Set<String> = ["map", "animation", "mapError"]

  /// Finds out what an output row holds; nil when it holds nothing, or when its expression does not show it.
  ///
  /// - Parameters:
  ///   - position: the position of the output row.
  ///   - recording: the events so far.
  ///   - scene: the scene with the expressions.
  public init?(ofRow position: Int, in recording: Recording, of scene: Scene) {
    guard scene.rows.indices.contains(position), recording.rows.indices.contains(position),
      recording.rows[position].timeline.end == .open, let plan = scene.rows[position].expression?.plan,
      let (name, streams) = Self.combination(plan)
    else { return nil }
    let rows = streams.map { Self.row(of: $0).flatMap(scene.position(of:)) }
    let newest = recording.rows[position].timeline.events.last?.from.newest(1000) ?? []
    /// How many values of a row have come after the newest one that became part of an event.
    func pending(_ row: Int) -> Int {
      recording.rows[row].count - ((newest.filter { $0.row == row }.map(\.index).max() ?? -1) + 1)
    }
    func isOpen(_ row: Int) -> Bool { recording.rows[row].timeline.end == .open }
    let known = rows.compactMap(\.self)
    guard let first = known.first else { return nil }
    switch name {
    case _ where Self.pairing.contains(name):
      guard known.count == rows.count else { return nil }
      hold(known.map { ($0, pending($0)) }, in: recording)
      waitsFor = known.filter { pending($0) == 0 && isOpen($0) }.map { scene.rows[$0].name }
    case _ where Self.gathering.contains(name):
      guard known.count == rows.count, newest.isEmpty else { return nil }
      hold(known.map { ($0, min(1, recording.rows[$0].count)) }, in: recording)
      waitsFor = known.filter { recording.rows[$0].count == 0 && isOpen($0) }.map { scene.rows[$0].name }
    case _ where Self.keepingNewest.contains(name):
      hold([(first, min(1, pending(first)))], in: recording)
      if name == "sample" { waitsFor = known.dropFirst().map { scene.rows[$0].name } }
    case _ where Self.keepingAll.contains(name):
      hold([(first, pending(first))], in: recording)
    case _ where Self.untilEnd.contains(name):
      hold([(first, recording.rows[first].count)], in: recording)
      (waitsFor, isForEnd) = ([scene.rows[first].name], true)
    case "chain":
      guard known.count == rows.count, let current = known.first(where: isOpen) else { return nil }
      hold(known.drop { $0 != current }.dropFirst().map { ($0, recording.rows[$0].count) }, in: recording)
      (waitsFor, isForEnd) = ([scene.rows[current].name], true)
    default: return nil
    }
    guard !held.isEmpty else { return nil }
  }

  private mutating func hold(_ counts: [(row: Int, count: Int)], in recording: Recording) {
    var oldest: SceneTime?
    for (row, count) in counts where count > 0 {
      held.append(Held(row: recording.rows[row].name, count: count))
      let events = recording.rows[row].timeline.events
      let place = max(0, events.count - count)
      if events.indices.contains(place) { oldest = min(oldest ?? events[place].time, events[place].time) }
    }
    since = oldest ?? .zero
  }

  /// The outermost operator that holds values, and its streams.
  private static func combination(_ plan: Plan) -> (name: String, streams: [Plan])? {
    guard case .call(let name, _, let receiver, let arguments, _) = plan else { return nil }
    let streams =
      (receiver.map { [$0] } ?? [])
      + arguments.flatMap { argument -> [Plan] in
        switch argument {
        case .stream(let plan): [plan]
        case .streams(let plans): plans
        default: []
        }
      }
    let isHolding = [pairing, gathering, keepingNewest, keepingAll, untilEnd].contains { $0.contains(name) }
    if isHolding || name == "chain" { return (name, streams) }
    return streams.count == 1 ? combination(streams[0]) : nil
  }

  /// The row whose values a stream passes on one by one; nil for another stream.
  private static func row(of plan: Plan) -> String? {
    switch plan {
    case .row(let name, _): name
    case .call(let name, _, let receiver?, _, _) where direct.contains(name): row(of: receiver)
    default: nil
    }
  }

  /// `holds 3 of a, waits for b, 12 s`
  ///
  /// - Parameter time: the scene time at which it is said.
  public func text(at time: SceneTime) -> String {
    var parts = ["holds " + held.map { "\($0.count) of \($0.row)" }.joined(separator: ", ")]
    if !waitsFor.isEmpty {
      parts.append("waits for \(isForEnd ? "the end of " : "")\(waitsFor.joined(separator: " and "))")
    }
    parts.append("\(max(0, (time - since).nanoseconds) / 1_000_000_000) s")
    return parts.joined(separator: ", ")
  }
}
