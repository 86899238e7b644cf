internal import AsyncAlgorithms
internal import Marbles
internal import Playback

/// The receiver of `joined`: several streams, or a stream of arrays.
enum Sequences {
  case streams(AsyncSyncSequence<[TracedStream]>)
  case arrays(AsyncThrowingMapSequence<TracedStream, TracedElements>)

  func joined(
    streams: (AsyncSyncSequence<[TracedStream]>) -> TracedStream,
    arrays: (AsyncThrowingMapSequence<TracedStream, TracedElements>) -> TracedStream
  ) -> TracedStream {
    switch self {
    case .streams(let base): streams(base)
    case .arrays(let base): arrays(base)
    }
  }
}

extension Call {
  /// The streams of `[a, b].async`, or the arrays that a stream emits as sequences.
  var sequences: Sequences {
    if case .streams(let streams) = receiver { return .streams(streams.async) }
    return .arrays(
      base.map { [error, executor] element throws in
        guard case .array(let values) = element.value else {
          throw error("`joined` needs arrays, not \(element.value.kindName)")
        }
        return TracedElements(values.map { element.with($0) }, on: executor)
      })
  }
}
