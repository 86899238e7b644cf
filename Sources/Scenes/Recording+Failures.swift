package import Expressions
internal import Marbles
internal import Operators

extension Recording {
  /// Why outputs failed, a sentence each: a diagram has only a mark for it. A failure without a message has none.
  package var failureSentences: [String] {
    rows.filter { !$0.isInput }.compactMap { row in
      guard case .error(let time, let message) = row.timeline.end, message != Timeline.defaultErrorMessage else {
        return nil
      }
      return "row \(row.name) fails at \(time.inMilliseconds) s: \(DisplayText.shortened(message, to: 300))"
    }
  }

  /// The errors of closures with which rows have failed, by the positions of the rows to which the closures belong.
  package func closureFailures(in scene: Scene) -> [Int: EvaluationError] {
    var failures: [Int: EvaluationError] = [:]
    for position in rows.indices {
      guard case .error(_, let message) = rows[position].timeline.end,
        scene.origin(of: message, in: position, of: self) == position
      else { continue }
      failures[position] = EvaluationError(description: message)
    }
    return failures
  }

  /// Says in the messages of closures which call has failed, not at which column.
  package mutating func nameFailures(in scene: Scene) {
    let plain = self
    for position in rows.indices {
      rows[position].nameFailures { message in
        guard let error = EvaluationError(description: message) else { return message }
        let origin = scene.origin(of: message, in: position, of: plain)
        return scene.rows[origin].expression?.message(for: error) ?? message
      }
    }
  }
}

extension Scene {
  /// The position of the row whose failure has gone through to a row.
  fileprivate func origin(of message: String, in position: Int, of recording: Recording) -> Int {
    var origin = position
    // A row reads others, but never itself.
    for _ in rows {
      let read = rows[origin].expression?.references.compactMap { self.position(of: $0.name) } ?? []
      let failed = read.first { row in
        if case .error(_, message) = recording.rows[row].timeline.end { true } else { false }
      }
      guard let failed else { break }
      origin = failed
    }
    return origin
  }
}

extension Recording.Row {
  fileprivate mutating func nameFailures(_ name: (String) -> String) {
    if case .error(let time, let message) = timeline.end, name(message) != message {
      timeline = Timeline(events: timeline.events, end: .error(time, message: name(message)))
    }
    for index in inner.indices { inner[index].end.nameFailure(name) }
    for index in stages?.passes.indices ?? 0..<0 { stages?.passes[index].end.nameFailure(name) }
    for index in notes.indices {
      switch notes[index].note.action {
      case .restarted(let message): notes[index].note.action = .restarted(message: name(message))
      case .switched(let message): notes[index].note.action = .switched(message: name(message))
      default: continue
      }
    }
  }
}

extension Recording.Inner.End {
  fileprivate mutating func nameFailure(_ name: (String) -> String) {
    if case .error(let time, let message) = self { self = .error(time, message: name(message)) }
  }
}
