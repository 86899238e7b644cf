internal import Foundation
internal import Platform
internal import Wire

/// The taps of all programs, and their followers. Usable from any thread.
final class TapBoard: Sendable {
  /// News of a tap, for its followers.
  enum News: Hashable, Sendable {
    case report(TapReport)
    /// The last program that reports the tap has gone; how the newest iteration has ended.
    case left(LiveSource.End)
  }

  private struct Tap {
    var programs = 0
    var followers: [Int: @Sendable (News) -> Void] = [:]
    /// What has happened before anyone followed.
    var backlog: [News] = []
    /// The number of reports for which the backlog had no room.
    var lost = 0
    /// Whether the tap may get a row by itself, for which the backlog is kept.
    var mayHaveRow = false
    /// The follower that still gets the backlog; newer reports wait until it has all of it.
    var catchingUp: Int?

    mutating func keep(_ news: News) {
      guard mayHaveRow else { return }
      if case .left = news {
        // Always kept, so that the row knows how the tap ended; of several in sequence, only the last one.
        if case .left? = backlog.last { backlog.removeLast() }
        return backlog.append(news)
      }
      if backlog.count < TapBoard.backlogLimit { backlog.append(news) } else { lost += 1 }
    }

    /// The backlog, and how many reports are missing in it: those after the limit.
    mutating func takeBacklog(of name: String) -> [News] {
      defer { (backlog, lost) = ([], 0) }
      guard lost > 0 else { return backlog }
      let losses = News.report(TapReport(tap: name, iteration: 0, time: nil, event: .dropped(count: lost)))
      return backlog.prefix(TapBoard.backlogLimit) + [losses] + backlog.dropFirst(TapBoard.backlogLimit)
    }
  }

  private struct State {
    var taps: [String: Tap] = [:]
    /// The names of taps in the order in which they were seen.
    var names: [String] = []
    var known: Set<String> = []
    var keepsBacklog = false
    var followers = 0
    /// Called with each further name.
    var onName: (@Sendable (String) -> Void)?
    var problems: [String] = []
  }

  /// NSCondition's lock guards `state`.
  private let condition = NSCondition()
  // nonisolated(unsafe): used only while `condition` is locked, in `withState` and `followers(of:for:)`.
  nonisolated(unsafe) private var state = State()
  /// Woken by each new name.
  private let newName = WakePipe()
  private let clock: MonotonicClock

  /// The maximum number of taps that are known; others have no followers, because they can't be chosen.
  static let tapLimit = 1000
  /// The maximum number of news of a tap that are kept for its first follower.
  static let backlogLimit = 1000
  /// The maximum number of problems that are kept.
  private static let problemLimit = 20

  /// - Parameter clock: measures the wait for further names.
  init(clock: MonotonicClock = .system) { self.clock = clock }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body(&state)
  }

  // MARK: For programs

  /// A program reports this tap from now on.
  func join(_ name: String) {
    let observer = withState { state -> (@Sendable (String) -> Void)? in
      let isNew = !state.known.contains(name)
      if isNew {
        guard state.names.count < Self.tapLimit else { return nil }
        state.names.append(name)
        state.known.insert(name)
        state.taps[name, default: Tap()].mayHaveRow = state.names.count <= TapListener.rowLimit
        newName?.wake()
      }
      state.taps[name, default: Tap()].programs += 1
      return isNew ? state.onName : nil
    }
    observer?(name)
  }

  /// Passes a report to the followers of its tap, on this thread.
  func post(_ report: TapReport) { post(.report(report), of: report.tap) }

  /// A program that has reported this tap has gone.
  func leave(_ name: String, _ end: LiveSource.End) {
    let isLast = withState { state in
      guard let programs = state.taps[name]?.programs else { return false }
      state.taps[name]?.programs = programs - 1
      return programs == 1
    }
    if isLast { post(.left(end), of: name) }
  }

  private func post(_ news: News, of name: String) {
    for follower in followers(of: name, for: news) { follower(news) }
  }

  /// The followers of a tap, once a new one has the backlog. If there are none, the news is kept for the first one.
  private func followers(of name: String, for news: News) -> [@Sendable (News) -> Void] {
    condition.lock()
    defer { condition.unlock() }
    // Not in `withState`: other threads change the state during a wait, so an access must not span one.
    while state.taps[name]?.catchingUp != nil { condition.wait() }
    guard let followers = state.taps[name]?.followers.values else { return [] }
    if followers.isEmpty, state.keepsBacklog { state.taps[name]?.keep(news) }
    return Array(followers)
  }

  // MARK: For rows

  /// Calls `body` with the news of a tap, those that were kept first; returns a number for ``unfollow(_:_:)``.
  ///
  /// Another thread passes the backlog on, because the caller may be the thread that makes room in the row.
  func follow(_ name: String, _ body: @escaping @Sendable (News) -> Void) -> Int {
    let (number, backlog) = withState { state -> (Int, [News]) in
      state.followers += 1
      let number = state.followers
      let backlog = state.taps[name]?.takeBacklog(of: name) ?? []
      if backlog.isEmpty {
        state.taps[name, default: Tap()].followers[number] = body
      } else {
        state.taps[name]?.catchingUp = number
      }
      return (number, backlog)
    }
    guard !backlog.isEmpty else { return number }
    let thread = Thread { [self] in
      for news in backlog where isCatchingUp(number, name) { body(news) }
      withState { state in
        guard state.taps[name]?.catchingUp == number else { return }
        state.taps[name]?.catchingUp = nil
        state.taps[name]?.followers[number] = body
        condition.broadcast()
      }
    }
    thread.name = "marbled.tap.backlog"
    thread.start()
    return number
  }

  private func isCatchingUp(_ number: Int, _ name: String) -> Bool {
    withState { $0.taps[name]?.catchingUp == number }
  }

  func unfollow(_ name: String, _ number: Int) {
    withState { state in
      state.taps[name]?.followers[number] = nil
      guard state.taps[name]?.catchingUp == number else { return }
      state.taps[name]?.catchingUp = nil
      condition.broadcast()
    }
  }

  // MARK: For finding taps

  /// Waits until a program reports a tap, and then until no other was seen for `quiet`; one thread at a time may wait.
  ///
  /// - Returns: the names of the taps, in the order in which they were seen. Their news are kept for the first follower.
  func firstNames(quiet: Duration) -> [String] {
    withState { $0.keepsBacklog = true }
    var (count, deadline) = (0, Int64.max)
    while true {
      // Before the names are read, so that a later one ends the wait.
      newName?.drain()
      let names = names
      if names.count > count { (count, deadline) = (names.count, clock.now() + quiet.wholeNanoseconds) }
      let left = deadline - clock.now()
      if left <= 0 { return names }
      _ = clock.wait([newName?.descriptor ?? -1], [], names.isEmpty ? nil : left)
    }
  }

  /// Calls `body` with each name, now or when it is seen. News of a tap are kept until someone follows it.
  func observeNames(_ body: @escaping @Sendable (String) -> Void) {
    let names = withState { state in
      state.onName = body
      return state.names
    }
    for name in names { body(name) }
  }

  /// The names of the taps, in the order in which they were seen.
  var names: [String] { withState { $0.names } }

  // MARK: Problems

  func note(_ problem: String) {
    withState { if $0.problems.count < Self.problemLimit { $0.problems.append(problem) } }
  }

  func takeProblems() -> [String] {
    withState { state in
      defer { state.problems = [] }
      return state.problems
    }
  }
}
