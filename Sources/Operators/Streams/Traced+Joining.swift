internal import Marbles

extension Traced {
  /// A value that nothing is behind.
  init(made value: Value, color: MarbleColor = .gray) {
    self.init(value: value, color: color, from: .none, sources: .none)
  }

  /// The same element with another value.
  func with(_ value: Value) -> Traced {
    var traced = self
    traced.value = value
    return traced
  }

  /// The same element, which also came from the older `other`; made of nothing, it takes its colour, too.
  package func tracing(back other: Traced) -> Traced {
    other.joined(with: self, value: value, color: sources.isEmpty && color == .gray ? other.color : color)
  }

  /// Several elements, in the order in which they arrived, as one array, which came from all of them.
  static func array(_ elements: [Traced]) -> Traced {
    let from = Lineage.union(of: elements.lazy.map(\.from))
    let isOne = elements.allSatisfy { $0.from.isIdentical(to: $0.sources) }
    return Traced(
      value: .array(elements.map(\.value)), color: elements.first?.color ?? .gray, from: from,
      sources: isOne ? from : .union(of: elements.lazy.map(\.sources)), animation: elements.last?.animation)
  }

  /// Several elements as one tuple, which came from all of them.
  static func tuple(_ first: Traced, _ rest: Traced..., color: MarbleColor? = nil) -> Traced {
    let tuple = first.with(.tuple([first.value])).colored(color ?? first.color)
    return rest.reduce(tuple) { $0.appending($1) }
  }

  /// A tuple of one element more; nested operators so give one flat tuple.
  func appending(_ other: Traced) -> Traced {
    guard case .tuple(let elements) = value else { preconditionFailure("only a tuple can be appended to") }
    return joined(with: other, value: .tuple(elements + [other.value]), color: color)
  }

  /// The same element, which appears as `other` does.
  func appearing(as other: Traced) -> Traced {
    var traced = self
    traced.animation = other.animation
    return traced
  }

  func colored(_ color: MarbleColor) -> Traced {
    var traced = self
    traced.color = color
    return traced
  }
}
