internal import Foundation
internal import Inputs
internal import Wire

/// Sends lines to a live row of a daemon, in requests of whole lines; waits while the row's queue is full.
public struct LineSender: Sendable {
  /// A line without a valid value.
  public struct Malformed: Hashable, Sendable {
    /// The line number among all sent lines, from 1.
    public var line: Int
    /// What was found and what was expected.
    public var message: String
  }

  /// The daemon refused a request.
  public struct Refusal: Error, Hashable, Sendable {
    /// The response of the daemon.
    public var answer: DaemonClient.Answer
    /// The number, from 1, of the first line in the refused request.
    public var line: Int
  }

  /// The number of malformed lines so far.
  public private(set) var malformed = 0

  /// The number, from 1, of the first line that the daemon has not yet confirmed.
  public var nextLine: Int { lines + 1 }

  private let client: DaemonClient
  private let target: String
  // A line and its line feed must fit into a body.
  private var splitter = LineSplitter(limit: WireLimits.bodyBytes - 1)
  private var form: String?
  private var lines = 0
  private var body: [UInt8] = []
  private var linesOfBody = 0

  /// Creates a sender to the row called `row`.
  public init(_ client: DaemonClient, row: String) {
    self.client = client
    target = "/v1/inputs/\(row.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? row)"
  }

  /// Checks that the row exists, before any line is sent.
  public mutating func begin() async throws { _ = try await post(mayWait: false) }

  /// Sends the lines that are completed by `bytes`.
  ///
  /// - Returns: the malformed lines among them; the daemon lists the first thousand of a request.
  /// - Throws: ``Refusal`` when the daemon refuses them, ``DaemonClient/Failure`` when the connection fails.
  public mutating func send(_ bytes: [UInt8]) async throws -> [Malformed] {
    try await send(splitter.lines(in: bytes))
  }

  /// Sends the last line if no line feed ends it.
  public mutating func finish() async throws -> [Malformed] {
    try await send(splitter.last().map { [$0] } ?? [])
  }

  private mutating func send(_ lines: [LineSplitter.Line]) async throws -> [Malformed] {
    var malformed: [Malformed] = []
    for line in lines {
      switch line {
      case .bytes(let bytes):
        if body.count + bytes.count >= WireLimits.bodyBytes { malformed += try await post() }
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

  /// Sends the gathered lines.
  ///
  /// - Parameter mayWait: whether to wait while the row's queue is full.
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
