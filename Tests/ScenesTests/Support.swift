import AsyncAlgorithms
import Dispatch
import Expressions
import Marbles
import Playback
import Player
import Synchronization
import Testing

@testable import Operators
@testable import Scenes

// MARK: Scenes as diagrams

/// Input rows as diagrams of one second a character, then output rows as expressions.
func scene(
  _ inputs: KeyValuePairs<String, String>, _ outputs: [String] = [], duration: SceneTime? = nil,
  catalogue: Catalogue = .standard
) throws -> Scene {
  var rows = try inputs.map {
    Scene.Row(name: $0.key, content: .input(try Diagram.parse($0.value, row: $0.key).timeline))
  }
  for text in outputs {
    let expression = try Expression.parse(text, catalogue: catalogue)
    rows.append(Scene.Row(name: expression.name ?? "out", content: .output(expression)))
  }
  return Scene(name: "test", duration: duration, rows: rows)
}

/// The error that `body` throws.
func failure(_ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) -> SceneError? {
  do {
    try body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  } catch let error as SceneError {
    return error
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
  return nil
}

/// What was seen, in order, by any thread.
final class Seen: Sendable {
  private let state = Mutex<[String]>([])
  var values: [String] { state.withLock { $0 } }
  func append(_ value: String) { state.withLock { $0.append(value) } }
}

// MARK: Operators that only tests have

extension Catalogue {
  static let testing = Catalogue(Catalogue.standard.operators + [.ticker, .spinner, .late, .flood, .twin])
}

extension Operator {
  /// A value each second, for ever.
  static let ticker = function(
    "ticker", .creating, .marbled, "Ticks.", use: "", sample: Sample("ticker(a)"),
    forms: [
      Form("ticker(_ base)", [Parameter(nil, .stream)], isEndless: true, semantics: OperatorSemantics()) { call in
        TracedStream(
          AsyncTimerSequence(interval: .seconds(1), clock: call.scene).map {
            Traced(value: .int(Int($0.nanoseconds / 1_000_000_000)), color: .gray, from: .none, sources: .none)
          })
      }
    ])

  /// Of one stream, and by itself.
  private static func testing(_ name: String, build: @escaping @Sendable (Call) throws -> TracedStream) -> Operator {
    function(
      name, .creating, .marbled, "For tests.", use: "", sample: Sample("\(name)(a)"),
      forms: [Form("\(name)(_ base)", [Parameter(nil, .stream)], semantics: OperatorSemantics(), build: build)])
  }

  /// Works for ever without letting time pass, from the first value of its input on.
  static let spinner = testing("spinner") { call in
    TracedStream(
      try call.stream(0).map { value in
        while !Task.isCancelled { await Task.yield() }
        return value
      })
  }

  /// Looks at its input from 3 s on.
  static let late = testing("late") { call in
    TracedStream(Late(base: try call.stream(0), clock: call.scene))
  }

  /// Its input with itself: two iterators of one stream, which wait at once.
  static let twin = testing("twin") { call in
    let base = try call.stream(0)
    return TracedStream(AsyncAlgorithms.merge(base, base))
  }

  /// The same value for ever, at one instant.
  static let flood = testing("flood") { call in
    TracedStream(
      try call.stream(0).prefix(1).flatMap { value in
        AsyncStream<Traced> { Task.isCancelled ? nil : value }
      })
  }
}

private struct Late: AsyncSequence, Sendable {
  typealias Element = Traced
  let base: TracedStream
  let clock: PlaybackClock

  struct Iterator: AsyncIteratorProtocol {
    let late: Late
    var base: TracedStream.Iterator?

    mutating func next() async throws -> Traced? {
      if base == nil {
        try await late.clock.sleep(until: .seconds(3))
        base = late.base.makeAsyncIterator()
      }
      return try await base?.next()
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(late: self) }
}

// MARK: Playbacks

/// Plays a scene on the real clock and keeps each batch of entries that is taken.
///
/// - Parameter onChange: called on the scene's thread, with the playback once there is one.
func perform(
  _ scene: Scene, speedFactor: SpeedFactor = 200, from start: SceneTime = .zero, isPaused: Bool = false,
  reportsInputs: Bool = true, steering steer: @escaping @Sendable (ScenePlayback, _ batches: Int) -> Void = { _, _ in },
  onChange: @escaping @Sendable (ScenePlayback) -> Void = { _ in }
) async throws -> (scenePlayback: ScenePlayback, batches: [[Recording.Entry]]) {
  try await onOwnThread {
    let news = DispatchSemaphore(value: 0)
    let box = Mutex<ScenePlayback?>(nil)
    let scenePlayback = try ScenePlayback(
      scene, speedFactor: speedFactor, from: start, isPaused: isPaused, reportsInputs: reportsInputs
    ) {
      if let scenePlayback = box.withLock({ $0 }) { onChange(scenePlayback) }
      news.signal()
    }
    try scenePlayback.catchUp()
    box.withLock { $0 = scenePlayback }
    var batches = [scenePlayback.takeEntries()].filter { !$0.isEmpty }
    scenePlayback.begin()
    steer(scenePlayback, batches.count)
    while !scenePlayback.isOver {
      news.wait()
      let entries = scenePlayback.takeEntries()
      guard !entries.isEmpty else { continue }
      batches.append(entries)
      steer(scenePlayback, batches.count)
    }
    let rest = scenePlayback.takeEntries()
    scenePlayback.stop()
    box.withLock { $0 = nil }
    return (scenePlayback, batches + (rest.isEmpty ? [] : [rest]))
  }
}

/// Runs `body` on a thread that is not one of the concurrency pool, so that it may wait.
func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "ScenesTests").async { continuation.resume(with: Swift.Result(catching: body)) }
  }
}

extension RunBudget {
  /// A budget with this maximum number of events of a row.
  static func events(_ count: Int) -> RunBudget {
    var budget = RunBudget.standard
    budget.eventsPerRow = count
    return budget
  }
}
