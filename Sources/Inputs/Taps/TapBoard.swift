internal import Marbles
internal import Platform
internal import Synchronization
internal import Wire

/// The taps of all programs, and their followers. Usable from any thread.
final class TapBoard: Sendable {
  /// News of a tap, for its followers.
  enum News: Hashable, Sendable {
    case report(TapReport)
    /// Which processes report the tap beside the one that is shown, as a sentence.
    case note(String)
    /// The last program that reports the tap has gone; how the newest iteration has ended.
    case left(LiveSource.End)
  }

  /// Takes news of a tap. Returns false when there is no room; `whenRoom` is called then, on any thread, once there is.
  typealias Follower = @Sendable (_ news: News, _ whenRoom: @escaping @Sendable () -> Void) -> Bool

  /// News on their way to the followers of a tap.
  struct Delivery: Sendable {
    let name: String
    let process: Int
    let news: News
    /// The followers that lack the news, each with what it follows; nil until they are known.
    fileprivate var followers: [(address: TapAddress, number: Int, take: Follower)]?
  }

  private struct Tap {
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

    /// Whether a row shows it.
    var isShown: Bool { !followers.isEmpty || catchingUp != nil }

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
    var taps: [TapAddress: Tap] = [:]
    /// The processes that report the taps of a name.
    var processes: [String: TapProcesses] = [:]
    /// The taps that programs have reported, in the order in which they were seen. The first process that reports a name
    /// is known by the name alone.
    var names: [TapAddress] = []
    var known: Set<TapAddress> = []
    var keepsBacklog = false
    var followers = 0
    /// Called with each further name that may have a row.
    var onName: (@Sendable (TapAddress) -> Void)?
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
    mutating func arrange() -> [TapAddress] {
      while names.count > TapListener.rowLimit, let index = names.firstIndex(where: isUnused) {
        let name = names.remove(at: index)
        known.remove(name)
        taps[name] = nil
      }
      if names.count <= TapListener.rowLimit { isMissingNoted = false }
      let new = names.prefix(TapListener.rowLimit).filter { taps[$0]?.mayHaveRow != true }
      for name in new { taps[name, default: Tap()].mayHaveRow = true }
      return new
    }

    /// Whether no program reports a tap and no row shows it.
    func isUnused(_ address: TapAddress) -> Bool { !isReported(address) && taps[address]?.isShown != true }

    func isReported(_ address: TapAddress) -> Bool {
      guard let processes = processes[address.name] else { return false }
      return address.process.map { processes.connections(of: $0) > 0 } ?? true
    }

    /// Those that follow a name, and so its first process.
    func followers(of name: String) -> [Follower] {
      taps[TapAddress(name: name)].map { Array($0.followers.values) } ?? []
    }

    /// What those that follow a process, or the first one, are told of a process.
    func addresses(of name: String, _ process: Int) -> [TapAddress] {
      [TapAddress(name: name, of: process)] + (processes[name]?.first == process ? [TapAddress(name: name)] : [])
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

  /// A program reports this tap from now on; `process` is 0 when it has not told its own.
  func join(_ name: String, of process: Int = 0) {
    typealias Effects = (
      observer: (@Sendable (TapAddress) -> Void)?, new: [TapAddress], hasProblem: Bool, told: [Follower]
    )
    let effects = state.withLock { state -> Effects in
      let first = state.processes[name]?.first
      let address = first == nil || first == process ? TapAddress(name: name) : TapAddress(name: name, of: process)
      let isKnown = state.known.contains(address)
      guard isKnown || state.names.count < Self.tapLimit else { return (nil, [], false, []) }
      let isNew = state.processes[name, default: TapProcesses()].join(process)
      let told = isNew && address.process != nil ? state.followers(of: name) : []
      if isKnown { return (nil, [], false, told) }
      state.names.append(address)
      state.known.insert(address)
      let new = state.arrange()
      // Only where rows are made for taps that nobody has named.
      let isMissing = !new.contains(address) && (state.onName != nil || state.keepsBacklog) && !state.isMissingNoted
      if isMissing {
        state.isMissingNoted = true
        state.note("no row for `\(address)` and later taps: \(TapListener.rowLimit) have one, which is the most")
      }
      newName?.wake()
      return (state.onName, new, isMissing, told)
    }
    if let observer = effects.observer { effects.new.forEach(observer) }
    if effects.hasProblem { reportProblem() }
    guard !effects.told.isEmpty else { return }
    let address = TapAddress(name: name, of: process)
    let note = "\(TapProcesses.text(process)) reports it, too; `tap:\(address)` shows that one"
    for take in effects.told { _ = take(.note(note), {}) }
  }

  /// A program that has reported this tap has gone. Returns what the followers are to be told; nil while other
  /// connections of the process report it.
  func leave(_ name: String, of process: Int = 0, _ end: LiveSource.End) -> Delivery? {
    let (hasGone, next, told) = state.withLock { state -> (Bool, Int?, [Follower]) in
      // None of a tap that was beyond the limit when it joined.
      guard var processes = state.processes[name] else { return (false, nil, []) }
      let first = processes.first
      let hasGone = processes.leave(process)
      state.processes[name] = processes.isEmpty ? nil : processes
      guard hasGone, let next = processes.first, next != first else { return (hasGone, nil, []) }
      return (true, next, state.followers(of: name))
    }
    if let next {
      let note = "\(TapProcesses.text(process)) has gone; \(TapProcesses.text(next)) is shown from now on"
      for take in told { _ = take(.note(note), {}) }
    }
    return hasGone ? Delivery(name: name, process: process, news: .left(end)) : nil
  }

  static func delivery(of report: TapReport, from process: Int = 0) -> Delivery {
    Delivery(name: report.tap, process: process, news: .report(report))
  }

  /// Passes news on to the followers of a tap, on this thread; without any, they are kept for the first one.
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
          guard state.taps[next.address]?.followers[next.number] != nil else { return false }
          // It may leave without making room.
          state.taps[next.address]?.waiting[program] = whenRoom
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
  ) -> [(address: TapAddress, number: Int, take: Follower)]? {
    state.withLock { state in
      var addresses = state.addresses(of: delivery.name, delivery.process)
      // Those of the name alone go on with another process, if there is one.
      if case .left = delivery.news, state.processes[delivery.name] == nil {
        addresses.append(TapAddress(name: delivery.name))
      }
      if let busy = addresses.first(where: { state.taps[$0]?.catchingUp != nil }) {
        state.taps[busy]?.waiting[program] = whenRoom
        return nil
      }
      var followers: [(address: TapAddress, number: Int, take: Follower)] = []
      for address in addresses {
        guard let tap = state.taps[address] else { continue }
        if tap.followers.isEmpty, state.keepsBacklog { state.taps[address]?.keep(delivery.news) }
        followers += tap.followers.map { (address: address, number: $0.key, take: $0.value) }
      }
      return followers
    }
  }

  // MARK: For rows

  /// Calls `body` with the news of a tap, those that were kept first; returns a number for ``unfollow(_:_:)``.
  ///
  /// Another thread passes the backlog on, because the caller may be the thread that makes room in the row.
  func follow(_ address: TapAddress, _ body: @escaping Follower) -> Int {
    let (number, backlog, processes) = state.withLock { state -> (Int, [News], TapProcesses?) in
      state.followers += 1
      let number = state.followers
      let backlog = state.taps[address]?.takeBacklog(of: address.name) ?? []
      if backlog.isEmpty {
        state.taps[address, default: Tap()].followers[number] = body
      } else {
        state.taps[address]?.catchingUp = number
      }
      return (number, backlog, address.process == nil ? state.processes[address.name] : nil)
    }
    if let first = processes?.first, let others = processes?.others, !others.isEmpty {
      let list = others.prefix(3).map { "`tap:\(TapAddress(name: address.name, of: $0))`" }.joined(separator: ", ")
      let rest = others.count > 3 ? ", …" : ""
      _ = body(.note("\(TapProcesses.text(first)) is shown; \(others.count) more: \(list)\(rest)")) {}
    }
    if !backlog.isEmpty {
      loop.add { [self] in Backlog(backlog, of: address, for: number, body, on: self, $0) }
    }
    return number
  }

  /// Passes the backlog of a tap on to its first follower.
  private final class Backlog: ReadLoop.Source {
    private var news: ArraySlice<News>
    private let (tap, number): (TapAddress, Int)
    private let follower: Follower
    private let board: TapBoard
    private let wake: @Sendable () -> Void

    init(
      _ news: [News], of tap: TapAddress, for number: Int, _ follower: @escaping Follower, on board: TapBoard,
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
  private func isCatchingUp(_ number: Int, _ name: TapAddress, _ wake: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.taps[name]?.catchingUp == number else { return false }
      // No program has a negative number.
      state.taps[name]?.waiting[-number] = wake
      return true
    }
  }

  private func endBacklog(of name: TapAddress, for number: Int, _ follower: @escaping Follower) {
    let waiting = state.withLock { state -> [@Sendable () -> Void] in
      guard state.taps[name]?.catchingUp == number else { return [] }
      state.taps[name]?.catchingUp = nil
      state.taps[name]?.followers[number] = follower
      return state.taps[name]?.takeWaiting() ?? []
    }
    for call in waiting { call() }
  }

  func unfollow(_ name: TapAddress, _ number: Int) {
    let (waiting, observer, new) = state.withLock {
      state -> ([@Sendable () -> Void], (@Sendable (TapAddress) -> Void)?, [TapAddress]) in
      guard var tap = state.taps[name] else { return ([], nil, []) }
      tap.followers[number] = nil
      if tap.catchingUp == number { tap.catchingUp = nil }
      let waiting = tap.takeWaiting()
      state.taps[name] = tap
      if state.isUnused(name), !state.known.contains(name) { state.taps[name] = nil }
      return (waiting, state.onName, state.arrange())
    }
    for call in waiting { call() }
    if let observer { new.forEach(observer) }
  }

  // MARK: For finding taps

  /// Waits until a program reports a tap, and then until no other was seen for `quiet`; one thread at a time may wait.
  ///
  /// - Returns: the taps, in the order in which they were seen. Their news are kept for the first follower.
  func firstNames(quiet: Duration) -> [TapAddress] {
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
  func observeNames(_ body: @escaping @Sendable (TapAddress) -> Void) {
    let names = state.withLock { state in
      state.onName = body
      return state.names
    }
    for name in names { body(name) }
  }

  /// The taps, in the order in which they were seen.
  var names: [TapAddress] { state.withLock { $0.names } }

  func isReported(_ address: TapAddress) -> Bool { state.withLock { $0.isReported(address) } }

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
