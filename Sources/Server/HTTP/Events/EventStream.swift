internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// `GET /v1/events`: a snapshot, then each change, as JSON lines or as server-sent events.
struct EventStream: Sendable {
  let broadcaster: any Broadcaster
  /// Runs what viewers wait for; nil for the threads of all tasks.
  var executor: ViewerExecutor?

  private static let lastEventID = HTTPField.Name("Last-Event-ID")!

  func response(to request: Request, _ context: APIContext) async throws -> Response {
    let wantsEvents = request.headers[.accept]?.contains("text/event-stream") == true
    let form = wantsEvents ? HubChange.Form.events : .lines
    var headers: HTTPFields = [
      .contentType: wantsEvents ? "text/event-stream" : "application/x-ndjson", .cacheControl: "no-store",
    ]
    // A HEAD request starts no subscription.
    if request.method == .head { return Response(status: .ok, headers: headers) }
    let store = broadcaster.store
    guard let subscription = store.subscribe(form, after: request.headers[Self.lastEventID]) else {
      let count = store.settings.maximumViewers
      throw APIError(.serviceUnavailable, "too many viewers: the limit is \(count)", retryAfter: 5)
    }
    let connection = context.connection
    store.onCut(subscription) { connection.cut() }
    // Even if it ends before the response begins.
    connection.base.closeFuture.whenComplete { _ in store.unsubscribe(subscription) }
    // Nothing is asked on it after the stream.
    headers[.connection] = "close"
    let body = ResponseBody { [executor] _ in
      // The head is on its way.
      try await connection.eventLoop.submit {
        try connection.detach(to: EventPump(store, subscription, on: executor))
      }.get()
    }
    return Response(status: .ok, headers: headers, body: body)
  }
}
