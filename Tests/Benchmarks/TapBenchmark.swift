import Foundation
import MarbleTap
import Platform
import Synchronization
import TestSupport

/// What `.marble` costs: the elements of a stream that is full, with and without it, in one run.
enum TapBenchmark {
  private static let count = 1_000_000
  private static let rounds = 15

  static func run() async throws {
    print("| what | median | per event | ratio |")
    print("|---|---|---|---|")
    let folder = try TemporaryFolder()
    try await compare("no listener", .socket(folder.file("none.sock")))
    let reader = try Reader(folder.file("reads.sock"))
    try await compare("a listener that reads all", .socket(reader.path))
    try await reader.check("a listener that reads all", elements: count * rounds)
    let stuck = try Reader(folder.file("stuck.sock"), isStuck: true)
    try await compare("a listener that reads nothing", .socket(stuck.path))
    stuck.resume()
    try await stuck.check("a listener that reads nothing, until the end", elements: count * rounds)
    try await structures(Reader(folder.file("orders.sock")))
    try await withoutWaiting(.socket(Reader(folder.file("flood.sock")).path))
  }

  /// Elements that are there at once, without any stream: all that is measured is the tap.
  private struct Numbers: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
      var next = 0

      mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
        defer { next += 1 }
        return next < count ? next : nil
      }

      mutating func next() async -> Int? { await next(isolation: nil) }
    }

    func makeAsyncIterator() -> Iterator { Iterator() }
  }

  private static func withoutWaiting(_ listener: MarbleDestination) async throws {
    let (numbers, orders) = (Numbers(), Numbers().map { Order(id: $0, name: "order", total: 2.5) })
    var times: [(String, [Duration])] = [
      "elements of an iterator that never waits", "… through `.marble`, off", "… through `.marble`, a listener",
      "structures of such an iterator", "… through `.marble`, off", "… through `.marble`, a listener",
      "… through `.marble(value: { $0.id })`, off", "… through `.marble(value: { $0.id })`, a listener",
    ].map { ($0, []) }
    for _ in 0..<rounds {
      let round = [
        await time(numbers) { $0 }, await time(numbers.marble("n", to: .off)) { $0 },
        await time(numbers.marble("n", to: listener)) { $0 }, await time(orders) { $0.id },
        await time(orders.marble("o", to: .off)) { $0.id }, await time(orders.marble("o", to: listener)) { $0.id },
        await time(orders.marble("i", to: .off, value: { $0.id })) { $0.id },
        await time(orders.marble("i", to: listener, value: { $0.id })) { $0.id },
      ]
      for (index, time) in round.enumerated() { times[index].1.append(time) }
    }
    for (what, times) in times { report(what, times.median, events: count) }
  }

  @concurrent private static func time<Stream: AsyncSequence & Sendable>(
    _ stream: Stream, _ number: @Sendable (Stream.Element) -> Int
  ) async -> Duration where Stream.Failure == Never {
    await ContinuousClock().measure {
      var sum = 0
      for await element in stream { sum &+= number(element) }
      precondition(sum == count * (count - 1) / 2)
    }
  }

  /// A structure of three properties, which the thread of the tap describes.
  private struct Order: Sendable {
    var id: Int
    var name: String
    var total: Double
  }

  /// The number of structures between two pauses: all of them fit into the queue, so each is boxed and none is dropped.
  private static let batch = 4000
  /// The time of the iterating task that one may take, in nanoseconds.
  private static let structureLimit = 2000.0

  private static func structures(_ reader: Reader) async throws {
    var plain: [Duration] = []
    var tapped: [Duration] = []
    for round in 1...rounds {
      let streams = (orders(), orders().marble("numbers", to: .socket(reader.path)))
      plain.append(await ContinuousClock().measure { await read(streams.0) })
      tapped.append(await ContinuousClock().measure { await read(streams.1) })
      // Until the thread has described them, which takes longer than to report them.
      try await reader.check(nil, elements: batch * round)
    }
    report("\(batch) structures of an AsyncStream", plain.median, events: batch)
    report("… through `.marble`, a listener", tapped.median, events: batch, exactRatio: tapped.median / plain.median)
    let each = (tapped.median - plain.median) / .nanoseconds(1) / Double(batch)
    guard each <= structureLimit else { throw Problem("a structure took \(each) ns; at most \(structureLimit)") }
  }

  private static func orders() -> AsyncStream<Order> {
    AsyncStream { continuation in
      for id in 0..<batch { continuation.yield(Order(id: id, name: "order", total: 2.5)) }
      continuation.finish()
    }
  }

  @concurrent private static func read(_ stream: AsyncStream<Order>) async {
    var sum = 0
    for await order in stream { sum &+= order.id }
    precondition(sum == batch * (batch - 1) / 2)
  }

  @concurrent private static func read(_ stream: MarbleSequence<AsyncStream<Order>>) async {
    var sum = 0
    for await order in stream { sum &+= order.id }
    precondition(sum == batch * (batch - 1) / 2)
  }

  private static func compare(_ what: String, _ destination: MarbleDestination) async throws {
    var plain: [Duration] = []
    var tapped: [Duration] = []
    for _ in 0..<rounds {
      // In turn, so that another load on the machine meets both.
      let streams = (stream(), stream().marble("numbers", to: destination))
      plain.append(await ContinuousClock().measure { await read(streams.0) })
      tapped.append(await ContinuousClock().measure { await read(streams.1) })
    }
    report("\(count) elements of an AsyncStream", plain.median, events: count)
    let ratio = tapped.median / plain.median
    report("… through `.marble`, \(what)", tapped.median, events: count, exactRatio: ratio)
  }

  private static func stream() -> AsyncStream<Int> {
    AsyncStream { continuation in
      for value in 0..<count { continuation.yield(value) }
      continuation.finish()
    }
  }

  @concurrent private static func read(_ stream: AsyncStream<Int>) async {
    var sum = 0
    for await value in stream { sum &+= value }
    precondition(sum == count * (count - 1) / 2)
  }

  @concurrent private static func read(_ stream: MarbleSequence<AsyncStream<Int>>) async {
    var sum = 0
    for await value in stream { sum &+= value }
    precondition(sum == count * (count - 1) / 2)
  }

  /// A listener that counts values and losses.
  private final class Reader: Sendable {
    let path: String
    private let go = DispatchSemaphore(value: 0)
    private let counts: AsyncStream<(values: Int, lost: Int)>

    init(_ path: String, isStuck: Bool = false) throws {
      self.path = path
      let socket = Sockets.make(AF_UNIX, .stream)
      guard Sockets.withAddress(of: path, { bind(socket, $0, $1) }) == 0, listen(socket, 1) == 0 else {
        throw Problem("no socket at \(path)")
      }
      let (counts, continuation) = AsyncStream.makeStream(of: (values: Int, lost: Int).self)
      self.counts = counts
      Thread { [go] in
        let connection = accept(socket, nil, nil)
        if isStuck { go.wait() }
        var (values, lost) = (0, 0)
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let start = "{'tap':'numbers','pid':\(getpid()),'event':'".utf8.count
        while true {
          let count = Platform.read(connection, &buffer, buffer.count)
          guard count > 0 else { break }
          rest += buffer[..<count]
          guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
          for line in rest[..<end].split(separator: UInt8(ascii: "\n")) {
            // `{"tap":"numbers","pid":4711,"event":"value",` or `"dropped","count":12}`
            switch line.dropFirst(start).first {
            case UInt8(ascii: "v"): values += 1
            case UInt8(ascii: "d"):
              lost += Int(String(decoding: line.dropFirst(start + 17).dropLast(), as: UTF8.self)) ?? 0
            default: break
            }
          }
          rest.removeSubrange(...end)
          continuation.yield((values, lost))
        }
      }.start()
    }

    func resume() { go.signal() }

    /// Waits until each element was received or counted as lost.
    ///
    /// - Parameter what: what is printed of it; nil for nothing.
    func check(_ what: String?, elements: Int) async throws {
      for await (values, lost) in counts {
        guard values + lost >= elements else { continue }
        guard values + lost == elements else { throw Problem("\(values) values and \(lost) lost of \(elements)") }
        guard let what else { return }
        print("\n\(what): of \(elements) elements, \(values) were received and \(lost) were counted as lost\n")
        return
      }
    }
  }
}
