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

  /// The timeline with the times of another one, where that has the same value or end at nearly the same time.
  ///
  /// - Parameters:
  ///   - other: the timeline with the times.
  ///   - tolerance: how far apart two times may be; 0 changes nothing.
  package func aligned(to other: Timeline, within tolerance: SceneTime) -> Timeline {
    guard tolerance > .zero else { return self }
    // The first event of the other timeline that is no partner yet, and not too early.
    var next = 0
    var latest = SceneTime.zero
    let events = events.changed { event in
      let (first, last) = (event.time - min(event.time, tolerance), event.time + tolerance)
      while next < other.events.count, other.events[next].time < first { next += 1 }
      let partner = other.events[next...].prefix(Self.partners).prefix { $0.time <= last }
        .firstIndex { $0.value.prints(as: event.value) }
      if let partner {
        event.time = other.events[partner].time
        next = partner + 1
      } else if next < other.events.count, other.events[next].time <= last {
        // Another value in the place of that one.
        event.time = other.events[next].time
      }
      latest = max(latest, event.time)
      event.time = latest
    }
    guard let end = end.time, let otherEnd = other.end.time, otherEnd >= latest,
      max(end, otherEnd) - min(end, otherEnd) <= tolerance
    else { return Timeline(events: events, end: self.end.moved { max($0, latest) }) }
    return Timeline(events: events, end: self.end.moved { _ in otherEnd })
  }

  /// The maximum number of events among which the partner of one is searched, which bounds the time.
  private static let partners = 200

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
