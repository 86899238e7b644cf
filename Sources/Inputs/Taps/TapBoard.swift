internal import Marbles
internal import Platform
internal import Synchronization
internal import Wire

/// The taps of all programs, and their followers. Usable from any thread.
final class TapBoard: Sendable {
  /// News of a tap, for its followers.
  enum News: Hashable, Sendable {
    case report(TapReport)
    /// The last program that reports the tap has gone; how the newest iteration has ended.
    case left(LiveSource.End)
  }

  /// Takes news of a tap. Returns false when there is no room; `whenRoom` is called then, on any thread, once there is.
  typealias Follower = @Sendable (_ news: News, _ whenRoom: @escaping @Sendable () -> Void) -> Bool

  /// News on their way to the followers of a tap.
  struct Delivery: Sendable {
    let tap: String
    let news: News
    /// The followers that lack the news; nil until they are known.
    fileprivate var followers: [(number: Int, take: Follower)]?
  }

  private struct Tap {
    var programs = 0
    var followers: [Int: Follower] = [:]
    /// What has happened before anyone followed.
    var backlog: [News] = []
    /// The number of reports for which the backlog had no room.
    var lost = 0
    /// Whether the tap may get a row by itself, for which the backlog is kept.
    var mayHaveRow = false
    /// The follower that still gets the backlog; newer reports wait until it has all of it.
    var catchingUp: Int?
    /// Called when there are other followers, by the program that waits for one of them.
    var waiting: [Int: @Sendable () -> Void] = [:]

    /// Whether no program reports it and no row shows it.
    var isUnused: Bool { programs == 0 && followers.isEmpty && catchingUp == nil }

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

    mutating func takeWaiting() -> [@Sendable () -> Void] {
      defer { waiting = [:] }
      return Array(waiting.values)
    }
  }

  private struct State {
    var taps: [String: Tap] = [:]
    /// The names of taps that programs have reported, in the order in which they were seen.
    var names: [String] = []
    var known: Set<String> = []
    var keepsBacklog = false
    var followers = 0
    /// Called with each further name that may have a row.
    var onName: (@Sendable (String) -> Void)?
    var problems: [String] = []
    /// Called when there is a problem to take.
    var problemObservers: [Int: @Sendable () -> Void] = [:]
    /// Whether it was said that there is no row for further taps.
    var isMissingNoted = false

    mutating func note(_ problem: String) {
      if problems.count < TapBoard.problemLimit { problems.append(problem) }
    }

    /// Forgets the oldest unused taps while there are more than rows, and gives others their places.
    ///
    /// - Returns: the names that may have a row from now on.
    mutating func arrange() -> [String] {
      while names.count > TapListener.rowLimit, let index = names.firstIndex(where: { taps[$0]?.isUnused ?? true }) {
        let name = names.remove(at: index)
        known.remove(name)
        taps[name] = nil
      }
      if names.count <= TapListener.rowLimit { isMissingNoted = false }
      let new = names.prefix(TapListener.rowLimit).filter { taps[$0]?.mayHaveRow != true }
      for name in new { taps[name, default: Tap()].mayHaveRow = true }
      return new
    }
  }

  private let state = Mutex(State())
  /// Woken by each new name.
  private let newName = WakePipe()
  /// Passes the backlog on.
  private let loop: ReadLoop

  /// The maximum number of taps that are known; others have no followers, because they can't be chosen.
  static let tapLimit = 1000
  /// The maximum number of news of a tap that are kept for its first follower.
  static let backlogLimit = 1000
  /// The maximum number of problems that are kept.
  private static let problemLimit = 20

  /// - Parameter loop: passes the backlog on, and has the clock for the wait for further names.
  init(on loop: ReadLoop = .streams) { self.loop = loop }

  // MARK: For programs

  /// A program reports this tap from now on.
  func join(_ name: String) {
    let (observer, new, hasProblem) = state.withLock { state -> ((@Sendable (String) -> Void)?, [String], Bool) in
      if state.known.contains(name) {
        state.taps[name, default: Tap()].programs += 1
        return (nil, [], false)
      }
      guard state.names.count < Self.tapLimit else { return (nil, [], false) }
      state.names.append(name)
      state.known.insert(name)
      state.taps[name, default: Tap()].programs += 1
      let new = state.arrange()
      // Only where rows are made for taps that nobody has named.
      let isMissing = !new.contains(name) && (state.onName != nil || state.keepsBacklog) && !state.isMissingNoted
      if isMissing {
        state.isMissingNoted = true
        state.note("no row for `\(name)` and later taps: \(TapListener.rowLimit) have one, which is the most")
      }
      newName?.wake()
      return (state.onName, new, isMissing)
    }
    if let observer { new.forEach(observer) }
    if hasProblem { reportProblem() }
  }

  /// A program that has reported this tap has gone.
  ///
  /// - Returns: what the followers are to be told; nil while other programs report it.
  func leave(_ name: String, _ end: LiveSource.End) -> Delivery? {
    let isLast = state.withLock { state in
      // None of a tap that was beyond the limit when it joined.
      guard let programs = state.taps[name]?.programs, programs > 0 else { return false }
      state.taps[name]?.programs = programs - 1
      return programs == 1
    }
    return isLast ? Delivery(tap: name, news: .left(end)) : nil
  }

  /// A report that is to be passed on.
  static func delivery(of report: TapReport) -> Delivery { Delivery(tap: report.tap, news: .report(report)) }

  /// Passes news on to the followers of a tap, on this thread. If there are none, the news are kept for the first one.
  ///
  /// - Parameters:
  ///   - delivery: the news, and who lacks them.
  ///   - program: a number of the program that reports them.
  ///   - whenRoom: called when it makes sense to go on.
  /// - Returns: whether all have them. Otherwise a follower has no room, or a new one gets the backlog first.
  func pass(_ delivery: inout Delivery, of program: Int, whenRoom: @escaping @Sendable () -> Void) -> Bool {
    if delivery.followers == nil {
      delivery.followers = followers(of: delivery, program, whenRoom)
    }
    while let next = delivery.followers?.first {
      if !next.take(delivery.news, whenRoom) {
        let isFollowing = state.withLock { state in
          guard state.taps[delivery.tap]?.followers[next.number] != nil else { return false }
          // It may leave without making room.
          state.taps[delivery.tap]?.waiting[program] = whenRoom
          return true
        }
        if isFollowing { return false }
      }
      delivery.followers?.removeFirst()
    }
    return delivery.followers != nil
  }

  /// Nil while a new follower gets the backlog.
  private func followers(
    of delivery: Delivery, _ program: Int, _ whenRoom: @escaping @Sendable () -> Void
  ) -> [(number: Int, take: Follower)]? {
    state.withLock { state in
      guard let tap = state.taps[delivery.tap] else { return [] }
      guard tap.catchingUp == nil else {
        state.taps[delivery.tap]?.waiting[program] = whenRoom
        return nil
      }
      if tap.followers.isEmpty, state.keepsBacklog { state.taps[delivery.tap]?.keep(delivery.news) }
      return tap.followers.map { (number: $0.key, take: $0.value) }
    }
  }

  // MARK: For rows

  /// Calls `body` with the news of a tap, those that were kept first; returns a number for ``unfollow(_:_:)``.
  ///
  /// Another thread passes the backlog on, because the caller may be the thread that makes room in the row.
  func follow(_ name: String, _ body: @escaping Follower) -> Int {
    let (number, backlog) = state.withLock { state -> (Int, [News]) in
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
    if !backlog.isEmpty {
      loop.add { [self] in Backlog(backlog, of: name, for: number, body, on: self, $0) }
    }
    return number
  }

  /// Passes the backlog of a tap on to its first follower.
  private final class Backlog: ReadLoop.Source {
    private var news: ArraySlice<News>
    private let (tap, number): (String, Int)
    private let follower: Follower
    private let board: TapBoard
    private let wake: @Sendable () -> Void

    init(
      _ news: [News], of tap: String, for number: Int, _ follower: @escaping Follower, on board: TapBoard,
      _ registration: ReadLoop.Registration
    ) {
      (self.news, self.tap, self.number, self.follower) = (news[...], tap, number, follower)
      self.board = board
      wake = { registration.wake() }
    }

    func turn(_ ready: Set<Int32>, _ buffer: inout [UInt8]) -> ReadLoop.Interest? {
      while board.isCatchingUp(number, tap, wake), let first = news.first {
        guard follower(first, wake) else { return ReadLoop.Interest() }
        news.removeFirst()
      }
      board.endBacklog(of: tap, for: number, follower)
      return nil
    }
  }

  /// - Parameter wake: called when it no longer is.
  private func isCatchingUp(_ number: Int, _ name: String, _ wake: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.taps[name]?.catchingUp == number else { return false }
      // No program has a negative number.
      state.taps[name]?.waiting[-number] = wake
      return true
    }
  }

  private func endBacklog(of name: String, for number: Int, _ follower: @escaping Follower) {
    let waiting = state.withLock { state -> [@Sendable () -> Void] in
      guard state.taps[name]?.catchingUp == number else { return [] }
      state.taps[name]?.catchingUp = nil
      state.taps[name]?.followers[number] = follower
      return state.taps[name]?.takeWaiting() ?? []
    }
    for call in waiting { call() }
  }

  func unfollow(_ name: String, _ number: Int) {
    let (waiting, observer, new) = state.withLock {
      state -> ([@Sendable () -> Void], (@Sendable (String) -> Void)?, [String]) in
      guard var tap = state.taps[name] else { return ([], nil, []) }
      tap.followers[number] = nil
      if tap.catchingUp == number { tap.catchingUp = nil }
      let waiting = tap.takeWaiting()
      state.taps[name] = tap.isUnused && !state.known.contains(name) ? nil : tap
      return (waiting, state.onName, state.arrange())
    }
    for call in waiting { call() }
    if let observer { new.forEach(observer) }
  }

  // MARK: For finding taps

  /// Waits until a program reports a tap, and then until no other was seen for `quiet`; one thread at a time may wait.
  ///
  /// - Returns: the names of the taps, in the order in which they were seen. Their news are kept for the first follower.
  func firstNames(quiet: Duration) -> [String] {
    state.withLock { $0.keepsBacklog = true }
    var (count, deadline) = (0, Int64.max)
    while true {
      // Before the names are read, so that a later one ends the wait.
      newName?.drain()
      let names = names
      if names.count > count { (count, deadline) = (names.count, loop.clock.now() + quiet.wholeNanoseconds) }
      let left = deadline - loop.clock.now()
      if left <= 0 { return names }
      _ = loop.clock.wait([newName?.descriptor ?? -1], [], names.isEmpty ? nil : left)
    }
  }

  /// Calls `body` with each name that may have a row, now or later. News of a tap are kept until someone follows it.
  func observeNames(_ body: @escaping @Sendable (String) -> Void) {
    let names = state.withLock { state in
      state.onName = body
      return state.names
    }
    for name in names { body(name) }
  }

  /// The names of the taps, in the order in which they were seen.
  var names: [String] { state.withLock { $0.names } }

  // MARK: Problems

  func note(_ problem: String) {
    state.withLock { $0.note(problem) }
    reportProblem()
  }

  private func reportProblem() {
    for observer in state.withLock({ Array($0.problemObservers.values) }) { observer() }
  }

  /// Calls `body` on any thread when there is a problem to take; returns a number for ``stopObservingProblems(_:)``.
  func observeProblems(_ body: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.followers += 1
      state.problemObservers[state.followers] = body
      return state.followers
    }
  }

  func stopObservingProblems(_ number: Int) { state.withLock { $0.problemObservers[number] = nil } }

  func takeProblems() -> [String] {
    state.withLock { state in
      defer { state.problems = [] }
      return state.problems
    }
  }
}
