internal import HTTPTypes
internal import Logging
internal import Marbles
internal import Platform
internal import Synchronization
internal import Wire

/// Remote control of a daemon from phones: shares its ``RemoteAccess`` between the listener and the screen.
///
/// The system's random numbers make codes and tokens. Nothing of this is in a file or a log.
final class RemoteControl: Sendable {
  /// Counters of codes that were entered.
  struct Counts: Hashable, Sendable {
    /// Codes that began a session.
    var accepted = 0
    /// Wrong codes.
    var wrong = 0
    /// Codes that were entered while none was valid.
    var refused = 0
  }

  /// What a screen shows.
  struct Shown: Hashable, Sendable {
    /// The code that is valid; nil for none.
    var code: String?
    /// The number of phones that steer.
    var phones: Int
  }

  private struct State {
    var access = RemoteAccess()
    var counts = Counts()
    var observers: [Int: @Sendable () -> Void] = [:]
    var nextObserver = 0
    /// What phones have changed, to undo it when the last one has gone.
    var changes = IdleReturn(after: .zero)

    mutating func shown(at now: Int64) -> Shown {
      Shown(code: access.code(at: now), phones: access.sessionCount(at: now))
    }
  }

  private let state = Mutex(State())
  private let logger: Logger
  private let now: @Sendable () -> Int64
  private let makeCode: @Sendable () -> String

  /// - Parameters:
  ///   - now: reads a monotonic clock, in nanoseconds.
  ///   - makeCode: returns a new code.
  init(
    logger: Logger, now: @escaping @Sendable () -> Int64 = MonotonicClock.system.now,
    makeCode: @escaping @Sendable () -> String = RemoteControl.randomCode
  ) {
    (self.logger, self.now, self.makeCode) = (logger, now, makeCode)
  }

  /// A code of the system's random numbers.
  @Sendable static func randomCode() -> String {
    String((0..<RemoteAccess.digits).map { _ in "0123456789".randomElement()! })
  }

  /// 128 random bits, as text.
  private static func randomToken() -> String {
    let half = { String(UInt64.random(in: .min ... .max), radix: 36) }
    return half() + "-" + half()
  }

  var counts: Counts { state.withLock { $0.counts } }

  /// Changes the access, and tells the screens if they show something else then.
  private func change<Result: Sendable, Failure: Error>(
    _ body: (inout State, _ now: Int64) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let now = now()
    var observers: [@Sendable () -> Void] = []
    var outcome: Swift.Result<Result, Failure>?
    state.withLock { state in
      let before = state.shown(at: now)
      do throws(Failure) { outcome = .success(try body(&state, now)) } catch { outcome = .failure(error) }
      if state.shown(at: now) != before { observers = Array(state.observers.values) }
    }
    for observer in observers { observer() }
    return try outcome!.get()
  }

  // MARK: Screens

  /// What a screen shows now.
  var shown: Shown { state.withLock { $0.shown(at: now()) } }

  /// How long until a code or a session ends by itself, in nanoseconds; nil for never.
  var untilChange: Int64? { state.withLock { $0.access.nextEnd }.map { max(0, $0.subtractingSaturated(now())) } }

  /// A screen begins to show codes.
  ///
  /// - Parameter onChange: called on any thread when it should show something else.
  /// - Returns: what identifies it for ``remove(_:)``.
  func observe(_ onChange: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = onChange
      return state.nextObserver
    }
  }

  /// A screen no longer shows codes.
  func remove(_ observer: Int) { state.withLock { $0.observers[observer] = nil } }

  /// Somebody at the screen has pressed the key: see ``RemoteAccess/press(at:new:)``.
  func press() {
    let isShown = change { state, now in
      state.access.press(at: now, new: makeCode())
      return state.access.code(at: now) != nil
    }
    logger.info(isShown ? "a key shows the code for remote control" : "a key ends remote control")
  }

  // MARK: Pages

  /// A page asks for a code.
  ///
  /// - Parameter client: its address, for the log.
  /// - Throws: ``APIError`` when no screen can show it, or the page has to wait.
  func ask(from client: String) throws(APIError) {
    guard state.withLock({ !$0.observers.isEmpty }) else {
      throw APIError(.conflict, "no screen can show a code: the daemon draws on no terminal")
    }
    let isNew: Bool
    do throws(RemoteAccess.TooSoon) {
      isNew = try change { (state, now) throws(RemoteAccess.TooSoon) in try state.access.ask(at: now, new: makeCode()) }
    } catch {
      throw APIError(
        .tooManyRequests,
        "a code was shown a short time ago; try again in \(error.seconds) s, or press t at the screen",
        retryAfter: error.seconds)
    }
    if isNew { logger.notice("a page asks for a code for remote control", metadata: ["client": "\(client)"]) }
  }

  /// Begins a session.
  ///
  /// - Returns: its token.
  /// - Throws: ``APIError`` for a wrong code, and while no code is valid.
  func enter(_ code: String, from client: String) throws(APIError) -> String {
    let token = Self.randomToken()
    let entry = change { state, now in
      let entry = state.access.enter(code, at: now, token: token)
      switch entry {
      case .accepted: state.counts.accepted += 1
      case .wrong: state.counts.wrong += 1
      case .noCode: state.counts.refused += 1
      }
      return entry
    }
    switch entry {
    case .accepted:
      logger.notice("a phone steers", metadata: ["client": "\(client)"])
      return token
    case .wrong(0): throw APIError(.forbidden, "wrong code; the code is void now, so have the screen show another one")
    case .wrong(let left):
      throw APIError(.forbidden, "wrong code; \(left) more \(left == 1 ? "try" : "tries")")
    case .noCode: throw APIError(.forbidden, "no code is valid now; have the screen show one")
    }
  }

  /// Whether a token is that of an open session.
  func isOpen(_ token: String) -> Bool { change { state, now in state.access.isOpen(token, at: now) } }

  /// Uses a session to steer: see ``RemoteAccess/use(_:at:)``.
  ///
  /// - Returns: whether it is open.
  /// - Throws: ``APIError`` for too many requests.
  func use(_ token: String) throws(APIError) -> Bool {
    do throws(RemoteAccess.TooSoon) {
      return try change { (state, now) throws(RemoteAccess.TooSoon) in try state.access.use(token, at: now) }
    } catch {
      throw APIError(
        .tooManyRequests, "more than \(RemoteAccess.maximumRate) requests in a second", retryAfter: error.seconds)
    }
  }

  /// Ends a session at the wish of its page.
  func end(_ token: String, from client: String) {
    change { state, _ in state.access.end(token) }
    logger.notice("a phone no longer steers", metadata: ["client": "\(client)"])
  }

  // MARK: When the last phone has gone

  /// Notes what a phone has changed.
  ///
  /// - Parameter isPaused: whether playback was paused before.
  func note(_ request: ControlRequest, isPaused: Bool) {
    state.withLock { $0.changes.note(request, isPaused: isPaused, now: now()) }
  }

  /// The request that undoes a pause and a speed of phones when none of them steers any more; nil when there is nothing to
  /// undo. A phone that is put away must not leave a public screen paused.
  func reset() -> ControlRequest? {
    change { state, now in
      state.access.sessionCount(at: now) > 0 ? nil : state.changes.request(now: now)
    }
  }
}
