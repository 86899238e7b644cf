extension TracedStream {
  /// Pairs each element with the newest of `other`; drops elements before that. Ends with this stream.
  func withLatest(from other: TracedStream, _ notes: OperatorNotes) -> TracedStream {
    watching(other, (latest: Traced?.none, isUsed: false)) { signal, state in
      switch signal {
      case .value(let element, stream: 0):
        if state.latest == nil { notes.drop(element, .unopened) }
        state.isUsed = true
        return (state.latest.map { Traced.tuple(element, $0).appearing(as: element) }, false)
      case .value(let element, stream: _):
        if let last = state.latest, !state.isUsed { notes.drop(last, .replaced, for: element) }
        state = (element, false)
      case .finish(stream: 0): return (nil, true)
      case .finish: break
      case .failure(let error, stream: _): throw error
      }
      return (nil, false)
    }
  }

  /// The elements until `signal` emits; all of them if it finishes without emitting.
  func prefix(until signal: TracedStream, _ notes: OperatorNotes) -> TracedStream {
    watching(signal, ()) { signal, _ in
      switch signal {
      case .value(let element, stream: 0): return (element, false)
      case .value(let element, stream: _):
        notes.use(element, .ended)
        return (nil, true)
      case .finish(stream: 0): return (nil, true)
      case .finish: return (nil, false)
      case .failure(let error, stream: _): throw error
      }
    }
  }

  /// The elements after the first of `signal`.
  func drop(until signal: TracedStream, _ notes: OperatorNotes) -> TracedStream {
    watching(signal, false) { signal, isOpen in
      switch signal {
      case .value(let element, stream: 0):
        if !isOpen { notes.drop(element, .unopened) }
        return (isOpen ? element : nil, false)
      case .value(let element, stream: _):
        if isOpen { notes.drop(element, .idle) } else { notes.use(element, .opened) }
        isOpen = true
      case .finish(stream: 0): return (nil, true)
      case .finish: break
      case .failure(let error, stream: _): throw error
      }
      return (nil, false)
    }
  }

  /// The newest element whenever `signal` emits, if there is a new one. Ends with this stream.
  func sampled(by signal: TracedStream, _ notes: OperatorNotes) -> TracedStream {
    watching(signal, Traced?.none) { signal, fresh in
      switch signal {
      case .value(let element, stream: 0):
        if let last = fresh { notes.drop(last, .replaced, for: element) }
        fresh = element
      case .value(let element, stream: _):
        if fresh == nil { notes.drop(element, .idle) } else { notes.use(element, .triggered) }
        defer { fresh = nil }
        return (fresh, false)
      case .finish(stream: 0): return (nil, true)
      case .finish: break
      case .failure(let error, stream: _): throw error
      }
      return (nil, false)
    }
  }
}
