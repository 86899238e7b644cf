internal import Marbles

extension Operator {
  /// `animation`: how values appear.
  static let animation = method(
    "animation", .timing, .marbled, rx: nil,
    "The same values at the same times, and how they appear; what does not come through it is there at once.",
    sample: Sample("merge(a.animation(.slide), b)", a: "1---2---|", b: "--x---y-|"),
    forms: [
      Form(
        "animation(_ transition: Transition, duration: Duration, delay: Duration, curve: Curve)",
        [
          Parameter(nil, .choice("transition", Animation.Transition.allCases.map(\.rawValue))),
          Parameter("duration", .duration, isOptional: true), Parameter("delay", .duration, isOptional: true),
          Parameter("curve", .choice("curve", Animation.Curve.allCases.map(\.rawValue)), isOptional: true),
        ]
      ) { call in
        var animation = Animation(call.choice(0)!)
        if call.has(1) { animation.duration = SceneTime(call.duration(1)) }
        if call.has(2) { animation.delay = SceneTime(call.duration(2)) }
        if let curve: Animation.Curve = call.choice(3) { animation.curve = curve }
        return call.base.animated(animation)
      },
      Form("animation(nil)", [Parameter(nil, .nothing)]) { $0.base.animated(.immediate) },
    ])
}

extension TracedStream {
  fileprivate func animated(_ animation: Animation) -> TracedStream {
    TracedStream(
      map { element in
        var element = element
        element.animation = animation
        return element
      })
  }
}
