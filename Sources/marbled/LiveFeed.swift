import Dispatch
import Inputs
import Marbles
internal import Player
import Scenes
import Synchronization

/// Feeds a live row from a source through consecutive playbacks; the source waits between them.
final class LiveFeed: Sendable {
  /// A problem of the source.
  enum News: Hashable, Sendable {
    /// A line without a value: its number, and the reason.
    case malformed(line: Int, String)
    /// The source failed.
    case failed(String)
  }

  /// The name of the live row.
  let row: String
  /// The source of the values.
  let source: LiveSource

  private struct State {
    var input: LiveInput?
    var isStarted = false
    var hasLines = false
    var end: LiveSource.End?
    var news: [News] = []
  }
  private let state = Mutex(State())
  private let connected = DispatchSemaphore(value: 0)
  private let onNews: @Sendable () -> Void

  /// The time without any line after which the user gets a hint, in seconds.
  static let timeout = 3.0

  /// The maximum number of stored problems; the row counts the others.
  private static let newsKept = 100

  init(row: String, source: LiveSource, onNews: @escaping @Sendable () -> Void) {
    self.row = row
    self.source = source
    self.onNews = onNews
  }

  /// Whether no line has arrived yet.
  var isSilent: Bool { state.withLock { !$0.hasLines && $0.end == nil } }

  /// The problems since the last call as warnings for standard error, one per line.
  func takeWarnings() -> [String] {
    takeNews().map { news in
      let what =
        switch news {
        case .malformed(let line, let why): "line \(line) is malformed: \(why)"
        case .failed(let why): "\(source.name) \(why)"
        }
      return "warning: row \(row): \(DisplayText.shortened(what, to: 200))"
    }
  }

  /// The problems since the last call.
  private func takeNews() -> [News] {
    state.withLock { state in
      defer { state.news = [] }
      return state.news
    }
  }

  /// Feeds the live row of this name in `scenePlayback`, and no earlier playback.
  func connect(to scenePlayback: ScenePlayback) {
    let input = scenePlayback.liveInput(row)
    let (isFirst, end) = state.withLock { state in
      defer {
        state.input = input
        state.isStarted = true
      }
      return (!state.isStarted, state.end)
    }
    if let input, let end { finish(input, end) }
    connected.signal()
    if isFirst { source.read(onLine: { self.take($0) }, onEnd: { self.end($0) }) }
  }

  private func take(_ line: LineReader.Line) {
    state.withLock { $0.hasLines = true }
    switch line.content {
    case .value(let value):
      var input = input()
      while !input.send(value) {
        forget(input)
        input = self.input()
      }
    case .malformed(let why):
      input().noteMalformed(line: line.number, isTooLong: line.isTooLong)
      note(.malformed(line: line.number, why))
    }
  }

  /// Releases the input of a playback that is over.
  private func forget(_ input: LiveInput) {
    state.withLock { if $0.input === input { $0.input = nil } }
  }

  private func end(_ end: LiveSource.End) {
    let input = state.withLock { state in
      state.end = end
      return state.input
    }
    if let input { finish(input, end) }
    if case .failed(let why) = end { note(.failed(why)) }
  }

  private func finish(_ input: LiveInput, _ end: LiveSource.End) {
    switch end {
    case .finished: input.finish()
    case .failed(let why): input.fail(why)
    }
  }

  private func note(_ news: News) {
    state.withLock { if $0.news.count < Self.newsKept { $0.news.append(news) } }
    onNews()
  }

  /// The input of the row; waits until there is one.
  private func input() -> LiveInput {
    while true {
      if let input = state.withLock({ $0.input }) { return input }
      connected.wait()
    }
  }
}
