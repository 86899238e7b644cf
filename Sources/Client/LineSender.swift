internal import Foundation
internal import Inputs
internal import Wire

/// Sends lines to a live row of a daemon, in requests of whole lines; where there is no room it waits.
public struct LineSender: Sendable {
  /// A line that holds no value.
  public struct Malformed: Hashable, Sendable {
    /// Which line of all that were sent, from 1.
    public var line: Int
    /// What was found and what was expected.
    public var message: String
  }

  /// The daemon refuses the lines.
  public struct Refusal: Error, Hashable, Sendable {
    /// What it answered.
    public var answer: DaemonClient.Answer
    /// From which line on, from 1, nothing was sent before.
    public var line: Int
  }

  /// How many lines held no value.
  public private(set) var malformed = 0

  /// The first line, from 1, of which the daemon has not said what became of it.
  public var nextLine: Int { lines + 1 }

  private let client: DaemonClient
  private let target: String
  // A line and its end make a body.
  private var splitter = LineSplitter(limit: Limits.bodyBytes - 1)
  private var form: String?
  private var lines = 0
  private var body: [UInt8] = []
  private var linesOfBody = 0

  /// Creates a sender to the row called `row`.
  public init(_ client: DaemonClient, row: String) {
    self.client = client
    target = "/v1/inputs/\(row.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? row)"
  }

  /// Asks whether there is such a row, before anything is sent.
  public mutating func begin() async throws { _ = try await post(mayWait: false) }

  /// Sends the lines that end in `bytes`.
  ///
  /// - Returns: those of them that were malformed; the daemon tells the first thousand of a request.
  /// - Throws: ``Refusal`` when the daemon does not take them, ``DaemonClient/Failure`` when it can't be reached.
  public mutating func send(_ bytes: [UInt8]) async throws -> [Malformed] {
    try await send(splitter.lines(in: bytes))
  }

  /// Sends the last line, when no line feed ends it.
  public mutating func finish() async throws -> [Malformed] {
    try await send(splitter.last().map { [$0] } ?? [])
  }

  private mutating func send(_ lines: [LineSplitter.Line]) async throws -> [Malformed] {
    var malformed: [Malformed] = []
    for line in lines {
      switch line {
      case .bytes(let bytes):
        if body.count + bytes.count >= Limits.bodyBytes { malformed += try await post() }
        body += bytes
        body.append(UInt8(ascii: "\n"))
        linesOfBody += 1
      case .tooLong:
        malformed += try await post()
        self.lines += 1
        self.malformed += 1
        malformed.append(Malformed(line: self.lines, message: "longer than \(splitter.limit) bytes"))
      }
    }
    if linesOfBody > 0 { malformed += try await post() }
    return malformed
  }

  /// Sends what has gathered.
  ///
  /// - Parameter mayWait: whether the row may keep it waiting for room.
  private mutating func post(mayWait: Bool = true) async throws -> [Malformed] {
    let form = form.map { "&form=\($0)" } ?? ""
    let answer = try await client.send(
      "POST", "\(target)?wait=true&after=\(lines)\(form)", bytes: body, mayWait: mayWait)
    guard answer.status == 200, let report = InputReport(json: answer.body) else {
      throw Refusal(answer: answer, line: nextLine)
    }
    lines += linesOfBody
    (body, linesOfBody) = ([], 0)
    if let form = report.form { self.form = form }
    malformed += report.malformedCount
    return report.malformed.map { Malformed(line: $0.line, message: $0.message) }
  }
}
