import AsyncAlgorithms
import Foundation
import Marbles
import TestSupport
import Testing
import Wire

@testable import MarbleTap

/// What those report that send values: losses at `yield`, and waits at `send`.
@Suite(.timeLimit(.minutes(30))) struct ProducerTests {
  /// The reports up to the end of the tap.
  private func reports(of reader: TapReader) async -> [TapReport] { await reader.reports { $0.event == .finish } }

  @Test("A continuation reports what it yields, what the buffer loses, and how much more it holds")
  func newest() async throws {
    let reader = try await TapReader.asking()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(2))
    let tapped = continuation.marble("in", to: reader.destination)
    for value in 1...3 { tapped.yield(value) }
    guard case .dropped(2) = tapped.yield(4) else { throw Problem("the result is another one") }
    tapped.finish()
    tapped.yield(5)
    tapped.finish()
    var values: [Int] = []
    for await value in stream { values.append(value) }
    #expect(values == [3, 4])
    let reports = await reports(of: reader)
    #expect(
      reports.map(\.story) == [
        "in 0 value 1", "in 0 value 2", "in 0 value 3", "in lost 1", "in 0 value 4", "in lost 2", "in 0 finish",
      ])
    #expect(reports.map(\.remaining) == [1, 0, 0, nil, 0, nil, nil])
    #expect(await reader.reports { $0.event == .finish }.map(\.story) == ["in refused 5", "in 0 finish"])
  }

  @Test("A continuation of a stream without a limit reports its values alone, also to a listener that asks for nothing")
  func unbounded() async throws {
    let reader = try TapReader()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let tapped = continuation.marble("in", to: reader.destination)
    tapped.onTermination = { _ in }
    #expect(continuation.onTermination != nil)
    tapped.yield("a")
    tapped.finish()
    for await value in stream { #expect(value == "a") }
    let reports = await reports(of: reader)
    #expect(reports.map(\.story) == [#"in 0 value "a""#, "in 0 finish"])
    #expect(reports.allSatisfy { $0.remaining == nil })
  }

  @Test("A continuation of a stream that may fail reports its losses, and the error that ends it")
  func throwing() async throws {
    let reader = try await TapReader.asking()
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(1))
    let tapped = continuation.marble("in", to: reader.destination)
    tapped.onTermination = { _ in }
    #expect(continuation.onTermination != nil)
    tapped.yield(1)
    guard case .dropped(2) = tapped.yield(2) else { throw Problem("the result is another one") }
    tapped.finish(throwing: Problem("no network"))
    tapped.yield(3)
    await #expect(throws: Problem.self) { for try await value in stream { #expect(value == 1) } }
    let reports = await reader.reports { if case .yield(_, isTerminated: true) = $0.event { true } else { false } }
    #expect(
      reports.map(\.story) == ["in 0 value 1", "in 0 value 2", "in lost 2", "in 0 error no network", "in refused 3"])
    let (empty, other) = AsyncThrowingStream.makeStream(of: Int.self)
    other.marble("end", to: reader.destination).finish()
    for try await _ in empty {}
    #expect(await reader.reports { $0.tap == "end" && $0.event == .finish }.map(\.story) == ["end 0 finish"])
  }

  @Test("A send to a channel is reported when it begins to wait, and its value when it was taken, with the wait")
  func channel() async throws {
    let reader = try await TapReader.asking()
    let channel = AsyncChannel<Int>()
    let probe = MarbleProbe("out", to: reader.destination)
    let sender = Task {
      await probe.send(1) { await channel.send($0) }
      probe.finish()
    }
    // It waits before anyone takes it.
    #expect(await reader.reports { _ in true }.map(\.story) == ["out 1 waiting"])
    for await value in channel {
      #expect(value == 1)
      break
    }
    await sender.value
    let reports = await reports(of: reader)
    #expect(reports.map(\.story) == ["out 0 value 1", "out 0 waiting", "out 0 finish"])
    let waited = try #require(reports[0].waited)
    #expect(waited > .zero)
  }

  @Test("A send that fails keeps its error, and is no value")
  func failure() async throws {
    struct Full: Error, Equatable {}
    let reader = try await TapReader.asking()
    let probe = MarbleProbe("out", to: reader.destination)
    do {
      try await probe.send(1) { (_: Int) async throws(Full) in throw Full() }
      Issue.record("no error")
    } catch {
      let full: Full = error
      #expect(full == Full())
    }
    probe.finish()
    #expect(await reports(of: reader).map(\.story) == ["out 1 waiting", "out 0 waiting", "out 0 finish"])
  }

  @MainActor
  @Test("A send runs on the actor of its caller")
  func isolation() async throws {
    let reader = try await TapReader.asking()
    var sent: [Int] = []
    await MarbleProbe("out", to: reader.destination).send(1) { value in
      MainActor.assertIsolated()
      sent.append(value)
    }
    #expect(sent == [1])
  }
}
