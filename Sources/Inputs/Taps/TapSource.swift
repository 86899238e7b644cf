internal import Marbles
internal import Scenes
internal import Synchronization
internal import Wire

/// A tap as the source of a row.
struct TapSource: Hashable, Sendable {
  /// The name of the tap.
  let name: String
  /// The only iteration to follow; nil for all.
  let iteration: Int?
  /// Whether the row goes on when the program ends.
  let restarts: Bool
  let listener: TapListener

  /// Follows the tap; returns a function that stops that.
  func read(_ handlers: LiveSource.Handlers, _ settings: LineSettings) -> @Sendable () -> Void {
    let follower = TapFollower(self, handlers, settings)
    do throws(TapListener.Unavailable) { try listener.open() } catch {
      handlers.onEnd(.failed(error.description))
      return {}
    }
    let number = listener.board.follow(name) { follower.take($0) }
    return { [listener, name] in listener.board.unfollow(name, number) }
  }
}

/// Makes lines of what a tap reports.
private final class TapFollower: Sendable {
  private let source: TapSource
  private let handlers: LiveSource.Handlers
  private let settings: LineSettings

  private struct State {
    var count = 0
    var isOver = false
  }
  private let state = Mutex(State())

  init(_ source: TapSource, _ handlers: LiveSource.Handlers, _ settings: LineSettings) {
    (self.source, self.handlers, self.settings) = (source, handlers, settings)
  }

  func take(_ news: TapBoard.News) {
    if state.withLock({ $0.isOver }) { return }
    switch news {
    case .report(let report): take(report)
    case .left(let end): if !source.restarts { self.end(end) }
    }
  }

  private func take(_ report: TapReport) {
    if case .dropped(let count) = report.event { return handlers.onDropped(count) }
    if let iteration = source.iteration, report.iteration != iteration { return }
    switch report.event {
    case .idle, .begin, .dropped: break
    case .value(let value):
      let number = state.withLock { state in
        state.count += 1
        return state.count
      }
      var line = LineReader.Line(number: number, content: .value(value))
      line.sourceTime = report.time
      line.pick(settings)
      handlers.onLine(line)
    case .finish, .cancel: if source.iteration != nil { end(.finished) }
    case .error(let message):
      if source.iteration != nil {
        end(.failed(message))
      } else {
        handlers.onErrorLine(report.iteration == 0 ? message : "iteration \(report.iteration) failed: \(message)")
      }
    }
  }

  private func end(_ end: LiveSource.End) {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    if isFirst { handlers.onEnd(end) }
  }
}
