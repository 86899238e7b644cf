internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// `GET /v1/events`: a snapshot, then each change, as JSON lines or as server-sent events.
struct EventStream: Sendable {
  let broadcaster: any Broadcaster

  private static let lastEventID = HTTPField.Name("Last-Event-ID")!

  func response(to request: Request, _ context: APIContext) async throws -> Response {
    let wantsEvents = request.headers[.accept]?.contains("text/event-stream") == true
    let form = wantsEvents ? HubChange.Form.events : .lines
    let headers: HTTPFields = [
      .contentType: wantsEvents ? "text/event-stream" : "application/x-ndjson", .cacheControl: "no-store",
    ]
    // A HEAD request starts no subscription.
    if request.method == .head { return Response(status: .ok, headers: headers) }
    let store = broadcaster.store
    guard let subscription = store.subscribe(form, after: request.headers[Self.lastEventID]) else {
      let count = store.settings.maximumViewers
      throw APIError(.serviceUnavailable, "too many viewers: the limit is \(count)", retryAfter: 5)
    }
    let channel = context.channel
    let pump = await EventPumpHandle.add(subscription, of: store, to: channel)
    store.onCut(subscription) { channel.close(promise: nil) }
    let body = ResponseBody { writer in
      defer { pump?.remove() }
      do {
        try await request.body.consumeWithInboundCloseHandler { _ in
          // The snapshot, and what follows it.
          while let buffers = await store.next(for: subscription) {
            try await writer.write(contentsOf: buffers)
            if let pump, await pump.run(subscription, store) == .closed { break }
          }
          // Before the body ends, as the connection is closed after it.
          store.unsubscribe(subscription)
          try await writer.finish(nil)
        } onInboundClosed: {
          // A closed connection ends the subscription, even if there is nothing to send.
          store.unsubscribe(subscription)
        }
      } catch {
        store.unsubscribe(subscription)
        throw error
      }
    }
    return Response(status: .ok, headers: headers, body: body)
  }
}
