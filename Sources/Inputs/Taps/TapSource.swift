internal import Marbles
internal import Scenes
internal import Synchronization
internal import Wire

/// A tap as the source of a row.
struct TapSource: Hashable, Sendable {
  let tap: TapAddress
  /// The only iteration to follow; nil for all.
  let iteration: Int?
  /// Whether the row goes on when the program ends.
  let restarts: Bool
  let listener: TapListener

  /// What a user can do when no values arrive.
  var hint: String {
    let board = listener.board
    if board.isReported(tap) { return "the stream has begun, and has had no value" }
    let names = board.names.map(\.description)
    if names.isEmpty { return "no program has connected; start it with MARBLED_TAP=\(listener.path)" }
    let others = names.prefix(10).map { "`\($0)`" }.joined(separator: ", ")
    let clause = Suggestion.clause(for: tap.description, among: names)
    return "no program has a tap `\(tap)`; there are \(others)\(clause)"
  }

  /// Follows the tap; returns a function that stops that.
  func read(_ handlers: LiveSource.Handlers, _ settings: LineSettings) -> @Sendable () -> Void {
    let follower = TapFollower(self, handlers, settings)
    // Before there is a socket, so that nothing that a program reports at once is missed.
    let number = listener.board.follow(tap) { follower.take($0, orWhenRoom: $1) }
    do throws(TapListener.Unavailable) { try listener.open() } catch {
      listener.board.unfollow(tap, number)
      handlers.onEnd(.failed(error.description))
      return {}
    }
    return { [listener, tap] in listener.board.unfollow(tap, number) }
  }
}

/// Makes lines of what a tap reports.
private final class TapFollower: Sendable {
  private let source: TapSource
  private let handlers: LiveSource.Handlers
  private let settings: LineSettings

  private struct State {
    var count = 0
    var loops = TapLoops()
    /// Whether the last program has gone, and another one is waited for.
    var isAway = false
    var isOver = false
  }
  private let state = Mutex(State())

  init(_ source: TapSource, _ handlers: LiveSource.Handlers, _ settings: LineSettings) {
    (self.source, self.handlers, self.settings) = (source, handlers, settings)
  }

  /// Takes news; false when the row is full, which calls `whenRoom` once there is room.
  func take(_ news: TapBoard.News, orWhenRoom whenRoom: @escaping @Sendable () -> Void) -> Bool {
    if state.withLock({ $0.isOver }) { return true }
    switch news {
    case .report(let report):
      comeBack()
      return take(report, orWhenRoom: whenRoom)
    case .note(let text):
      handlers.onErrorLine(text)
      return true
    case .left(let end):
      if source.restarts { leave(end) } else { self.end(end) }
      return true
    }
  }

  /// Notes that the row waits for another program.
  private func leave(_ end: LiveSource.End) {
    state.withLock { $0.isAway = true }
    handlers.onUpdate { $0.phase = .ended("the program has gone") }
    handlers.onLeave(end)
  }

  private func comeBack() {
    let wasAway = state.withLock { state in
      defer { state.isAway = false }
      return state.isAway
    }
    guard wasAway else { return }
    handlers.onUpdate { status in
      status.phase = .running
      status.restarts += 1
    }
  }

  private func take(_ report: TapReport, orWhenRoom whenRoom: @escaping @Sendable () -> Void) -> Bool {
    if case .dropped(let count) = report.event {
      handlers.onDropped(count)
      return true
    }
    if let iteration = source.iteration, report.iteration != iteration { return true }
    switch report.event {
    case .idle, .begin, .request, .yield, .send, .dropped: break
    case .value(let value):
      // Only the loop's thread takes values.
      var line = LineReader.Line(number: state.withLock { $0.count } + 1, content: .value(value))
      line.sourceTime = report.time
      line.pick(settings)
      guard handlers.onLine(line, whenRoom) else { return false }
      state.withLock { $0.count += 1 }
    case .finish: if source.iteration != nil { end(.finished) }
    case .cancel:
      if let iteration = source.iteration {
        handlers.onUpdate { $0.phase = .ended("iteration \(iteration) was cancelled") }
        end(.cancelled)
      }
    case .error(let message):
      if source.iteration != nil {
        end(.failed(message))
      } else {
        handlers.onErrorLine(report.iteration == 0 ? message : "iteration \(report.iteration) failed: \(message)")
      }
    }
    note(report)
    return true
  }

  private func note(_ report: TapReport) {
    var report = report
    if case .yield(let lost, let isTerminated) = report.event {
      // Of it, too, only that part is shown which the row shows.
      var line = LineReader.Line(number: 0, content: .value(lost))
      line.pick(settings)
      // It counts also if it has no such part.
      let part = if case .value(let part) = line.content { part } else { Value.null }
      report.event = .yield(part, isTerminated: isTerminated)
    }
    let status = state.withLock { $0.loops.take(report) ? $0.loops.status : nil }
    if let status { handlers.onLoop(status) }
  }

  private func end(_ end: LiveSource.End) {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    if isFirst { handlers.onEnd(end) }
  }
}
