extension TracedStream {
  /// Pairs each element with the newest of `other`; drops elements before that. Ends with this stream.
  func withLatest(from other: TracedStream) -> TracedStream {
    watching(other, Traced?.none) { signal, latest in
      switch signal {
      case .value(let element, stream: 0):
        return (latest.map { Traced.tuple(element, $0).appearing(as: element) }, false)
      case .value(let element, stream: _): latest = element
      case .finish(stream: 0): return (nil, true)
      case .finish: break
      case .failure(let error, stream: _): throw error
      }
      return (nil, false)
    }
  }

  /// The elements until `signal` emits; all of them if it finishes without emitting.
  func prefix(until signal: TracedStream) -> TracedStream {
    watching(signal, ()) { signal, _ in
      switch signal {
      case .value(let element, stream: 0): return (element, false)
      case .value, .finish(stream: 0): return (nil, true)
      case .finish: return (nil, false)
      case .failure(let error, stream: _): throw error
      }
    }
  }

  /// The elements after the first of `signal`.
  func drop(until signal: TracedStream) -> TracedStream {
    watching(signal, false) { signal, isOpen in
      switch signal {
      case .value(let element, stream: 0): return (isOpen ? element : nil, false)
      case .value: isOpen = true
      case .finish(stream: 0): return (nil, true)
      case .finish: break
      case .failure(let error, stream: _): throw error
      }
      return (nil, false)
    }
  }

  /// The newest element whenever `signal` emits, if there is a new one. Ends with this stream.
  func sampled(by signal: TracedStream) -> TracedStream {
    watching(signal, Traced?.none) { signal, fresh in
      switch signal {
      case .value(let element, stream: 0): fresh = element
      case .value:
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
