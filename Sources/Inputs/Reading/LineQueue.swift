internal import DequeModule

/// Lines that were read and wait, in order, for room in their row.
struct LineQueue {
  private var lines: Deque<LineReader.Line> = []
  private let handlers: LiveSource.Handlers
  /// Made once: each line that is passed on has it.
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - handlers: take the lines.
  ///   - registration: the source, which gets a turn when there is room again.
  init(_ handlers: LiveSource.Handlers, _ registration: ReadLoop.Registration) {
    self.handlers = handlers
    wake = { registration.wake() }
  }

  var isEmpty: Bool { lines.isEmpty }

  mutating func append(_ new: some Sequence<LineReader.Line>) { lines.append(contentsOf: new) }

  /// Passes lines on until the row is full.
  ///
  /// - Returns: whether none is left; otherwise the source is woken when there is room.
  mutating func pass() -> Bool {
    while let line = lines.first {
      guard handlers.onLine(line, wake) else { return false }
      lines.removeFirst()
    }
    return true
  }
}
