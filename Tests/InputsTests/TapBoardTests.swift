import Dispatch
import Foundation
import Marbles
import Platform
import Scenes
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Inputs

/// What followers of taps are told, and in which order.
@Suite(.timeLimit(.minutes(30))) struct TapBoardTests {
  private let board = TapBoard(on: ReadLoop())

  private func post(_ numbers: ClosedRange<Int>, of tap: String = "a") {
    for number in numbers {
      board.post(TapReport(tap: tap, iteration: 1, time: nil, event: .value(.int(number))))
    }
  }

  /// What a follower was told: the values, and the numbers of lost ones as negative numbers.
  private final class Told: Sendable {
    let numbers = Watched<[Int]>([])

    @Sendable func take(_ news: TapBoard.News, _ whenRoom: @Sendable () -> Void) -> Bool {
      guard case .report(let report) = news else { return true }
      switch report.event {
      case .value(.int(let number)): numbers.withLock { $0.append(number) }
      case .dropped(let count): numbers.withLock { $0.append(-count) }
      default: break
      }
      return true
    }

    func wait(for count: Int) -> [Int] { numbers.wait { $0.count >= count ? $0 : nil } }
  }

  @Test("The first names are complete when nothing new has come for a while, which each new name begins again")
  func firstNames() {
    let time = VirtualClock()
    let later = Mutex<ArraySlice>(["b", "c"])
    let board = Mutex<TapBoard?>(nil)
    let clock = MonotonicClock(now: { time.now }) { readable, writable, nanoseconds in
      if let name = later.withLock({ $0.popFirst() }) {
        time.advance(by: 60_000_000)
        board.withLock { $0 }?.join(name)
      }
      return time.clock.wait(readable, writable, nanoseconds)
    }
    let made = TapBoard(on: ReadLoop(clock: clock))
    board.withLock { $0 = made }
    made.join("a")
    let start = time.now
    #expect(made.firstNames(quiet: .milliseconds(100)) == ["a", "b", "c"])
    #expect(time.now - start == 60_000_000 + 60_000_000 + 100_000_000)
  }

  @Test("A new follower is told what was kept, in order and by another thread, while a program goes on")
  func backlog() {
    board.join("a")
    #expect(board.firstNames(quiet: .zero) == ["a"])
    post(1...1500)
    let (told, hasReturned) = (Told(), DispatchSemaphore(value: 0))
    let number = board.follow("a") { news, whenRoom in
      // As a row that is full: only the thread that follows makes room.
      hasReturned.wait()
      defer { hasReturned.signal() }
      return told.take(news, whenRoom)
    }
    Thread { post(1501...4000) }.start()
    hasReturned.signal()
    let numbers = told.wait(for: 3501)
    #expect(numbers == Array(1...1000) + [-500] + Array(1501...4000))
    board.unfollow("a", number)
  }

  @Test("The end of a program is kept also when the backlog is full, after the count of what is missing")
  func left() {
    board.join("a")
    _ = board.firstNames(quiet: .zero)
    post(1...1200)
    board.end("a", .finished)
    let told = Watched<[TapBoard.News]>([])
    _ = board.follow("a") { news, _ in
      told.withLock { $0.append(news) }
      return true
    }
    let news = told.wait { $0.count >= 1002 ? $0 : nil }
    #expect(news.count == 1002 && news.last == .left(.finished))
    guard case .report(let report) = news[1000], case .dropped(200) = report.event else {
      Issue.record("\(news[1000])")
      return
    }
  }

  @Test("A follower that leaves while it is told what was kept does not hold up the program")
  func leaving() {
    board.join("a")
    _ = board.firstNames(quiet: .zero)
    post(1...10)
    let (isTold, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let told = Told()
    let number = board.follow("a") { news, whenRoom in
      defer {
        isTold.signal()
        mayGoOn.wait()
      }
      return told.take(news, whenRoom)
    }
    isTold.wait()
    board.unfollow("a", number)
    post(11...20)
    mayGoOn.signal()
    let next = Told()
    let other = board.follow("a", next.take)
    // What came while nobody followed was kept.
    #expect(next.wait(for: 10) == Array(11...20))
    #expect(told.numbers.withLock { $0 } == [1])
    board.unfollow("a", other)
  }

  @Test("Nothing is kept for taps that get no row by themselves")
  func beyondRows() {
    for index in 0...TapListener.rowLimit { board.join("t\(index)") }
    _ = board.firstNames(quiet: .zero)
    let (last, beyond) = ("t\(TapListener.rowLimit - 1)", "t\(TapListener.rowLimit)")
    post(1...2, of: last)
    post(1...2, of: beyond)
    let (first, second) = (Told(), Told())
    _ = board.follow(TapAddress(name: beyond), first.take)
    _ = board.follow(TapAddress(name: last), second.take)
    #expect(second.wait(for: 2) == [1, 2])
    post(3...3, of: beyond)
    #expect(first.wait(for: 1) == [3])
  }

  @Test("A tap that no program reports and no row shows gives its place to a new one; the oldest first")
  func forgetting() {
    let limit = TapListener.rowLimit
    let (told, seen) = (Told(), Watched<[TapAddress]>([]))
    board.observeNames { name in seen.withLock { $0.append(name) } }
    for index in 0..<limit { board.join("t\(index)") }
    let number = board.follow("t0", told.take)
    for index in [0, 1, 5] { board.end("t\(index)", .finished) }
    // One is shown, and one has no program.
    board.join("new")
    #expect(board.names == (0..<limit).filter { $0 != 1 }.map { "t\($0)" } + ["new"])
    board.join("newer")
    #expect(board.names == (0..<limit).filter { ![1, 5].contains($0) }.map { "t\($0)" } + ["new", "newer"])
    #expect(board.takeProblems() == [])
    let problems = Watched(0)
    let observer = board.observeProblems { problems.withLock { $0 += 1 } }
    board.join("newest")
    board.join("last")
    #expect(problems.withLock { $0 } == 1)
    board.stopObservingProblems(observer)
    let names = seen.withLock { $0 }
    #expect(Array(names.suffix(2)) == ["new", "newer"])
    #expect(board.takeProblems() == ["no row for `newest` and later taps: 64 have one, which is the most"])
    // A row that ends makes room.
    board.unfollow("t0", number)
    #expect(seen.withLock { $0 }.last == "newest" && !board.names.contains("t0"))
  }

  @Test("A program that waits for a full row goes on when the row leaves")
  func leavingFull() {
    board.join("a")
    let number = board.follow("a") { _, _ in false }
    let wakes = Watched(0)
    var delivery = TapBoard.delivery(of: TapReport(tap: "a", iteration: 1, time: nil, event: .value(1)))
    #expect(!board.pass(&delivery, of: 1) { wakes.withLock { $0 += 1 } })
    board.unfollow("a", number)
    #expect(wakes.withLock { $0 } == 1)
    #expect(board.pass(&delivery, of: 1) {})
  }
}

extension TapBoard {
  /// Passes a report on, and waits while a follower has no room.
  fileprivate func post(_ report: TapReport) { finish(TapBoard.delivery(of: report)) }

  fileprivate func end(_ name: String, _ end: LiveSource.End) { if let left = leave(name, end) { finish(left) } }

  private func finish(_ delivery: Delivery) {
    var delivery = delivery
    let room = DispatchSemaphore(value: 0)
    while !pass(&delivery, of: 1, whenRoom: { room.signal() }) { room.wait() }
  }
}
