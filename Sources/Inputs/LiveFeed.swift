internal import DequeModule
internal import Marbles
internal import Platform
public import Scenes
internal import Synchronization

/// Feeds a live row from a source through consecutive playbacks; the source waits between them.
public final class LiveFeed: Sendable {
  /// News of the source.
  enum News: Hashable, Sendable {
    /// A line of the standard error of a command.
    case errorLine(String)
    /// What a user may do; it is printed once.
    case hint(String)
    /// The source failed.
    case failed(String)
  }

  /// The name of the live row.
  public let row: String
  /// The source of the values.
  public let source: LiveSource
  private let settings: LineSettings
  private let program: String?

  private struct State {
    var input: ArrivalQueue?
    var status = SourceStatus()
    var stopper: LiveSource.Stopper?
    var isStarted = false
    var isStopped = false
    var hasLines = false
    var end: LiveSource.End?
    var news: [News] = []
    var newsDropped = 0
    /// The number of lines without a value in all playbacks, and the first of them with its reason.
    var malformed = 0
    var firstMalformed: (line: Int, why: String)?
    var troubles = TroubleLog()
    /// The numbers of the lines that became events of the current playback and are not dealt with, oldest first.
    var openLines: Deque<Int> = []
    /// The number of events of the current playback that are dealt with.
    var settledEvents = 0
    /// The number of the newest line.
    var lastLine = 0
    /// The number of the newest line up to which all are dealt with; kept until there is a source to tell.
    var settledLine = 0
    /// Called when there is an input, or when the feed was stopped.
    var waiting: [@Sendable () -> Void] = []

    mutating func takeWaiting() -> [@Sendable () -> Void] {
      defer { waiting = [] }
      return waiting
    }
  }

  /// When a line of a source that waits for acknowledgements is dealt with.
  public enum Acknowledgement: Hashable, Sendable {
    /// When its event was taken by those who show it.
    case whenTaken
    /// When ``LiveFeed/acknowledge(events:)`` says so.
    case manually
  }
  private let acknowledgement: Acknowledgement
  private let state = Mutex(State())
  /// The time of a clock that never goes back.
  private let now: @Sendable () -> Duration
  private let onNews: @Sendable () -> Void

  /// The time without any line after which the user gets a hint.
  public static let timeout = Duration.seconds(3)

  /// The maximum number of stored news; more lines of an error output are counted.
  private static let newsKept = 100

  /// Creates a feed, which starts with the first playback.
  ///
  /// - Parameters:
  ///   - row: the name of the live row.
  ///   - source: the source of the values.
  ///   - settings: how lines become events.
  ///   - program: the path of a program that becomes a ``CommandGuard``; nil for this program.
  ///   - acknowledgement: when a line is dealt with, for a source that waits for that.
  ///   - now: the time of a clock that never goes back; nil for that of the system.
  ///   - onNews: called on any thread when there are warnings to take.
  public init(
    row: String, source: LiveSource, settings: LineSettings = LineSettings(), guardedBy program: String? = nil,
    acknowledgement: Acknowledgement = .whenTaken,
    now: (@Sendable () -> Duration)? = nil,
    onNews: @escaping @Sendable () -> Void = {}
  ) {
    (self.row, self.source, self.settings, self.program, self.onNews) = (row, source, settings, program, onNews)
    self.now = now ?? { .nanoseconds(MonotonicClock.system.now()) }
    self.acknowledgement = acknowledgement
  }

  /// Whether no line has arrived yet.
  public var isSilent: Bool { state.withLock { !$0.hasLines && $0.end == nil } }

  /// Whether a line had no value so far.
  public var hasMalformedLines: Bool { state.withLock { $0.malformed > 0 } }

  /// The problems since the last call as warnings for standard error, one per line. Lines without a value are told as
  /// ``TroubleLog`` does.
  ///
  /// - Parameters:
  ///   - includesErrorLines: whether to return the lines of a command's standard error, too, after the name of
  ///     the row; they are discarded otherwise.
  ///   - isEnd: whether this is the last call.
  public func takeWarnings(includesErrorLines: Bool = true, isEnd: Bool = false) -> [String] {
    let (news, dropped, malformed) = state.withLock { state in
      defer { (state.news, state.newsDropped) = ([], 0) }
      return (state.news, state.newsDropped, malformedLines(&state, isEnd: isEnd))
    }
    var warnings: [String] =
      malformed
      + news.compactMap { news in
        switch news {
        case .failed(let why): warning(why)
        case .hint(let text): "note: row \(row): \(text)"
        case .errorLine(let text): includesErrorLines ? "\(row): \(DisplayText.shortened(text, to: 500))" : nil
        }
      }
    if dropped > 0, includesErrorLines { warnings.append("\(row): … \(dropped) more lines") }
    return warnings
  }

  private func malformedLines(_ state: inout State, isEnd: Bool) -> [String] {
    guard let first = state.firstMalformed else { return [] }
    return state.troubles.due("malformed", count: state.malformed, at: now(), isEnd: isEnd).map { line in
      switch line {
      case .first: warning("line \(first.line) is malformed: \(first.why)")
      case .sum: warning("\(state.malformed) lines are malformed; the first is line \(first.line): \(first.why)")
      }
    }
  }

  private func warning(_ text: String) -> String { "warning: row \(row): \(DisplayText.shortened(text, to: 200))" }

  /// Feeds this input, and no earlier one; starts the source at the first call.
  ///
  /// - Parameter input: the input of the row; nil when the playback has no such row.
  public func connect(to input: ArrivalQueue?) {
    let (isFirst, end, status, waiting) = state.withLock { state in
      defer {
        state.input = input
        state.isStarted = true
        (state.openLines, state.settledEvents) = ([], 0)
      }
      return (
        !state.isStarted && !state.isStopped, state.end, state.status, input == nil ? [] : state.takeWaiting()
      )
    }
    input?.update { [status] in ($0.phase, $0.restarts, $0.loop) = (status.phase, status.restarts, status.loop) }
    if source.isAcknowledged, acknowledgement == .whenTaken {
      input?.whenTaken { [weak self, weak input] count in
        if let input { self?.acknowledge(moreEvents: count, of: input) }
      }
    }
    if let input, let end { finish(input, end) }
    for call in waiting { call() }
    guard isFirst else { return }
    let handlers = LiveSource.Handlers(
      onLine: { self.take($0, orWhenRoom: $1) }, onErrorLine: { self.take(errorLine: $0) },
      onDropped: { self.drop($0) },
      onUpdate: { self.update($0) }, onLoop: { self.update(loop: $0) }, onLeave: { self.leave($0) },
      onEnd: { self.end($0) })
    let stopper = source.read(handlers, settings: settings, guardedBy: program)
    let (isStopped, settled) = state.withLock { state in
      state.stopper = stopper
      return (state.isStopped, state.settledLine)
    }
    if settled > 0 { stopper.acknowledge(upTo: settled) }
    if isStopped { stopper.stop() }
  }

  /// Stops the source, and ends its command; returns at once. The row does not end.
  public func stop() {
    takeStopper()?.stop()
  }

  /// Stops the source like ``stop()``, and waits until it knows what was acknowledged.
  ///
  /// - Parameters:
  ///   - limit: how long to wait at most.
  ///   - handingBack: whether the lines that are not acknowledged count as not delivered.
  public func finish(within limit: Duration, handingBack: Bool = true) {
    takeStopper()?.finish(within: limit, handingBack: handingBack)
  }

  /// Takes no more lines; lets sources go on that wait to pass one on.
  private func takeStopper() -> LiveSource.Stopper? {
    let (stopper, waiting) = state.withLock { state in
      (state.isStopped, state.input) = (true, nil)
      return (state.stopper, state.takeWaiting())
    }
    for call in waiting { call() }
    return stopper
  }

  // MARK: Acknowledgements

  /// Acknowledges the first `events` events of the current playback: their results have been written.
  ///
  /// - Parameter events: the number of events since the start of the playback.
  public func acknowledge(events: Int) { acknowledge { _ in events } }

  private func acknowledge(moreEvents count: Int, of input: ArrivalQueue) {
    acknowledge { $0.input === input ? $0.settledEvents + count : 0 }
  }

  private func acknowledge(_ events: @Sendable (State) -> Int) {
    let (number, stopper) = state.withLock { state -> (Int?, LiveSource.Stopper?) in
      var number: Int?
      let events = events(state)
      while state.settledEvents < events, let line = state.openLines.popFirst() {
        state.settledEvents += 1
        number = line
      }
      // Lines without events are dealt with, too.
      if number != nil, state.openLines.isEmpty { number = state.lastLine }
      if let number { state.settledLine = number }
      return (number, state.stopper)
    }
    if let number { stopper?.acknowledge(upTo: number) }
  }

  /// Notes a line of a source that waits for acknowledgements before its event can be taken.
  private func open(_ line: LineReader.Line, for input: ArrivalQueue) {
    state.withLock { state in
      guard state.input === input else { return }
      state.openLines.append(line.number)
      state.lastLine = line.number
    }
  }

  /// Forgets the line that was noted last: there was no room for its event.
  private func reopen(_ line: LineReader.Line, for input: ArrivalQueue) {
    state.withLock { state in
      guard state.input === input, state.openLines.last == line.number else { return }
      state.openLines.removeLast()
      state.lastLine = line.number - 1
    }
  }

  /// Notes a line that has no event.
  private func skip(_ line: LineReader.Line) {
    let stopper = state.withLock { state -> LiveSource.Stopper? in
      state.lastLine = line.number
      guard state.openLines.isEmpty else { return nil }
      state.settledLine = line.number
      return state.stopper
    }
    stopper?.acknowledge(upTo: line.number)
  }

  /// Passes a line on; false when there is no room for it, or no input: then `whenRoom` is called once there is.
  private func take(_ line: LineReader.Line, orWhenRoom whenRoom: @escaping @Sendable () -> Void) -> Bool {
    guard let input = input(orWhenRoom: whenRoom) else { return isStopped }
    switch line.content {
    case .value(let value):
      var arrival = Arrival(value)
      (arrival.id, arrival.sourceTime) = (line.id, line.sourceTime)
      if let time = line.sourceTime { arrival.delay = SceneTime(nanoseconds: RealTime.now) - time }
      if source.isAcknowledged { open(line, for: input) }
      switch input.send(arrival, orWhenRoom: whenRoom) {
      case .accepted: break
      case .dropped:
        if source.isAcknowledged { reopen(line, for: input) }
        return false
      case .ended:
        // The line belongs to the next playback.
        forget(input)
        return take(line, orWhenRoom: whenRoom)
      }
      if line.hasInvalidCharacters { input.noteInvalidCharacters(line: line.number) }
      if line.isUntimed { input.update { $0.untimed += 1 } }
      if line.isRagged { input.noteRagged(line: line.number) }
      if let form = line.looksLike { note(.hint(form.suggestion(row: row))) }
    case .malformed(let why):
      input.noteMalformed(line: line.number, isTooLong: line.isTooLong)
      if source.isAcknowledged { skip(line) }
      state.withLock { state in
        state.malformed += 1
        if state.firstMalformed == nil { state.firstMalformed = (line.number, why) }
      }
      onNews()
    }
    return true
  }

  private func take(errorLine text: String) {
    update { $0.note(errorLine: text) }
    note(.errorLine(text))
  }

  /// Counts values that were lost on their way.
  private func drop(_ count: Int) {
    state.withLock { $0.input }?.noteDropped(count)
    onNews()
  }

  private func update(_ body: @escaping @Sendable (inout SourceStatus) -> Void) {
    let input = state.withLock { state in
      body(&state.status)
      return state.input
    }
    input?.update(body)
    onNews()
  }

  /// Without news, as it comes with each value: the next picture has it.
  private func update(loop: LoopStatus) {
    let input = state.withLock { state in
      state.status.loop = loop
      return state.input
    }
    input?.update { $0.loop = loop }
  }

  /// The source waits for its next beginning; a recording that ends before it ends the row with this.
  private func leave(_ end: LiveSource.End) {
    let input = state.withLock { $0.input }
    switch end {
    case .finished: input?.leave()
    case .cancelled: break
    case .failed(let why): input?.leave(failure: why)
    }
  }

  /// Releases the input of a playback that is over.
  private func forget(_ input: ArrivalQueue) {
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

  private func finish(_ input: ArrivalQueue, _ end: LiveSource.End) {
    switch end {
    case .finished: input.finish()
    case .cancelled: input.abandon()
    case .failed(let why): input.fail(why)
    }
  }

  private func note(_ news: News) {
    state.withLock { state in
      if state.news.count < Self.newsKept {
        state.news.append(news)
      } else if case .errorLine = news {
        state.newsDropped += 1
      }
    }
    onNews()
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  /// The input of the row; without one, `whenRoom` is called when there is, unless the feed was stopped.
  private func input(orWhenRoom whenRoom: @escaping @Sendable () -> Void) -> ArrivalQueue? {
    state.withLock { state in
      if !state.isStopped {
        state.hasLines = true
        if state.input == nil { state.waiting.append(whenRoom) }
      }
      return state.input
    }
  }
}
