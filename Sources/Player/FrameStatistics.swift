public import Drawing
internal import Marbles
public import Scenes

/// The cost of frames for each refresh interval: frames per second, bytes and processor time.
///
/// A frame counts for every interval at which a row was due. Its cost is divided between the due rows; the overlay
/// counts as one row. The caller supplies the readings of the clocks.
public struct FrameStatistics: Sendable {
  /// Readings of clocks and counters at one moment; each counts from an arbitrary start.
  public struct Sample: Hashable, Sendable {
    /// The wall time.
    public var wall: Duration
    /// The processor time that the process has used.
    public var processor: Duration
    /// The bytes that were written to the terminal.
    public var bytes: Int

    /// Creates a reading.
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

  /// The frames of a period, by interval; nil is for frames without a due row, such as a reaction to a key.
  private struct Span: Sendable {
    let start: Sample
    var last: Sample
    var tallies: [Duration?: Tally] = [:]

    init(start: Sample) {
      self.start = start
      last = start
    }

    mutating func add(_ due: [Duration?], at reading: Sample) {
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

    /// The intervals, shortest first.
    var rates: [(interval: Duration?, tally: Tally)] {
      tallies.sorted { ($0.key ?? .seconds(Int64.max)) < ($1.key ?? .seconds(Int64.max)) }.map { ($0.key, $0.value) }
    }
  }

  /// The period of ``line``.
  private static let period = Duration.seconds(1)

  private var all: Span
  private var recent: Span
  private var shown: FrameState?
  /// The last whole second in one line: interval, frames × bytes per frame, processor time per frame; nil during the
  /// first second.
  public private(set) var line: String?

  /// Starts counting.
  public init(startingAt reading: Sample) {
    (all, recent) = (Span(start: reading), Span(start: reading))
  }

  /// Counts a written frame.
  ///
  /// - Parameters:
  ///   - moment: the moment that the frame shows.
  ///   - scene: the current scene.
  ///   - reading: the reading after the frame has been written.
  public mutating func count(_ moment: FrameState, of scene: Scene, at reading: Sample) {
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

  /// The interval of each row that shows another time than in the previous frame, and that of the overlay.
  private func due(_ moment: FrameState, _ scene: Scene) -> [Duration?] {
    var due: [Duration?] = []
    for (position, row) in scene.rows.enumerated()
    where moment.time(ofRow: position) != shown?.time(ofRow: position) {
      due.append(row.refreshInterval ?? scene.refreshInterval)
    }
    if moment.time != shown?.time { due.append(scene.refreshInterval) }
    return due.isEmpty ? [nil] : due
  }

  /// All counts as a table with a line for each interval.
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
    interval.map { DurationNotation.print(SceneTime($0)) } ?? "else"
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
