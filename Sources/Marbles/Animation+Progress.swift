#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension Animation {
  /// How far it has come, `elapsed` after the value happened: 0 until its delay is over, 1 from its end on.
  ///
  /// A spring goes a little beyond 1 in between; the other curves never do, and never turn back.
  ///
  /// ```swift
  /// let slide = Animation(.slide, duration: .milliseconds(400), curve: .linear)
  /// slide.progress(at: .milliseconds(100))      // 0.25
  /// ```
  ///
  /// - Parameter elapsed: the time since the value, in the time that the animation is measured by.
  public func progress(at elapsed: SceneTime) -> Double {
    if elapsed >= length { return 1 }
    if elapsed <= delay { return 0 }
    return curve(Double((elapsed - delay).nanoseconds) / Double(duration.nanoseconds))
  }

  /// How long it takes in all, its delay included.
  public var length: SceneTime { delay + duration }
}

extension Animation.Curve {
  /// How far something has come when the share `time` of its duration is over; exactly 0 at 0 and 1 at 1.
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

  /// The cubic Bézier curve from (0, 0) to (1, 1) with these control points, as CSS and Core Animation have them.
  private static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double) -> Double {
    func coordinate(_ first: Double, _ second: Double, _ t: Double) -> Double {
      let rest = 1 - t
      return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
    // Along the curve x only grows, so halving finds the place; 40 halves are far finer than a cell.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if coordinate(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return coordinate(y1, y2, high)
  }

  /// A spring let go at 0 whose rest is at 1: 3 % too far at its furthest.
  ///
  /// The frequency is such that what is still missing at the end can't be seen; the division takes even that away.
  private static func spring(at time: Double) -> Double { displacement(time) / displacement(1) }

  private static func displacement(_ time: Double) -> Double {
    let (damping, frequency) = (0.75, 9.0)
    let root = (1 - damping * damping).squareRoot()
    let phase = frequency * root * time
    return 1 - exp(-damping * frequency * time) * (cos(phase) + damping / root * sin(phase))
  }
}
