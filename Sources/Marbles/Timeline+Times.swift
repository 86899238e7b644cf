extension Timeline {
  /// The events from `start` on and before `end`, with `start` as the new time 0; open if it ends outside.
  package func cut(from start: SceneTime, to end: SceneTime) -> Timeline {
    let kept = events.filter { $0.time >= start && $0.time < end }.changed { $0.time = $0.time - start }
    guard let time = self.end.time, time >= start, time < end else { return Timeline(events: kept, end: .open) }
    return Timeline(events: kept, end: self.end.moved { $0 - start })
  }

  /// The timeline with each time at the nearest multiple of `step`.
  ///
  /// - Parameter step: more than 0.
  package func rounded(to step: SceneTime) -> Timeline {
    placed { $0.rounded(to: step) }
  }

  /// The timeline of an output whose inputs are rounded.
  ///
  /// An operator reacts to a value of an input, or waits from there on. So the time of an event is that of the newest value of
  /// an input before it, rounded, and the whole steps that have passed since. Timers are late by less than a step, and never
  /// early: a `debounce` of 300 ms that was recorded after 301.2 ms is at 300 ms again.
  ///
  /// - Parameters:
  ///   - step: more than 0.
  ///   - inputs: the inputs, not rounded.
  package func rounded(to step: SceneTime, after inputs: [Timeline]) -> Timeline {
    let causes = inputs.flatMap(\.times).sorted()
    // The clock of a program that was adjusted meanwhile makes a wait shorter than it was.
    let tolerance = SceneTime(nanoseconds: step.nanoseconds / 10)
    var next = 0
    return placed { time in
      while next < causes.count, causes[next] <= time { next += 1 }
      let cause = next > 0 ? causes[next - 1] : .zero
      let steps = (time - cause + tolerance).nanoseconds / step.nanoseconds
      return cause.rounded(to: step) + SceneTime(nanoseconds: steps.multipliedSaturated(by: step.nanoseconds))
    }
  }

  /// The timeline with other times, each no earlier than the one before it.
  private func placed(_ place: (SceneTime) -> SceneTime) -> Timeline {
    var latest = SceneTime.zero
    func next(_ time: SceneTime) -> SceneTime {
      latest = max(latest, place(time))
      return latest
    }
    let events = events.changed { $0.time = next($0.time) }
    return Timeline(events: events, end: end.moved(next))
  }
}

extension SceneTime {
  /// The nearest multiple of `step`, which is more than 0; the later one of two.
  package func rounded(to step: SceneTime) -> SceneTime {
    let rest = nanoseconds % step.nanoseconds
    let whole = SceneTime(nanoseconds: nanoseconds - rest)
    return rest >= step.nanoseconds - rest ? whole + step : whole
  }
}
