internal import Marbles

/// Who may steer a daemon from a phone: the code that its screen shows, and the sessions of those who have entered one.
///
/// All times are nanoseconds of one monotonic clock. Codes and tokens are parameters; ``RemoteControl`` makes them.
struct RemoteAccess {
  /// The number of digits of a code.
  static let digits = 8
  /// How long a code is valid after it was shown.
  static let codeTime: Int64 = 120_000_000_000
  /// How many wrong codes make the shown one void, wherever they come from.
  static let maximumGuesses = 5
  /// The maximum number of sessions; a new one ends the one that was idle for longest.
  static let maximumSessions = 4
  /// How long a session lasts without a request that steers. The page asks for the state all the time, which does not count.
  static let idleTime: Int64 = 600_000_000_000
  /// How long a session lasts at most.
  static let sessionTime: Int64 = 8 * 3_600_000_000_000
  /// How many requests that steer a session may make in a second: more than fingers can, and few for a log.
  static let maximumRate = 20
  /// The waits between two codes that pages ask for, while none of them is entered: each is twice the last.
  static let askingTimes: ClosedRange<Int64> = 30_000_000_000...1_800_000_000_000
  /// How long after a page has asked for a code in vain the waits begin again.
  static let forgettingTime: Int64 = 24 * 3_600_000_000_000

  /// A code that is shown.
  private struct Code {
    var text: String
    var end: Int64
    var wrong = 0
  }

  private struct Session {
    var token: String
    var start: Int64
    var lastUse: Int64
    /// The second of the last requests that steer, and how many there were.
    var burst: (start: Int64, count: Int) = (.min, 0)

    init(token: String, start: Int64) { (self.token, self.start, lastUse) = (token, start, start) }

    var end: Int64 {
      min(start.addingSaturated(RemoteAccess.sessionTime), lastUse.addingSaturated(RemoteAccess.idleTime))
    }
  }

  /// What became of a code that was entered.
  enum Entry: Hashable {
    /// It is right, and a session has begun. The code is used up.
    case accepted
    /// It is wrong; how many more may be wrong before the shown code is void.
    case wrong(left: Int)
    /// No code is valid.
    case noCode
  }

  /// A page has asked for something too soon.
  struct TooSoon: Error, Hashable {
    /// Whole seconds after which it may ask again.
    var seconds: Int
  }

  private var code: Code?
  private var sessions: [Session] = []
  /// When a page has asked for a code that nobody has entered, and how long the next one must wait.
  private var asked: (at: Int64, wait: Int64)?

  /// Forgets a code and sessions whose time is over.
  private mutating func expire(at now: Int64) {
    if let code, now >= code.end { self.code = nil }
    sessions.removeAll { now >= $0.end }
  }

  // MARK: What the screen shows

  /// The code that is valid now; nil for none.
  mutating func code(at now: Int64) -> String? {
    expire(at: now)
    return code?.text
  }

  /// The number of open sessions.
  mutating func sessionCount(at now: Int64) -> Int {
    expire(at: now)
    return sessions.count
  }

  /// When a code or a session ends by itself; nil for never.
  var nextEnd: Int64? { (sessions.map(\.end) + [code?.end].compactMap { $0 }).min() }

  // MARK: Asking for a code

  /// Somebody at the screen has pressed the key: shows a new code, or, while one is shown, ends all remote control.
  ///
  /// - Parameter new: the code to show.
  mutating func press(at now: Int64, new: @autoclosure () -> String) {
    expire(at: now)
    asked = nil
    if code != nil {
      code = nil
      sessions = []
    } else {
      show(new(), at: now)
    }
  }

  /// A page asks the screen to show a code. A code that is shown stays, and its time does not change.
  ///
  /// - Returns: whether the code is new.
  /// - Throws: ``TooSoon`` while pages have to wait, so that nobody in the network can cover the screen, or get many codes to
  ///   guess.
  @discardableResult
  mutating func ask(at now: Int64, new: @autoclosure () -> String) throws(TooSoon) -> Bool {
    expire(at: now)
    guard code == nil else { return false }
    var wait = Self.askingTimes.lowerBound
    if let asked {
      let elapsed = now.subtractingSaturated(asked.at)
      guard elapsed >= asked.wait else {
        throw TooSoon(seconds: Int((asked.wait - elapsed + 999_999_999) / 1_000_000_000))
      }
      if elapsed < Self.forgettingTime { wait = min(2 * asked.wait, Self.askingTimes.upperBound) }
    }
    asked = (now, wait)
    show(new(), at: now)
    return true
  }

  private mutating func show(_ text: String, at now: Int64) {
    code = Code(text: text, end: now.addingSaturated(Self.codeTime))
  }

  // MARK: Sessions

  /// Somebody enters a code. The right one begins a session and is used up.
  ///
  /// - Parameters:
  ///   - text: what was entered; blanks and dashes between its digits do not count.
  ///   - token: the token of a session that begins.
  mutating func enter(_ text: String, at now: Int64, token: @autoclosure () -> String) -> Entry {
    expire(at: now)
    guard var code else { return .noCode }
    guard Self.isEqual(text.filter { !$0.isWhitespace && $0 != "-" }, code.text) else {
      code.wrong += 1
      let left = Self.maximumGuesses - code.wrong
      self.code = left > 0 ? code : nil
      return .wrong(left: left)
    }
    (self.code, asked) = (nil, nil)
    while sessions.count >= Self.maximumSessions {
      let idle = sessions.indices.min { sessions[$0].lastUse < sessions[$1].lastUse }
      sessions.remove(at: idle ?? 0)
    }
    sessions.append(Session(token: token(), start: now))
    return .accepted
  }

  /// Whether a token is that of an open session.
  mutating func isOpen(_ token: String, at now: Int64) -> Bool {
    expire(at: now)
    return index(of: token) != nil
  }

  /// Uses a session to steer, which keeps it open.
  ///
  /// - Returns: whether it is open.
  /// - Throws: ``TooSoon`` after ``maximumRate`` uses within a second.
  mutating func use(_ token: String, at now: Int64) throws(TooSoon) -> Bool {
    expire(at: now)
    guard let index = index(of: token) else { return false }
    var session = sessions[index]
    if now.subtractingSaturated(session.burst.start) >= 1_000_000_000 { session.burst = (now, 0) }
    guard session.burst.count < Self.maximumRate else { throw TooSoon(seconds: 1) }
    session.burst.count += 1
    session.lastUse = now
    sessions[index] = session
    return true
  }

  /// Ends the session with this token, if there is one.
  mutating func end(_ token: String) { index(of: token).map { _ = sessions.remove(at: $0) } }

  private func index(of token: String) -> Int? {
    // All are compared: the time must not tell which one is nearly right.
    sessions.indices.filter { Self.isEqual(token, sessions[$0].token) }.first
  }

  /// Compares in a time that depends on the lengths alone.
  private static func isEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(into: 0 as UInt8) { $0 |= $1.0 ^ $1.1 } == 0
  }
}
