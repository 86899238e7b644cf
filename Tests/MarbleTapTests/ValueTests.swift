import Foundation
import Marbles
import Synchronization
import TestSupport
import Testing
import Wire

@testable import MarbleTap

/// Where values are described, and what of them is shown.
@Suite(.timeLimit(.minutes(30))) struct ValueTests {
  private struct Order: Sendable {
    var id: Int
    var total: Double
    var name: String
  }

  /// A value that notes where it is described.
  private struct Described: Sendable, CustomStringConvertible {
    let places: Watched<[String]>

    var description: String {
      places.withLock { $0.append(Thread.current.name ?? "") }
      return "described"
    }
  }

  private func stream<Element>(_ element: sending Element) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    continuation.yield(element)
    continuation.finish()
    return stream
  }

  @Test("A structure that is Sendable is described by the thread that sends it; its JSON is the same")
  func sendable() async throws {
    let reader = try TapReader()
    for await _ in stream(Order(id: 1, total: 2.5, name: "a")).marble("o", to: reader.destination) {}
    #expect(await reader.story() == ["o 1 begin", #"o 1 value {"id":1,"name":"a","total":2.5}"#, "o 1 finish"])
    let places = Watched<[String]>([])
    for await _ in stream(Described(places: places)).marble("d", to: reader.destination) {}
    for await _ in stream(1).marble("p", to: reader.destination, value: { _ in Described(places: places) }) {}
    MarbleProbe("q", to: reader.destination).value(Described(places: places))
    _ = await reader.reports { $0.tap == "q" }
    #expect(places.withLock { $0 } == ["marbletap", "marbletap", "marbletap"])
  }

  @Test("A value that is not Sendable is described where it is reported")
  func notSendable() async throws {
    final class Box: CustomStringConvertible {
      let places: Watched<[String]>
      init(_ places: Watched<[String]>) { self.places = places }
      var description: String {
        places.withLock { $0.append(Thread.current.name ?? "") }
        return "box"
      }
    }
    let reader = try TapReader()
    let places = Watched<[String]>([])
    for await _ in stream(Box(places)).marble("b", to: reader.destination) {}
    #expect(await reader.story() == ["b 1 begin", #"b 1 value "box""#, "b 1 finish"])
    #expect(places.withLock { $0.count == 1 && !$0.contains("marbletap") })
  }

  @Test("Where values are redacted, only their types are reported, and those of errors")
  func redacted() async throws {
    struct Secret: Error { var text = "secret" }
    let reader = try await TapReader.asking()
    let destination = reader.destination.redacted
    for await _ in stream("secret").marble("a", to: destination) {}
    for await _ in stream(1).marble("b", to: destination, value: { "secret \($0)" }) {}
    let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Secret()) }
    do { for try await _ in failing.marble("c", to: destination) {} } catch {}
    let probe = MarbleProbe("d", to: destination)
    probe.value("secret")
    await probe.send("secret") { _ in }
    probe.fail(Secret())
    let (kept, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
    let tapped = continuation.marble("e", to: destination)
    for _ in 0..<2 { tapped.yield("secret") }
    tapped.finish()
    let story = await reader.reports { $0.tap == "e" && $0.event == .finish }.map(\.story)
    #expect(!story.joined().contains("secret"))
    #expect(
      story.filter { !$0.hasSuffix("request") && !$0.hasSuffix("begin") && !$0.hasSuffix("waiting") } == [
        #"a 1 value "String""#, "a 1 finish", #"b 1 value "Int""#, "b 1 finish", "c 1 error Secret",
        #"d 0 value "String""#, #"d 0 value "String""#, "d 0 error Secret", #"e 0 value "String""#,
        #"e 0 value "String""#, #"e lost "String""#, "e 0 finish",
      ])
    withExtendedLifetime(kept) {}
    // The same name elsewhere in the program is shown as it is.
    MarbleProbe("d", to: reader.destination).value("open")
    #expect(await reader.reports { _ in true }.map(\.story) == [#"d 0 value "open""#])
  }
}
