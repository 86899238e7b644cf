internal import Platform

extension Animation {
  /// The progress of the animation, `elapsed` after the value happened: 0 until the delay is over, 1 after the end.
  ///
  /// A spring overshoots 1 a little; the other curves are monotonic and stay within 0...1.
  ///
  /// ```swift
  /// let slide = Animation(.slide, duration: .milliseconds(400), curve: .linear)
  /// slide.progress(at: .milliseconds(100))      // 0.25
  /// ```
  ///
  /// - Parameter elapsed: the time since the value happened, on the clock of the animation.
  public func progress(at elapsed: SceneTime) -> Double {
    if elapsed >= length { return 1 }
    if elapsed <= delay { return 0 }
    return curve(Double((elapsed - delay).nanoseconds) / Double(duration.nanoseconds))
  }

  /// The total duration, including the delay.
  public var length: SceneTime { delay + duration }
}

extension Animation.Curve {
  /// Maps the elapsed share of the duration (0...1) to progress; exactly 0 at 0 and 1 at 1.
  public func callAsFunction(_ time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    switch self {
    case .linear: return time
    case .easeIn: return Self.bezier(0.42, 0, 1, 1, at: time)
    case .easeOut: return Self.bezier(0, 0, 0.58, 1, at: time)
    case .easeInOut: return Self.bezier(0.42, 0, 0.58, 1, at: time)
    case .spring: return Self.spring(at: time)
    }
  }

  /// The cubic Bézier curve from (0, 0) to (1, 1) with these control points, as in CSS and Core Animation.
  private static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double) -> Double {
    func coordinate(_ first: Double, _ second: Double, _ t: Double) -> Double {
      let rest = 1 - t
      return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
    // x is monotonic along the curve, so bisection finds it; 40 halvings are far finer than a cell.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if coordinate(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return coordinate(y1, y2, high)
  }

  /// A spring that starts at 0 and rests at 1; it overshoots by at most 3 %.
  ///
  /// The frequency is chosen so that the remaining error at the end is invisible; the division removes even that.
  private static func spring(at time: Double) -> Double { displacement(time) / displacement(1) }

  private static func displacement(_ time: Double) -> Double {
    let (damping, frequency) = (0.75, 9.0)
    let root = (1 - damping * damping).squareRoot()
    let phase = frequency * root * time
    return 1 - exp(-damping * frequency * time) * (cos(phase) + damping / root * sin(phase))
  }
}
