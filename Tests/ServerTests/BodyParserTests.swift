import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Server

/// Where the bodies of requests are parsed.
@Suite struct BodyParserTests {
  private func request(_ body: ByteBuffer) -> Request {
    Request(
      head: HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/v1/control"),
      body: RequestBody(buffer: body))
  }

  @Test("a body is parsed by no task, so on no thread of the cooperative pool")
  func thread() async throws {
    let parsed = try await BodyParser("test").parse(request(ByteBuffer(string: "é"))) { text throws(APIError) in
      (text: text, isInTask: withUnsafeCurrentTask { $0 != nil })
    }
    #expect(parsed.text == "é" && !parsed.isInTask)
  }

  @Test("a body that is no text is refused, and so is one that can't be parsed")
  func refused() async throws {
    await #expect(throws: APIError(.badRequest, "the body is not UTF-8 text")) {
      try await BodyParser("test").parse(request(ByteBuffer(bytes: [0xff]))) { _ throws(APIError) in }
    }
    await #expect(throws: APIError(.conflict, "no")) {
      try await BodyParser("test").parse(request(ByteBuffer())) { _ throws(APIError) in throw APIError(.conflict, "no")
      }
    }
  }
}
