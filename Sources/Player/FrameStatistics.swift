public import Drawing
internal import Marbles
public import Scenes

/// What pictures cost: how many a second there are, their bytes and the processor's time, for each refresh interval.
///
/// A frame counts for every interval at which something in it was due. What it cost is shared by the rows that were due,
/// and the overlay, as a row of its own. Who reads the clocks gives the readings.
public struct FrameStatistics: Sendable {
  /// What clocks and counters show at one moment, each since a beginning of its own.
  public struct Reading: Hashable, Sendable {
    /// Wall time.
    public var wall: Duration
    /// The processor time that the process has used.
    public var processor: Duration
    /// The bytes that were written to the terminal.
    public var bytes: Int

    /// A reading.
    public init(wall: Duration, processor: Duration, bytes: Int) {
      self.wall = wall
      self.processor = processor
      self.bytes = bytes
    }
  }

  private struct Tally: Sendable {
    var frames = 0
    var bytes = 0.0
    var processor = 0.0
  }

  /// The frames of some time, by interval; nil is for those in which nothing was due: a key, or an answer.
  private struct Span: Sendable {
    let start: Reading
    var last: Reading
    var tallies: [Duration?: Tally] = [:]

    init(start: Reading) {
      self.start = start
      last = start
    }

    mutating func add(_ due: [Duration?], at reading: Reading) {
      let bytes = Double(reading.bytes - last.bytes) / Double(due.count)
      let processor = (reading.processor - last.processor) / .milliseconds(1) / Double(due.count)
      for interval in due {
        tallies[interval, default: Tally()].bytes += bytes
        tallies[interval, default: Tally()].processor += processor
      }
      for interval in Set(due) { tallies[interval, default: Tally()].frames += 1 }
      last = reading
    }

    var seconds: Double { max(1e-9, (last.wall - start.wall) / .seconds(1)) }

    /// The intervals, the shortest first.
    var rates: [(interval: Duration?, tally: Tally)] {
      tallies.sorted { ($0.key ?? .seconds(Int64.max)) < ($1.key ?? .seconds(Int64.max)) }.map { ($0.key, $0.value) }
    }
  }

  /// The time over which ``line`` counts.
  private static let period = Duration.seconds(1)

  private var all: Span
  private var recent: Span
  private var shown: Moment?
  /// The last whole second in one line: interval, frames × bytes each, processor time each; nil before there was one.
  public private(set) var line: String?

  /// Begins to count.
  public init(startingAt reading: Reading) {
    (all, recent) = (Span(start: reading), Span(start: reading))
  }

  /// Counts a frame that was written.
  ///
  /// - Parameters:
  ///   - moment: what it shows.
  ///   - scene: what plays.
  ///   - reading: what the clocks show when it has been written.
  public mutating func count(_ moment: Moment, of scene: Scene, at reading: Reading) {
    let due = due(moment, scene)
    shown = moment
    all.add(due, at: reading)
    recent.add(due, at: reading)
    guard reading.wall - recent.start.wall >= Self.period else { return }
    line = recent.rates.map { interval, tally in
      let frames = Double(tally.frames)
      return "\(Self.name(interval)) \(Int((frames / recent.seconds).rounded()))×\(Int(tally.bytes / frames))B "
        + "\(Self.tenths(tally.processor / frames))ms"
    }.joined(separator: "  ")
    recent = Span(start: reading)
  }

  /// The interval of each row that shows another time than in the frame before, and that of the overlay.
  private func due(_ moment: Moment, _ scene: Scene) -> [Duration?] {
    var due: [Duration?] = []
    for (position, row) in scene.rows.enumerated()
    where moment.time(ofRow: position) != shown?.time(ofRow: position) {
      due.append(row.refreshInterval ?? scene.refreshInterval)
    }
    if moment.time != shown?.time { due.append(scene.refreshInterval) }
    return due.isEmpty ? [nil] : due
  }

  /// All that was counted, a line for each interval.
  public var table: String {
    func line(_ columns: [String]) -> String {
      columns.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }.joined()
    }
    var lines = [line(["refresh", "frames", "frames/s", "bytes each", "CPU each", "of one core"])]
    for (interval, tally) in all.rates {
      let frames = Double(tally.frames)
      lines.append(
        line([
          Self.name(interval), "\(tally.frames)", Self.tenths(frames / all.seconds), "\(Int(tally.bytes / frames))",
          "\(Self.hundredths(tally.processor / frames)) ms",
          "\(Self.hundredths(tally.processor / all.seconds / 10)) %",
        ]))
    }
    return lines.joined(separator: "\n")
  }

  private static func name(_ interval: Duration?) -> String {
    interval.map { DurationText.print(SceneTime($0)) } ?? "else"
  }

  private static func tenths(_ number: Double) -> String { fixed(number, digits: 1) }
  private static func hundredths(_ number: Double) -> String { fixed(number, digits: 2) }

  private static func fixed(_ number: Double, digits: Int) -> String {
    let scale = digits == 1 ? 10 : 100
    let whole = Int((number * Double(scale)).rounded())
    let fraction = String(whole % scale)
    return "\(whole / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
