extension Operator {
  /// `max`, of the standard library: the greatest value.
  static let max = method(
    "max", .reducing, .standardLibrary,
    "Emits the greatest value at the end.",
    use: "Use it for the largest value of a stream that ends. `reductions` emits the largest so far.",
    inSwift: "In Swift it is an asynchronous function that gives the value, or nil: `let most = await a.max()`.",
    sample: Sample("a.max()", a: "3-1-2|"),
    forms: [
      Form("max()", semantics: .reducing) { call in
        let (base, isLess) = (call.base, call.isLess)
        return TracedStream(single: {
          try await base.max { (left, right) throws in try isLess(left.value, right.value) }
        })
      },
      Form("max(by: (Element, Element) throws -> Bool)", [Parameter("by", .closure(2))], semantics: .reducing) { call in
        let (base, areInOrder) = (call.base, call.test(0))
        return TracedStream(single: {
          try await base.max { (left, right) throws in try areInOrder(left.value, right.value) }
        })
      },
    ])
}
