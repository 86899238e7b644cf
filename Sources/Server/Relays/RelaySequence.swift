internal import Wire

/// Decides which entries of a show to use, and detects missing changes.
struct RelaySequence: Sendable {
  /// What an entry says.
  enum Step: Hashable, Sendable {
    /// Something else is shown from now on.
    case start(ViewerSnapshot, PlayheadMotion, run: String, sequence: Int)
    /// A change with its number.
    case change(StreamEvent, sequence: Int)
    /// The position of the playhead; it is known from the changes already.
    case motion(PlayheadMotion)
    /// The daemon that plays has shut down.
    case ended
    /// Changes are missing; nothing is used before the next snapshot or checkpoint.
    case missed
  }

  /// The run that is followed; nil before the first snapshot, and when changes are missing.
  private(set) var run: String?
  /// The number of the newest change.
  private(set) var sequence = 0

  /// Reads the next entry.
  ///
  /// - Returns: what it says, in order.
  mutating func take(_ entry: RelayEntry) -> [Step] {
    var steps: [Step] = []
    for line in entry.lines.split(separator: "\n") {
      guard let (number, event) = StreamEvent.numbered(line) else { continue }
      switch event {
      case .snapshot(_, let motion)? where entry.kind == .checkpoint && entry.run == run:
        // The changes after it have entries of their own, which may come later: they don't follow the newest that is known.
        return [.motion(motion)]
      case .snapshot(let snapshot, let motion)?: steps += start(entry, snapshot, motion, number ?? 0)
      case .end? where entry.run == run: steps.append(.ended)
      case let event:
        guard let number else { continue }
        let step = change(event, number, of: entry.run)
        steps += [step].compactMap(\.self)
        if step == .missed { return steps }
      }
    }
    return steps
  }

  private mutating func start(
    _ entry: RelayEntry, _ snapshot: ViewerSnapshot, _ motion: PlayheadMotion, _ number: Int
  ) -> [Step] {
    // A daemon that could not reach the server may have written it twice.
    if entry.run == run, number <= sequence { return [] }
    (run, sequence) = (entry.run, number)
    return [.start(snapshot, motion, run: entry.run, sequence: number)]
  }

  /// A change that is new; nil for one that is known, or of no use before a snapshot.
  private mutating func change(_ event: StreamEvent?, _ number: Int, of run: String) -> Step? {
    guard self.run != nil else { return nil }
    guard run == self.run, number <= sequence + 1 else {
      self.run = nil
      return .missed
    }
    guard number > sequence else { return nil }
    sequence = number
    // A later release may know more kinds.
    return event.map { .change($0, sequence: number) }
  }
}
