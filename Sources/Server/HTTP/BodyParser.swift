internal import Hummingbird
internal import NIOCore
internal import Platform

/// Parses the texts of requests on a thread of its own: a body has up to 1 MiB, and the cooperative pool has few threads.
struct BodyParser: Sendable {
  private let queue: WorkQueue

  /// - Parameter label: shown by debuggers.
  init(_ label: String) { queue = WorkQueue(label) }

  /// Reads the body of a request, and parses it.
  ///
  /// - Parameter parse: called on the parser's thread.
  /// - Throws: ``APIError`` for a body that is not UTF-8, and what `parse` throws; `NIOTooManyBytesError` for a body that is
  ///   too large.
  func parse<Parsed: Sendable>(
    _ request: Request, _ parse: @escaping @Sendable (String) throws(APIError) -> Parsed
  ) async throws -> Parsed {
    try await BodyBudget.control.withBody(of: request, upTo: API.maximumBody) { body in
      let result = await queue.perform {
        Result { () throws(APIError) in
          guard let text = String(validating: body.readableBytesView, as: UTF8.self) else {
            throw APIError(.badRequest, "the body is not UTF-8 text")
          }
          return try parse(text)
        }
      }
      return try result.get()
    }
  }
}
