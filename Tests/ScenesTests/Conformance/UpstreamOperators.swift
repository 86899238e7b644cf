import Marbles
import Playback

@testable import Operators

// MARK: What upstream's tests of the diagram language do to sequences, in our words

extension Catalogue {
  static let conformance = Catalogue(Catalogue.standard.operators + [.lagging, .violatingSpecification])
}

extension Operator {
  /// Each element so much after it was asked for.
  static let lagging = function(
    "LaggingAsyncSequence", .timing, .marbled, "For tests.", use: "", sample: Sample("a"),
    forms: [
      Form(
        "LaggingAsyncSequence(_ base, delayBy: Duration)", [.receiver.unlabelled, Parameter("delayBy", .duration)],
        semantics: OperatorSemantics()
      ) { call in
        let (base, delay, clock) = (try call.stream(0), call.duration(1), call.clock)
        return TracedStream(
          base.map { element in
            try await clock.sleep(for: delay)
            return element
          })
      }
    ])

  /// Goes on once after its end.
  static let violatingSpecification = method(
    "violatingSpecification", .failing, .marbled, "For tests.", use: "", sample: Sample("a"),
    forms: [
      Form(
        "violatingSpecification(returningPastEndIteration: Element)", [Parameter("returningPastEndIteration", .value)],
        semantics: OperatorSemantics()
      ) { call in
        let late = try call.value(0)
        return call.base.followed { Traced(made: late) }
      },
      Form(
        "violatingSpecification(throwingPastEndIteration: Error)", [Parameter("throwingPastEndIteration", .value)],
        semantics: OperatorSemantics()
      ) { call in
        let message = try call.value(0).description
        return call.base.followed { throw TimelineFailure(message: message) }
      },
    ])
}

extension Parameter {
  fileprivate var unlabelled: Parameter { Parameter(nil, kind) }
}

extension TracedStream {
  /// Does something once when it is asked after its end.
  fileprivate func followed(by violation: @escaping @Sendable () throws -> Traced) -> TracedStream {
    let base = self
    return TracedStream(generating: {
      var iterator = base.makeAsyncIterator()
      var questionsAfterEnd = 0
      return {
        if questionsAfterEnd == 0, let element = try await iterator.next() { return element }
        questionsAfterEnd += 1
        return questionsAfterEnd == 2 ? try violation() : nil
      }
    })
  }
}
