internal import Expressions
public import Marbles
internal import Operators

/// What an output row of a live scene holds, what it leaves at its sources, and what it waits for.
public struct RowWait: Hashable, Sendable {
  /// A number of values of a row.
  public struct Values: Hashable, Sendable {
    /// The name of the row.
    public var row: String
    /// The number of values.
    public var count: Int
  }

  /// Values that it has read, and neither emitted nor dropped, in the order of its expression.
  public private(set) var held: [Values] = []
  /// Values that wait at their source, as it has not asked for them yet, in the order of its expression.
  public private(set) var unread: [Values] = []
  /// The rows whose next value, or whose end, lets it emit; empty when only time has to pass.
  public private(set) var waitsFor: [String] = []
  /// Whether it waits for the end of these rows.
  public private(set) var isForEnd = false
  /// When the oldest of these values arrived.
  public private(set) var since = SceneTime.zero

  /// Finds out what an output row holds; nil when nothing waits, or when its expression does not show it.
  ///
  /// - Parameters:
  ///   - position: the position of the output row.
  ///   - recording: the events so far.
  ///   - scene: the scene with the expressions.
  public init?(ofRow position: Int, in recording: Recording, of scene: Scene) {
    guard scene.rows.indices.contains(position), recording.rows.indices.contains(position),
      recording.rows[position].timeline.end == .open, let plan = scene.rows[position].expression?.plan,
      let call = Self.holdingCall(in: plan)
    else { return nil }
    let inputs = call.inputs.map { (use: $0.semantics, row: Self.row(of: $0.plan).flatMap(scene.position(of:))) }
    let data = inputs.filter { $0.use.role == .data }.compactMap { input in input.row.map { (use: input.use, row: $0) }
    }
    // What waits in a channel or a stream may go to another row.
    guard !data.contains(where: { scene.rows[$0.row].input?.start.isSent == true }) else { return nil }
    guard data.count == inputs.count(where: { $0.use.role == .data }), let first = data.first else { return nil }
    let newest = recording.rows[position].timeline.events.last?.from.newest(1000) ?? []
    func count(_ row: Int) -> Int { recording.rows[row].count }
    /// How many values of a row have come after the newest one that became part of an event.
    func pending(_ row: Int) -> Int {
      count(row) - ((newest.filter { $0.row == row }.map(\.index).max() ?? -1) + 1)
    }
    func isOpen(_ row: Int) -> Bool { recording.rows[row].timeline.end == .open }
    if first.use.reading == .inTurn {
      guard let current = data.firstIndex(where: { isOpen($0.row) }) else { return nil }
      add(data[(current + 1)...].map { ($0.row, 0, count($0.row)) }, in: recording)
      (waitsFor, isForEnd) = ([scene.rows[data[current].row].name], true)
    } else {
      // What has emitted once has values of all its streams.
      if data.contains(where: { $0.use.holding == .latest }), !newest.isEmpty { return nil }
      let counts = data.map { use, row in
        switch use.holding {
        case .nothing, .previous, .queue: (row: row, held: 0, unread: 0)
        case .newest, .first: (row: row, held: min(1, pending(row)), unread: 0)
        case .latest: (row: row, held: min(1, count(row)), unread: 0)
        case .next: (row: row, held: min(1, pending(row)), unread: max(0, pending(row) - 1))
        case .all: (row: row, held: pending(row), unread: 0)
        case .result: (row: row, held: count(row), unread: 0)
        }
      }
      add(counts, in: recording)
      switch call.semantics.trigger {
      case .partners: waitsFor = counts.filter { $0.held == 0 && isOpen($0.row) }.map { scene.rows[$0.row].name }
      case .signal:
        waitsFor = inputs.filter { $0.use.role == .signal }.compactMap { $0.row.map { scene.rows[$0].name } }
      case .end: (waitsFor, isForEnd) = ([scene.rows[first.row].name], true)
      case .demand, .neighbor, .count, .timer, .time: break
      }
    }
    guard !held.isEmpty || !unread.isEmpty else { return nil }
  }

  private mutating func add(_ counts: [(row: Int, held: Int, unread: Int)], in recording: Recording) {
    var oldest: SceneTime?
    for (row, held, unread) in counts where held + unread > 0 {
      let name = recording.rows[row].name
      if held > 0 { self.held.append(Values(row: name, count: held)) }
      if unread > 0 { self.unread.append(Values(row: name, count: unread)) }
      let events = recording.rows[row].timeline.events
      let place = max(0, events.count - held - unread)
      if events.indices.contains(place) { oldest = min(oldest ?? events[place].time, events[place].time) }
    }
    since = oldest ?? .zero
  }

  /// The outermost operator that holds values, or lets streams wait for others.
  private static func holdingCall(in plan: Plan) -> PlannedCall? {
    guard case .call(let call) = plan else { return nil }
    let inputs = call.inputs
    if inputs.contains(where: { $0.semantics.reading == .inTurn || $0.semantics.holding.isForLater }) { return call }
    return inputs.count == 1 ? holdingCall(in: inputs[0].plan) : nil
  }

  /// The row whose values a stream passes on one by one; nil for another stream.
  private static func row(of plan: Plan) -> String? {
    switch plan {
    case .row(let name, _): return name
    case .call(let call):
      let (semantics, inputs) = (call.semantics, call.inputs)
      guard inputs.count == 1, semantics.isPrompt, [.unchanged, .new].contains(semantics.result),
        semantics.makes == nil, semantics.drops.isEmpty, !semantics.mayFinishEarly,
        inputs[0].semantics.holding == .nothing
      else { return nil }
      return row(of: inputs[0].plan)
    default: return nil
    }
  }

  /// `holds 1 of a, 2 of a at the source, waits for b, 12 s`
  ///
  /// - Parameter time: the scene time at which it is said.
  public func text(at time: SceneTime) -> String {
    func listed(_ values: [Values]) -> String { values.map { "\($0.count) of \($0.row)" }.joined(separator: ", ") }
    var parts: [String] = []
    if !held.isEmpty { parts.append("holds \(listed(held))") }
    if !unread.isEmpty { parts.append("\(listed(unread)) at the source") }
    if !waitsFor.isEmpty {
      parts.append("waits for \(isForEnd ? "the end of " : "")\(waitsFor.joined(separator: " and "))")
    }
    parts.append("\(max(0, (time - since).nanoseconds) / 1_000_000_000) s")
    return parts.joined(separator: ", ")
  }
}

extension OperatorSemantics.Holding {
  /// Whether values wait for something other than the consumer.
  fileprivate var isForLater: Bool {
    switch self {
    case .nothing, .previous, .queue: false
    case .newest, .first, .next, .latest, .all, .result: true
    }
  }
}
