extension Operator {
  /// `min`, of the standard library: the least value.
  static let min = method(
    "min", .reducing, .standardLibrary,
    "Emits the least value at the end.",
    use: "Use it for the smallest value of a stream that ends. `reductions` emits the smallest so far.",
    inSwift: "In Swift it is an asynchronous function that gives the value, or nil: `let least = await a.min()`.",
    sample: Sample("a.min()", a: "3-1-2|"),
    forms: [
      Form("min()", semantics: .reducing) { call in
        let (base, isLess) = (call.base, call.isLess)
        return TracedStream(single: {
          try await base.min { (left, right) throws in try isLess(left.value, right.value) }
        })
      },
      Form("min(by: (Element, Element) throws -> Bool)", [Parameter("by", .closure(2))], semantics: .reducing) { call in
        let (base, areInOrder) = (call.base, call.test(0))
        return TracedStream(single: {
          try await base.min { (left, right) throws in try areInOrder(left.value, right.value) }
        })
      },
    ])
}
