internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// `GET /v1/events`: how everything stands, then each change, as lines or as server-sent events.
struct EventStream: Sendable {
  let hub: Hub

  private static let lastEventID = HTTPField.Name("Last-Event-ID")!

  func response(to request: Request, _ context: APIContext) async throws -> Response {
    let wantsEvents = request.headers[.accept]?.contains("text/event-stream") == true
    let form = wantsEvents ? Change.Form.events : .lines
    let headers: HTTPFields = [
      .contentType: wantsEvents ? "text/event-stream" : "application/x-ndjson", .cacheControl: "no-store",
    ]
    // Nobody follows who asks for the head alone.
    if request.method == .head { return Response(status: .ok, headers: headers) }
    guard let subscription = await hub.subscribe(form, after: request.headers[Self.lastEventID]) else {
      let count = hub.settings.viewers
      throw APIError(
        .serviceUnavailable, "no room: \(count) \(count == 1 ? "viewer already watches" : "viewers already watch")")
    }
    let channel = context.channel
    subscription.onCut { channel.close(promise: nil) }
    let body = ResponseBody { [hub] writer in
      do {
        try await request.body.consumeWithInboundCloseHandler { _ in
          while let changes = await hub.next(for: subscription) {
            try await writer.write(contentsOf: changes.map { $0.bytes(form) })
          }
          // Here, as the connection is closed behind it.
          await hub.unsubscribe(subscription)
          try await writer.finish(nil)
        } onInboundClosed: {
          // Whoever has hung up is no viewer any more, whether there is something to be told or not.
          subscription.close(cutting: true)
        }
      } catch {
        await hub.unsubscribe(subscription)
        throw error
      }
    }
    return Response(status: .ok, headers: headers, body: body)
  }
}
