import Foundation
import MarbleTap
import Platform
import Synchronization

/// Uses taps from many tasks at once, with listeners that read, get stuck, and go: for ThreadSanitizer, under which it
/// builds in seconds because it needs nothing else of the package. In a release build, because without optimization the
/// runtime moves events, unseen by the sanitizer.
///
/// ```console
/// MARBLED_TOOLS=1 swift run -c release --sanitize=thread --scratch-path .build-tsan TapStress
/// ```
///
/// `TapStress program SECONDS` is a program with ten taps, of which `.ci/tap-programs` starts a hundred.
@main
struct TapStress {
  private static let iterations = 1000

  static func main() async throws {
    if CommandLine.arguments.dropFirst().first == "program" {
      return await program(for: .seconds(Double(CommandLine.arguments.last ?? "") ?? 1))
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "tap-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, isStuck) in [("reads", false), ("stuck", true)] {
      let listener = Listener("\(folder)/\(name).sock", isStuck: isStuck)
      await stream(.socket(listener.path))
      await iterate(.socket(listener.path), name)
      let counts = await listener.counts(ends: isStuck ? 0 : iterations)
      print("\(name): \(counts.begins) begins, \(counts.ends) ends, \(counts.values) values, \(counts.dropped) lost")
      if !isStuck, counts.begins != iterations || counts.ends != iterations {
        print("expected \(iterations) begins and ends")
        exit(1)
      }
    }
    await iterate(.file("\(folder)/file.ndjson"), "file")
    await iterate(.socket("\(folder)/nobody.sock"), "nobody")
    let left = Element.living.load(ordering: .sequentiallyConsistent)
    print("\(left) elements left")
    if left != 0 { exit(1) }
  }

  /// A program with ten taps, whose iterations end, are left and are cancelled until its time is over.
  private static func program(for time: Duration) async {
    let end = ContinuousClock.now + time
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<10 {
        group.addTask {
          for round in 0... where ContinuousClock.now < end {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let loop = Task {
              for await value in stream.marble("t\(number)") where round % 3 == 1 && value == 5 { break }
            }
            for value in 0..<10 {
              continuation.yield(value)
              try? await Task.sleep(for: .milliseconds(100))
            }
            if round % 3 == 0 { continuation.finish() } else { loop.cancel() }
            await loop.value
            if end < .now { return }
          }
        }
      }
    }
  }

  /// Values of one task, which shares no lock with the thread that sends them.
  private static func stream(_ destination: MarbleDestination) async {
    let probe = MarbleProbe("probe", to: destination)
    for value in 0..<100_000 { probe.value("\(value)") }
  }

  /// An element that is counted, so that one which a tap keeps is found.
  private final class Element: Sendable {
    static let living = Atomic(0)
    let text: String

    init(_ text: String) {
      self.text = text
      Self.living.add(1, ordering: .relaxed)
    }

    deinit { Self.living.subtract(1, ordering: .relaxed) }
  }

  /// Iterations that end, that are left, and that are cancelled at random times.
  private static func iterate(_ destination: MarbleDestination, _ name: String) async {
    await withTaskGroup(of: Void.self) { group in
      let probe = MarbleProbe("probe", to: destination)
      for number in 0..<iterations {
        group.addTask {
          let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
          for value in 0..<100 { continuation.yield(Element("\(value)")) }
          if number % 5 == 0 { continuation.finish() }
          let task = Task {
            let tapped = stream.marble("tap\(number % 7)", to: destination) { $0.text }
            for await element in tapped where element.text == "\(number % 120)" { break }
          }
          probe.value([number])
          // Before the iteration has begun, while it runs, or after its end.
          for _ in 0..<Int.random(in: 0...30) { await Task.yield() }
          task.cancel()
          await task.value
        }
      }
    }
  }
}

/// What taps have sent.
private struct Counts: Sendable {
  var begins = 0
  var ends = 0
  var values = 0
  var dropped = 0
}

/// Counts the lines that arrive at a socket.
private final class Listener: Sendable {
  let path: String
  private let results: AsyncStream<Counts>

  init(_ path: String, isStuck: Bool) {
    self.path = path
    let socket = Sockets.make(AF_UNIX, .stream)
    guard Sockets.withAddress(of: path, { bind(socket, $0, $1) }) == 0, listen(socket, 1) == 0 else {
      fatalError("no socket at \(path)")
    }
    let (results, continuation) = AsyncStream.makeStream(of: Counts.self)
    self.results = results
    Thread {
      let connection = accept(socket, nil, nil)
      var counts = Counts()
      var rest = ""
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        continuation.yield(counts)
        if isStuck { break }
        let count = read(connection, &buffer, buffer.count)
        guard count > 0 else { break }
        rest += String(decoding: buffer[..<count], as: UTF8.self)
        let lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
        rest = String(lines.last ?? "")
        for line in lines.dropLast() where !line.contains(#""tap":"probe""#) {
          if line.contains(#""event":"begin""#) { counts.begins += 1 }
          if line.contains(#""event":"value""#) { counts.values += 1 }
          if line.contains(#""event":"finish""#) || line.contains(#""event":"cancel""#) { counts.ends += 1 }
          if line.contains(#""event":"dropped""#) { counts.dropped += 1 }
        }
      }
      continuation.finish()
    }.start()
  }

  /// The counts once this many iterations have ended.
  func counts(ends: Int) async -> Counts {
    var last = Counts()
    for await counts in results {
      last = counts
      if counts.ends >= ends { break }
    }
    return last
  }
}
