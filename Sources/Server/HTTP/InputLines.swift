internal import Dispatch
internal import HTTPTypes
internal import HubCore
internal import Hummingbird
internal import Inputs
internal import Marbles
internal import NIOCore
internal import Platform
internal import Player
internal import Scenes
internal import Wire

/// `POST /v1/inputs/NAME`: each line of the body is an event of a live row, at its arrival.
///
/// Lines that find the row's queue full are dropped and counted. With `?wait=true` the response waits until all lines
/// have been accepted. A source that sends several bodies continues with `form`, the format of its lines, and `after`,
/// the number of lines sent before.
struct InputLines: Sendable {
  let broadcaster: any Broadcaster

  /// The size of the parts in which a body is parsed, in bytes.
  private static let partBytes = 64 << 10
  /// The thread of all lines: 100 clients that send without pause must not occupy the pool, on which control requests run.
  private static let executor = LineExecutor()

  /// The maximum number of malformed lines that a response lists.
  static let malformedTold = 1000

  func response(to request: Request, row: String) async throws -> Response {
    let input = try input(row)
    var reader = try reader(for: request, row)
    let waits = request.uri.queryParameters["wait"].map { $0 != "false" } ?? false
    var report = InputReport()
    // Also of a row that ends meanwhile.
    defer { broadcaster.store.count(report) }
    try await BodyBudget.control.withBody(of: request, upTo: API.maximumBody) { body in
      try await withTaskExecutorPreference(Self.executor) {
        // Part by part, so that its lines are not all in memory.
        var rest = body
        while let part = rest.readSlice(length: min(rest.readableBytes, Self.partBytes)), part.readableBytes > 0 {
          for line in reader.read(part.readableBytesView) { try await take(line, input, waits, &report) }
        }
        // Without a line feed, the whole body is the last line.
        for line in reader.finish() { try await take(line, input, waits, &report) }
      }
    }
    // Losses wake no viewer by themselves.
    if report.dropped + report.malformedCount > 0 {
      broadcaster.store.tellSources(at: broadcaster.store.settings.now())
    }
    report.form = reader.form?.rawValue
    return Response.json(report.json)
  }

  private func take(
    _ line: LineReader.Line, _ input: ArrivalQueue, _ waits: Bool, _ report: inout InputReport
  ) async throws(APIError) {
    switch line.content {
    case .value(let value):
      var arrival = Arrival(value)
      (arrival.id, arrival.sourceTime) = (line.id, line.sourceTime)
      let answer = waits ? await input.sendSuspending(arrival) ? .accepted : .ended : input.offer(arrival)
      switch answer {
      case .accepted: report.accepted += 1
      case .dropped: report.dropped += 1
      case .ended:
        throw APIError(.conflict, "row \(input.row) has ended; line \(line.number) and all later lines were rejected")
      }
    case .malformed(let message):
      input.noteMalformed(line: line.number, isTooLong: line.isTooLong)
      report.malformedCount += 1
      guard report.malformed.count < Self.malformedTold else { return }
      report.malformed.append(InputReport.Malformed(line: line.number, message: message))
    }
  }

  private func input(_ name: String) throws(APIError) -> ArrivalQueue {
    guard let scenePlayback = broadcaster.store.scenePlayback else { throw APIError(.notFound, "nothing is played") }
    if let input = scenePlayback.liveInput(name) { return input }
    let playing = broadcaster.store.scene ?? scenePlayback.scene
    let (scene, rows) = (playing.name, playing.rows)
    let live = rows.filter { $0.live != nil }.map(\.name)
    let others = live.isEmpty ? "; none of its rows is live" : "\nlive rows: \(live.joined(separator: ", "))"
    if rows.contains(where: { $0.name == name }) {
      throw APIError(
        .conflict, "row \(name) of \(scene) is not live: its scene file defines its events\(others)")
    }
    let hint = Suggestion.clause(for: name, among: live)
    throw APIError(
      .notFound, "the current scene, \(scene), has no row `\(DisplayText.shortened(name, to: 40))`\(hint)\(others)")
  }

  private func reader(for request: Request, _ row: String) throws(APIError) -> LineReader {
    let form = try request.parameter("form", expected: "json or plain") { LineReader.Form(rawValue: String($0)) }
    let count = try request.parameter("after", expected: "a whole number, 0 or greater") { text in
      Int(text).flatMap { (0..<1 << 53).contains($0) ? $0 : nil }
    }
    let live = broadcaster.store.scene?.rows.first { $0.name == row }?.live
    return LineReader(
      limit: API.maximumBody, form: form, after: count ?? 0, settings: live?.lines ?? LineSettings())
  }
}

/// A thread for tasks.
private final class LineExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "marbled.lines", qos: .utility)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
