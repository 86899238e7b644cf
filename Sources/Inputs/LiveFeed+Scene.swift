public import Scenes

extension [LiveFeed] {
  /// The feeds of the live rows of a scene that name their sources.
  ///
  /// - Parameters:
  ///   - scene: the scene to feed.
  ///   - rows: the rows that have another source.
  ///   - taps: listens for programs with taps; without it, rows with taps have no feed.
  ///   - acknowledgement: when a line is dealt with, for sources that wait for that.
  ///   - onNews: called on any thread when there are warnings to take.
  public init(
    of scene: Scene, except rows: Set<String> = [], taps: TapListener? = nil,
    acknowledgement: LiveFeed.Acknowledgement = .whenTaken, onNews: @escaping @Sendable () -> Void = {}
  ) {
    self = scene.rows.compactMap { row in
      guard let live = row.live, !rows.contains(row.name), let source = LiveSource(live, taps: taps) else { return nil }
      return LiveFeed(
        row: row.name, source: source, settings: live.lines, acknowledgement: acknowledgement, onNews: onNews)
    }
  }
}

extension LiveSource {
  /// The source that a scene names for a live row; nil when it names none.
  ///
  /// - Parameters:
  ///   - live: the settings of the row.
  ///   - taps: listens for programs with taps; nil if such rows have no source.
  public init?(_ live: Scene.Live, taps: TapListener? = nil) {
    guard let text = live.source, let spec = try? InputSpec(parsing: "row=\(text)") else { return nil }
    switch spec.source {
    case .command(let command): self = .command(command, restarts: live.restarts)
    case .tail(let path): self = .tail(path)
    case .standardInput: self = .standardInput
    case .redis(let source): self = .redis(source)
    case .file(let path): self = .path(path)
    case .tap(let tap, let iteration):
      guard let taps else { return nil }
      self = .tap(tap, iteration: iteration, restarts: live.restarts, from: taps)
    case .diagram, .random: return nil
    }
  }
}
