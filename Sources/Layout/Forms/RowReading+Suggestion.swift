package import Marbles

extension RowReading {
  /// The maximum number of values that are examined.
  private static let examined = 60
  /// The minimum number of values of a planned row that is not drawn as marbles: fewer have room for their texts.
  private static let leastOfPlan = 200
  /// How long a live row is watched before its rate decides.
  private static let watched = SceneTime.seconds(1)

  /// The form that the values of a live row suggest; nil while there are too few to tell.
  ///
  /// The caller keeps the answer, so that a row does not change its form while it is watched.
  ///
  /// - Parameters:
  ///   - events: the events of the visible time, in order; live rows decide by the first few.
  ///   - time: the current time of the row.
  ///   - column: the time of one column.
  package static func suggested(
    byLive events: ArraySlice<Event>, at time: SceneTime, column: SceneTime
  ) -> RowReading? {
    guard events.count >= NumberSource.least, let first = events.first, time - first.time >= watched else { return nil }
    let reading = read(events)
    if reading.form == .lines, reading.isWaiting(for: events) { return nil }
    if reading.form != .marbles { return reading.crowdedOrNot(events, column) }
    // A few more may be numbers, or come closer to each other.
    guard events.count >= NumberSource.leastOfNumbers else { return nil }
    return isCrowded(events, column: column) ? reading.shown(as: .bars) : reading
  }

  /// The form that all values of a planned row suggest: a crowded row has no room for marbles.
  package static func suggested(byPlan events: [Event], column: SceneTime) -> RowReading {
    guard events.count >= leastOfPlan, isCrowded(events[...], column: column) else { return RowReading(form: .marbles) }
    let reading = read(events[...])
    return reading.form == .curve ? reading : reading.shown(as: .bars)
  }

  /// What can be read from the values, and the form for values that are not crowded.
  ///
  /// - Parameter least: the minimum number of values with a number.
  package static func read(_ events: ArraySlice<Event>, least: Int = NumberSource.least) -> RowReading {
    let values = events.suffix(examined).map(\.value)
    let severity = SeveritySource.suggested(by: values)
    let number = NumberSource.suggested(by: values, least: least)
    let texts = values.count { if case .string = $0 { true } else { false } }
    // A line of a log is read, whatever numbers it has.
    if let severity { return RowReading(form: .lines, number: number, severity: severity) }
    if let number { return RowReading(form: .curve, number: number, name: number.name(inHeadOf: values)) }
    // The first error may come later.
    return 2 * texts > values.count ? RowReading(form: .lines, severity: .text) : RowReading(form: .marbles)
  }

  /// The number of lines after which those that are alike, but for a number that has not changed yet, are just lines.
  private static let leastOfLines = 10

  /// Whether more lines may show that a number at one place changes.
  private func isWaiting(for events: ArraySlice<Event>) -> Bool {
    guard events.count < Self.leastOfLines, severity == .text, number == nil else { return false }
    let shapes = events.compactMap { event in
      if case .string(let text) = event.value { NumberedLine(text)?.shape } else { nil }
    }
    return 2 * (shapes.count - Set(shapes).count + 1) > events.count
  }

  /// Records are counted where they come too fast to be read; other lines stay lines.
  private func crowdedOrNot(_ events: ArraySlice<Event>, _ column: SceneTime) -> RowReading {
    if case .member = severity, Self.isCrowded(events, column: column) { return shown(as: .bars) }
    return self
  }

  /// The same reading in another form.
  package func shown(as form: RowForm) -> RowReading {
    RowReading(form: form, number: number, name: name, severity: severity)
  }

  /// Whether more than a quarter of the columns that have values have at least two instants.
  private static func isCrowded(_ events: ArraySlice<Event>, column: SceneTime) -> Bool {
    let span = max(1, column.nanoseconds)
    var (used, crowded) = (0, 0)
    var (last, instant, isCounted) = (Int64.min, Int64.min, false)
    for event in events.suffix(10 * examined) {
      let place = event.time.nanoseconds / span
      if place != last {
        (used, last, isCounted) = (used + 1, place, false)
      } else if event.time.nanoseconds != instant, !isCounted {
        (crowded, isCounted) = (crowded + 1, true)
      }
      instant = event.time.nanoseconds
    }
    return 4 * crowded > used
  }
}
