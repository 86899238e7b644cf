import AsyncAlgorithms
import Foundation
import Marbles
import Synchronization
import TestSupport
import Testing
import Wire

@testable import MarbleTap

/// What `.marble` passes on, and what it reports.
@Suite(.timeLimit(.minutes(30))) struct MarbleTests {
  private struct Broken: Error, Equatable {}

  /// A sequence with a typed error, which says on which actor it ran.
  private struct Numbers: AsyncSequence, Sendable {
    var count: Int
    var failure: Broken?
    var onNext: @Sendable ((any Actor)?) -> Void = { _ in }

    struct Iterator: AsyncIteratorProtocol {
      var numbers: Numbers
      var next = 1

      mutating func next(isolation actor: isolated (any Actor)?) async throws(Broken) -> Int? {
        numbers.onNext(actor)
        guard next <= numbers.count else {
          if let failure = numbers.failure { throw failure }
          return nil
        }
        defer { next += 1 }
        return next
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(numbers: self) }
  }

  @Test("Elements and the end pass unchanged, and are reported in order")
  func elements() async throws {
    let reader = try TapReader()
    var elements: [Int] = []
    for try await element in Numbers(count: 3).marble("n", to: reader.destination) { elements.append(element) }
    #expect(elements == [1, 2, 3])
    #expect(await reader.story() == ["n 1 begin", "n 1 value 1", "n 1 value 2", "n 1 value 3", "n 1 finish"])
  }

  @Test("The first line names the program")
  func hello() async throws {
    let reader = try TapReader()
    _ = MarbleProbe("p", to: reader.destination)
    var lines = reader.lines.makeAsyncIterator()
    guard case .hello(let program, let process)? = await lines.next() else { throw Problem("no hello") }
    #expect(!program.isEmpty && !program.contains("/"))
    #expect(process == Int(ProcessInfo.processInfo.processIdentifier))
  }

  @Test("Errors keep their type, and their description is reported")
  func errors() async throws {
    let reader = try TapReader()
    do {
      for try await _ in Numbers(count: 1, failure: Broken()).marble("n", to: reader.destination) {}
      Issue.record("no error")
    } catch {
      // Compiles only while the type of the error is known.
      let broken: Broken = error
      #expect(broken == Broken())
    }
    #expect(await reader.story() == ["n 1 begin", "n 1 value 1", "n 1 error Broken()"])
  }

  @Test("A sequence that can't fail needs no try, also with a tap")
  func infallible() async throws {
    let reader = try TapReader()
    for await _ in [1].async.marble("a", to: reader.destination) {}
    #expect(await reader.story() == ["a 1 begin", "a 1 value 1", "a 1 finish"])
  }

  @Test("A loop that is left has cancelled its iteration")
  func left() async throws {
    let reader = try TapReader()
    for try await element in Numbers(count: 9).marble("n", to: reader.destination) where element == 2 { break }
    #expect(await reader.story() == ["n 1 begin", "n 1 value 1", "n 1 value 2", "n 1 cancel"])
  }

  @Test("Cancellation reaches the base, and is reported")
  func cancelled() async throws {
    let reader = try TapReader()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let hasEnded = Mutex(false)
    continuation.onTermination = { if case .cancelled = $0 { hasEnded.withLock { $0 = true } } }
    let (first, isFirst) = AsyncStream.makeStream(of: Void.self)
    let task = Task { for await _ in stream.marble("s", to: reader.destination) { isFirst.yield() } }
    continuation.yield(1)
    for await _ in first { break }
    task.cancel()
    await task.value
    #expect(hasEnded.withLock { $0 })
    #expect(await reader.story() == ["s 1 begin", "s 1 value 1", "s 1 cancel"])
  }

  @Test("A CancellationError is no error of the stream")
  func cancellationError() async throws {
    let reader = try TapReader()
    let stream = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: CancellationError()) }
    await #expect(throws: CancellationError.self) {
      for try await _ in stream.marble("s", to: reader.destination) {}
    }
    #expect(await reader.story() == ["s 1 begin", "s 1 cancel"])
  }

  @MainActor
  @Test("The base runs on the actor of the loop")
  func isolation() async throws {
    let reader = try TapReader()
    let actors = Mutex<[ObjectIdentifier?]>([])
    let numbers = Numbers(count: 2) { actor in actors.withLock { $0.append(actor.map { ObjectIdentifier($0) }) } }
    for try await _ in numbers.marble("n", to: reader.destination) { MainActor.assertIsolated() }
    let expected = ObjectIdentifier(MainActor.shared)
    #expect(actors.withLock { $0 } == [expected, expected, expected])
    #expect(await reader.story().count == 4)
  }

  @Test("Elements need not be Sendable")
  func notSendable() async throws {
    final class Box: CustomStringConvertible {
      var description: String { "box" }
    }
    struct Boxes: AsyncSequence {
      struct Iterator: AsyncIteratorProtocol {
        var left = 2
        mutating func next() async -> Box? {
          left -= 1
          return left >= 0 ? Box() : nil
        }
      }
      func makeAsyncIterator() -> Iterator { Iterator() }
    }
    let reader = try TapReader()
    for await _ in Boxes().marble("b", to: reader.destination) {}
    #expect(await reader.story() == ["b 1 begin", #"b 1 value "box""#, #"b 1 value "box""#, "b 1 finish"])
  }

  @Test("Nested iterations are told apart")
  func nested() async throws {
    let reader = try TapReader()
    let numbers = Numbers(count: 2).marble("n", to: reader.destination)
    for try await _ in numbers {
      for try await _ in numbers where true { break }
    }
    #expect(
      await reader.story(ends: 3) == [
        "n 1 begin", "n 1 value 1", "n 2 begin", "n 2 value 1", "n 2 cancel", "n 1 value 2", "n 3 begin",
        "n 3 value 1", "n 3 cancel", "n 1 finish",
      ])
  }

  @Test("A closure chooses what is shown, only for a listener")
  func value() async throws {
    let reader = try TapReader()
    for try await _ in Numbers(count: 2).marble("n", to: reader.destination, value: { ["twice": $0 * 2] }) {}
    #expect(
      await reader.story() == ["n 1 begin", #"n 1 value {"twice":2}"#, #"n 1 value {"twice":4}"#, "n 1 finish"])
    let calls = Mutex(0)
    for try await _ in Numbers(count: 2).marble("n", to: .off, value: { _ in calls.withLock { $0 += 1 } }) {}
    #expect(calls.withLock { $0 } == 0)
  }

  @Test("A probe reports values of callbacks")
  func probe() async throws {
    let reader = try TapReader()
    let probe = MarbleProbe("p", to: reader.destination)
    probe.value(1)
    probe.value("two")
    MarbleProbe("p", to: reader.destination).value([3])
    probe.fail(Broken())
    #expect(
      await reader.story() == ["p 0 value 1", #"p 0 value "two""#, "p 0 value [3]", "p 0 error Broken()"])
  }

  @Test("A listener that asks for it is told when a value is asked for, so that it knows who waits")
  func requests() async throws {
    let reader = try await TapReader.asking()
    for try await _ in Numbers(count: 2).marble("n", to: reader.destination) {}
    #expect(
      await reader.story() == [
        "n 1 begin", "n 1 request", "n 1 value 1", "n 1 request", "n 1 value 2", "n 1 request", "n 1 finish",
      ])
  }

  @Test("What a listener says is parsed; nothing else is a wish")
  func wishes() {
    #expect(TapWishes(json: TapLine.wishes.utf8) == [.request, .yield, .send])
    #expect(TapWishes(json: #"{"marbled":1,"events":["later","request"],"more":{}}"#.utf8) == .request)
    #expect(TapWishes(json: #"{"marbled":1,"events":[]}"#.utf8) == [])
    for text in ["", "{}", "[]", #"{"marbled":2,"events":["request"]}"#, #"{"marbled":1,"events":"request"}"#] {
      #expect(TapWishes(json: text.utf8) == nil)
    }
  }

  @Test("An iteration begins with its place in the source and the name of its task, also for a listener that is late")
  func origin() async throws {
    let reader = try TapReader()
    let line = #line + 1
    let numbers = Numbers(count: 1).marble("n", to: reader.destination)
    let task = Task(name: "charge") { for try await _ in numbers {} }
    try await task.value
    let first = try #require(await reader.reports { $0.event == .begin }.first?.origin)
    #expect(first.file == "MarbleTapTests/MarbleTests.swift" && first.line == line)
    if #available(macOS 26.0, *) { #expect(first.task == "charge") }
    let folder = try TemporaryFolder()
    let open = Numbers(count: 1).marble("n", to: .socket(folder.file("t.sock")), fileID: "A/B.swift", line: 7)
    let iterator = open.makeAsyncIterator()
    let late = try TapReader(in: folder)
    let origin = try #require(await late.reports { $0.event == .begin }.first?.origin)
    #expect(origin.file == "A/B.swift" && origin.line == 7)
    withExtendedLifetime(iterator) {}
  }

  @Test("A sequence with a tap is Sendable if its base is")
  func sendable() {
    func check(_: some Sendable) {}
    check(Numbers(count: 1).marble("n", to: .off))
  }

  @Test("Of 1,000 concurrent iterations, cancelled at random, each begins once and ends once")
  func concurrent() async throws {
    let reader = try TapReader()
    let destination = reader.destination
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<1000 {
        group.addTask {
          let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
          for value in 0..<number % 17 { continuation.yield(value) }
          if number % 5 == 0 { continuation.finish() }
          let task = Task {
            for await value in stream.marble("s", to: destination) where value == number % 23 { break }
          }
          if number % 3 == 0 { await Task.yield() }
          task.cancel()
          await task.value
        }
      }
    }
    var begun: Set<Int> = []
    var ended: Set<Int> = []
    var isOver: Bool { ended.count == 1000 }
    for report in await reader.reports(upTo: { report in
      switch report.event {
      case .begin: #expect(begun.insert(report.iteration).inserted)
      case .finish, .cancel: #expect(ended.insert(report.iteration).inserted)
      case .value: #expect(!ended.contains(report.iteration))
      case .idle, .request, .yield, .send, .error, .dropped: break
      }
      return isOver
    }) { _ = report }
    #expect(begun == Set(1...1000) && ended == begun)
  }
}
