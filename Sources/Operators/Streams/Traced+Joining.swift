internal import Marbles

extension Traced {
  /// Creates a value without ancestors.
  init(made value: Value, color: MarbleColor = .gray) {
    self.init(value: value, color: color, from: .none, sources: .none)
  }

  /// The same element with another value.
  func with(_ value: Value) -> Traced {
    var traced = self
    traced.value = value
    return traced
  }

  /// The same element with the older `other` as a further ancestor; without ancestors it takes its colour, too.
  package func tracing(back other: Traced) -> Traced {
    other.joined(with: self, value: value, color: sources.isEmpty && color == .gray ? other.color : color)
  }

  /// One array of several elements in order of arrival, with all of them as ancestors.
  static func array(_ elements: [Traced]) -> Traced {
    let from = Lineage.union(of: elements.lazy.map(\.from))
    let isOne = elements.allSatisfy { $0.from.isIdentical(to: $0.sources) }
    return Traced(
      value: .array(elements.map(\.value)), color: elements.first?.color ?? .gray, from: from,
      sources: isOne ? from : .union(of: elements.lazy.map(\.sources)), animation: elements.last?.animation)
  }

  /// One tuple of several elements, with all of them as ancestors.
  static func tuple(_ first: Traced, _ rest: Traced..., color: MarbleColor? = nil) -> Traced {
    let tuple = first.with(.tuple([first.value])).colored(color ?? first.color)
    return rest.reduce(tuple) { $0.appending($1) }
  }

  /// A tuple with one more element, so that nested operators give one flat tuple.
  func appending(_ other: Traced) -> Traced {
    guard case .tuple(let elements) = value else { preconditionFailure("only a tuple can be appended to") }
    return joined(with: other, value: .tuple(elements + [other.value]), color: color)
  }

  /// The same element with the animation of `other`.
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
