internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Marbles
internal import NIOCore
internal import Platform
internal import Playback
internal import Playground
internal import Wire

/// The routes with which a page runs scenes. They keep nothing, and reach neither files nor what a daemon plays.
struct PlaygroundRoutes: Sendable {
  let library: PlaygroundLibrary
  let queue: RunQueue
  /// Counts the runs.
  let counts = RunCounts()
  var limits = RunLimits.standard
  /// Makes the pictures of previews; nil where the program is not installed.
  var pngConverter = FilterProgram(named: FilterProgram.svgConverter)
  private let documents = KeptValues<StaticFile>()
  private let departures = Departures()
  /// Whether a proxy names the address of its client, as the last of `X-Forwarded-For`.
  var isBehindProxy = false

  /// - Parameters:
  ///   - library: the scenes and operators on offer.
  ///   - queue: where scenes run.
  init(_ library: PlaygroundLibrary, queue: RunQueue) { (self.library, self.queue) = (library, queue) }

  func add(to router: Router<APIContext>) {
    router.get("v1/library") { request, _ in
      try document(request, "v1/library", or: "there is no library") { library.json }
    }
    for kind in LibraryEntry.Kind.allCases {
      router.get(RouterPath("v1/library/\(kind.rawValue)/:name")) { request, context in
        let part = context.parameters.get("name") ?? ""
        let name = part.removingPercentEncoding ?? part
        let refusal = library.refusal(kind, named: name)
        return try document(request, "v1/library/\(kind.rawValue)/\(name)", or: refusal) {
          kind == .operators ? library.json(ofOperator: name) : library.json(ofScene: name)
        }
      }
    }
    router.get("v1/completions") { request, context in try completion(request, context) }
    router.post("v1/runs") { request, context in
      var response = try await run(request, context)
      response.headers[PageFolder.header] = PageFolder.version
      return response
    }
  }

  // MARK: Runs

  private func run(_ request: Request, _ context: APIContext) async throws -> Response {
    guard request.hasJSONBody else { throw APIError.notJSON }
    let limits = limits
    let client = Client(of: request, context.channel, isBehindProxy: isBehindProxy)
    // A run whose client has gone is of no use.
    let cancellation = Cancellation()
    counts.begin()
    defer { counts.end() }
    do {
      return try await BodyBudget.pages.withBody(of: request, upTo: limits.bodyBytes) { body in
        try await departures.observing(context.channel, { cancellation.cancel() }) {
          try await queue.perform(for: client, cancellation) { [counts] cancellation in
            counts.measure { Self.response(to: body, limits, cancellation) }
          }
        }
      }
    } catch let refusal as RunQueue.Refusal {
      throw APIError(refusal)
    } catch is NIOTooManyBytesError {
      throw APIError(.contentTooLarge, "the body has more than \(limits.bodyBytes >> 10) KiB")
    }
  }

  /// The answer to the body of a request; called on a thread of the queue.
  private static func response(to body: ByteBuffer, _ limits: RunLimits, _ cancellation: Cancellation) -> Response {
    func refusal(_ status: HTTPResponse.Status, _ message: String) -> Response {
      Response.json(ErrorBody(error: status.reasonPhrase, message: message).json, status: status)
    }
    guard let text = String(validating: body.readableBytesView, as: UTF8.self) else {
      return refusal(.badRequest, "the body is not UTF-8 text")
    }
    let value: Value
    do throws(JSONError) { value = try Value(json: text) } catch {
      return refusal(.badRequest, "the body is not JSON: \(error.description)")
    }
    let request: RunRequest
    do throws(RunRequest.Invalid) { request = try RunRequest(value, limits: limits) } catch {
      return refusal(.unprocessableContent, error.description)
    }
    do throws(RunFailure) {
      let answer = try SceneRun.perform(request, limits: limits, cancellation: cancellation)
      return Response.json(try answer.json(cancellation))
    } catch {
      return Response.json(error.json, status: .unprocessableContent)
    }
  }

  // MARK: Reading

  private func completion(_ request: Request, _ context: APIContext) throws -> Response {
    let client = Client(of: request, context.channel, isBehindProxy: isBehindProxy)
    if let refusal = queue.refusal(of: client) { throw APIError(refusal) }
    let parameters = request.uri.queryParameters
    let text = parameters["text"].map(String.init) ?? ""
    guard text.count <= limits.completionCharacters else {
      throw APIError(.unprocessableContent, "expected at most \(limits.completionCharacters) characters of `text`")
    }
    let cursor = try request.parameter("cursor", expected: "a whole number") { Int($0) }
    let names: [Substring] = String(parameters["rows"] ?? "").split(separator: ",")
    let rows: [String] = names.prefix(limits.rows).map(String.init)
    return queue.budget.charging(client) {
      Response.json(library.completion(of: text, at: cursor ?? text.count, rows: rows))
    }
  }

  /// What changes only with the program: made once, and not sent again to a client that has it.
  private func document(
    _ request: Request, _ path: String, or refusal: String, _ make: () -> String?
  ) throws(APIError) -> Response {
    let file = documents.value(path) {
      make().map { StaticFile(path, type: "application/json", bytes: Array("\($0)\n".utf8)) }
    }
    guard let file else { throw APIError(.notFound, refusal) }
    return file.response(to: request)
  }
}

extension Request {
  /// Whether its body is said to be JSON. Other types could be sent by a form of any other page.
  var hasJSONBody: Bool { headers[.contentType]?.lowercased().hasPrefix("application/json") == true }
}

extension APIError {
  static let notJSON = APIError(.unsupportedMediaType, "expected `Content-Type: application/json`")

  init(_ refusal: RunQueue.Refusal) {
    switch refusal {
    case .overload:
      self.init(.serviceUnavailable, "too many runs at the same time; try again in a second", retryAfter: 1)
    case .exhausted:
      self.init(
        .tooManyRequests, "this address has used more processor time than its share, and others wait; try again in 5 s",
        retryAfter: 5)
    case .stopped: self.init(.serviceUnavailable, "the run was cancelled")
    case .ending: self.init(.serviceUnavailable, "the server is shutting down")
    }
  }
}

/// Refuses requests that a page of another site makes in the name of its visitor.
struct OriginCheck: RequestCheck {
  /// Whether requests must say where they come from. Programs need not, but browsers do with each `POST`.
  var isRequired = false

  func check(_ request: Request) throws(APIError) {
    guard !request.isSafe else { return }
    let site = isRequired ? request.headers[Self.site] : nil
    guard site == nil || site == "same-origin" else { throw Self.refusal }
    guard let origin = request.headers[.origin] else {
      if isRequired { throw APIError(.forbidden, "the request has no Origin field; expected that of this page") }
      return
    }
    // The host is one that is listened for, see HostCheck.
    guard origin.split(separator: "/").last.map(String.init)?.lowercased() == request.head.authority?.lowercased()
    else { throw Self.refusal }
  }

  private static let site = HTTPField.Name("Sec-Fetch-Site")!
  private static let refusal = APIError(.forbidden, "requests from pages of other sites are not allowed")
}
