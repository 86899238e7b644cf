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
@Suite(.timeLimit(.minutes(5))) struct TapBoardTests {
  private let board = TapBoard()

  private func post(_ numbers: ClosedRange<Int>, of tap: String = "a") {
    for number in numbers {
      board.post(TapReport(tap: tap, iteration: 1, time: nil, event: .value(.int(number))))
    }
  }

  /// What a follower was told: the values, and the numbers of lost ones as negative numbers.
  private final class Told: Sendable {
    let numbers = Watched<[Int]>([])

    func take(_ news: TapBoard.News) {
      guard case .report(let report) = news else { return }
      switch report.event {
      case .value(.int(let number)): numbers.withLock { $0.append(number) }
      case .dropped(let count): numbers.withLock { $0.append(-count) }
      default: break
      }
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
    let made = TapBoard(clock: clock)
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
    let number = board.follow("a") { news in
      // As a row that is full: only the thread that follows makes room.
      hasReturned.wait()
      told.take(news)
      hasReturned.signal()
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
    board.leave("a", .finished)
    let told = Watched<[TapBoard.News]>([])
    _ = board.follow("a") { news in told.withLock { $0.append(news) } }
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
    let number = board.follow("a") { news in
      told.take(news)
      isTold.signal()
      mayGoOn.wait()
    }
    isTold.wait()
    board.unfollow("a", number)
    post(11...20)
    mayGoOn.signal()
    let next = Told()
    let other = board.follow("a") { next.take($0) }
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
    _ = board.follow(beyond) { first.take($0) }
    _ = board.follow(last) { second.take($0) }
    #expect(second.wait(for: 2) == [1, 2])
    post(3...3, of: beyond)
    #expect(first.wait(for: 1) == [3])
  }
}
