internal import Drawing
internal import Marbles
internal import Scenes
internal import Terminal

/// Writes scenes as asciicast v2, the file format of asciinema: what `play --once` shows on a terminal, but without
/// waiting for it.
///
/// The first line is a header. Each other line has a time in seconds, and the bytes that turn the previous frame into
/// the next one; a frame that looks like the previous one has no line.
///
/// ```
/// {"version":2,"width":80,"height":24,"title":"sample","env":{"COLORTERM":"truecolor","TERM":"xterm-256color"}}
/// [0.000,"o","\u001b[?25l\u001b[m\u001b[H\u001b[2J …"]
/// [0.033,"o"," …"]
/// ```
///
/// The bytes depend only on the scenes and their settings: the header has no date, and the environment has no effect. A
/// cast does not switch to the alternate screen, so the last picture stays on the terminal after `asciinema cat`.
public struct Asciicast: Sendable {
  /// The terminal for which the bytes are made; the colour depth follows from it, unless the settings choose one.
  private static let environment = ["COLORTERM": "truecolor", "TERM": "xterm-256color"]
  /// How long the last picture is shown, in wall nanoseconds, before a player may repeat the cast.
  private static let lastPause: Int64 = 2_000_000_000
  /// DECTCEM, for the time of the cast.
  private static let hideCursor = Array("\u{1B}[?25l".utf8)

  private let documents: [SceneDocument]
  private let limit: Duration?
  /// What the terminal can show, by the settings of the first document.
  private let capabilities: Capabilities

  /// Creates a cast of the scenes of `documents`, which play in turn.
  ///
  /// - Parameters:
  ///   - documents: the scenes; at least one. The size and the colours of the first one hold for the whole cast.
  ///   - limit: the wall time after which each scene is cut off; nil for none. Without a limit, a scene that never ends
  ///     plays for 10 s.
  public init(_ documents: [SceneDocument], limit: Duration? = nil) {
    self.documents = documents
    self.limit = limit
    let settings = documents[0].settings
    capabilities = Capabilities(
      color: settings.color, ascii: settings.isASCII, environment: Self.environment, isTTY: true)
  }

  /// Computes the cast and passes it on line by line, so that memory does not grow with its length.
  ///
  /// - Parameter emit: called with each line, which ends with a line feed.
  public func write(_ emit: (String) throws -> Void) rethrows {
    let size = documents[0].cellSize
    let renderer = Renderer(capabilities: capabilities)
    var shown: Canvas?
    var wall: Int64 = 0
    try emit(header)
    for (index, document) in documents.enumerated() {
      if index > 0 { wall = wall.addingSaturated(FrameSchedule.pauseAtEnd) }
      let drawing = document.drawing(of: document.scene, capabilities)
      let moments = FrameMoments(of: drawing, from: wall, limit: limit)
      for (instant, moment) in moments {
        var moment = moment
        moment.place = ScenePlace(index + 1, of: documents.count)
        moment.isOneOfSeveral = documents.count > 1
        let canvas = drawing.frame(document.recording, at: moment, size: size)
        let bytes = renderer.bytes(from: shown, to: canvas)
        if !bytes.isEmpty { try emit(line(at: instant, shown == nil ? Self.hideCursor + bytes : bytes)) }
        shown = canvas
      }
      wall = moments.end
    }
    try emit(line(at: wall.addingSaturated(Self.lastPause), showCursor(inLastRowOf: size)))
  }

  private var header: String {
    let (size, titles) = (documents[0].cellSize, documents.map(\.scene.title))
    let title = DisplayWidth.escaped(titles.joined(separator: ", "))
    let variables = Self.environment.sorted { $0.key < $1.key }
    let environment = variables.map { "\(JSONText.quoted($0.key)):\(JSONText.quoted($0.value))" }.joined(separator: ",")
    return "{\"version\":2,\"width\":\(size.columns),\"height\":\(size.rows),\"title\":\(JSONText.quoted(title)),"
      + "\"env\":{\(environment)}}\n"
  }

  /// An event of output.
  ///
  /// - Parameters:
  ///   - wall: the time since the start of the cast, in nanoseconds.
  ///   - bytes: the output; complete UTF-8.
  private func line(at wall: Int64, _ bytes: [UInt8]) -> String {
    var line = "[\(Self.seconds(wall)),\"o\","
    JSONText.write(String(decoding: bytes, as: UTF8.self), to: &line)
    return line + "]\n"
  }

  /// The bytes after the last picture, which leave a visible cursor to the shell. A line feed would scroll the picture.
  private func showCursor(inLastRowOf size: Size) -> [UInt8] { Array("\u{1B}[\(size.rows);1H\u{1B}[?25h".utf8) }

  /// Nanoseconds as seconds with three decimals, rounded: players do not draw more often.
  private static func seconds(_ nanoseconds: Int64) -> String {
    let (seconds, thousandths) = (nanoseconds.addingSaturated(500_000) / 1_000_000).quotientAndRemainder(
      dividingBy: 1000)
    let digits = String(thousandths)
    return "\(seconds)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
