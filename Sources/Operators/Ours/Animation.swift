package import Marbles

extension Operator {
  /// `animation`: sets how values appear.
  package static let animation = method(
    "animation", .timing, .marbled,
    "Sets how values appear, without changing their times; other values appear at once.",
    use: "Use it to move values on the screen over time, as SwiftUI's `withAnimation` does. The values stay the same.",
    inSwift: "SwiftUI's `withAnimation` moves views; this moves values of a stream.",
    sample: Sample("merge(a.animation(.slide), b)", a: "1---2---|", b: "--x---y-|"),
    forms: [
      Form(
        "animation(_ transition: Transition, duration: Duration, delay: Duration, curve: Curve)",
        [
          Parameter(nil, .choice("transition", Animation.Transition.allCases.map(\.rawValue))),
          Parameter("duration", .duration, isOptional: true), Parameter("delay", .duration, isOptional: true),
          Parameter("curve", .choice("curve", Animation.Curve.allCases.map(\.rawValue)), isOptional: true),
        ], semantics: OperatorSemantics()
      ) { $0.base.animated(Animation(form: 0, $0.arguments)) },
      Form("animation(nil)", [Parameter(nil, .nothing)], semantics: OperatorSemantics()) {
        $0.base.animated(.immediate)
      },
    ])
}

extension Animation {
  /// The animation for the arguments of a form of the operator `animation`.
  package init(form: Int, _ arguments: [OperatorArgument?]) {
    guard form == 0, case .choice(let transition)? = arguments[0] else {
      self = .immediate
      return
    }
    self.init(Transition(rawValue: transition)!)
    if let duration = arguments[1]?.span { self.duration = duration }
    if let delay = arguments[2]?.span { self.delay = delay }
    if case .choice(let curve)? = arguments[3] { self.curve = Curve(rawValue: curve)! }
  }
}

extension TracedStream {
  /// The same values with an animation.
  package func animated(_ animation: Animation) -> TracedStream {
    TracedStream(
      map { element in
        var element = element
        element.animation = animation
        return element
      })
  }
}
