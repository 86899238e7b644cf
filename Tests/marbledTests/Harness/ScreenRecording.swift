import TestSupport

/// What could be seen of the sample, frame by frame, and when.
struct ScreenRecording {
  /// When the first picture was there, in monotonic seconds.
  var firstPicture: Double
  /// For each row, when its first, second, … marble was there.
  var sightings: [String: [Double]] = [:]
  /// For each row, when its line changed.
  var changes: [String: [Double]] = [:]

  /// Plays back what was written to a terminal.
  init(_ chunks: [Pty.Chunk], columns: Int = 80, rows: Int = 24) throws {
    var screen = ScreenEmulator(columns: columns, rows: rows)
    var lines: [String: String] = [:]
    var firstPicture: Double?
    for chunk in chunks.flatMap(Self.cutWhereItLeaves) {
      screen.feed(chunk.bytes)
      // The final picture in the scrollback is not part of the film.
      guard StatusLine(screen) != nil else { continue }
      if firstPicture == nil { firstPicture = chunk.time }
      for row in Sample.times.keys {
        guard let line = screen.lines.first(where: { $0.drop { $0 == " " }.hasPrefix("\(row) ") }) else { continue }
        if lines[row] != line { changes[row, default: []].append(chunk.time) }
        lines[row] = line
        let marbles = line.count { $0 == "▐" }
        while sightings[row, default: []].count < marbles { sightings[row, default: []].append(chunk.time) }
      }
    }
    guard let firstPicture else { throw Problem("no picture was shown") }
    self.firstPicture = firstPicture
  }

  /// The last frame and the way out often arrive together.
  private static func cutWhereItLeaves(_ chunk: Pty.Chunk) -> [Pty.Chunk] {
    guard let leave = chunk.bytes.firstRange(of: Restoration.bytes) else { return [chunk] }
    return [chunk.bytes[..<leave.lowerBound], chunk.bytes[leave.lowerBound...]]
      .map { Pty.Chunk(time: chunk.time, bytes: Array($0)) }
  }
}
