internal import Marbles
internal import Playback

/// An input of a test: its diagram, read.
struct MarbleSource<Element: Sendable>: Sendable {
  /// The name of the input in errors, such as `input 2`.
  let row: String
  /// The name in a sentence.
  var spokenRow: String { row == "input" ? "the input" : row }
  /// The turn of the input among the others at one instant.
  let rank: Int
  let timeline: Timeline
  /// The values of the timeline's events, in their order.
  let values: [Element]
}

/// What the stream of one run is made of: its inputs and its clock.
struct TestContext: Sendable {
  let executor: PlaybackExecutor
  let waits: TestInputWaits

  /// The clock on which operators sleep.
  var clock: PlaybackClock { executor.clock }

  /// The stream of an input.
  func replay<Element>(_ source: MarbleSource<Element>) -> MarbleInput<Element> {
    MarbleInput(source, clock: PlaybackClock(executor: executor, rank: source.rank), waits: waits)
  }
}
