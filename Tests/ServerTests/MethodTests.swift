import HTTPTypes
import Hummingbird
import Testing

@testable import Server

/// Methods: those that a path has, and the others.
@Suite(.timeLimit(.minutes(30))) struct MethodTests {
  /// A request of a page at this address, which every server takes.
  private static let own: HTTPFields = [.origin: "http://localhost:8080", .contentType: "application/json"]

  @Test(
    "each path says which methods it has, when it is asked and when another one comes", arguments: ServerKind.allCases)
  func allowed(kind: ServerKind) async throws {
    let servers = try await Servers()
    let router = try servers.router(kind)
    let targets = router.exampleTargets
    #expect(targets.count > 8)
    for (target, methods) in targets {
      let all = methods.union([.options]).union(methods.contains(.get) ? [.head] : [])
      let expected = all.map(\.rawValue).sorted().joined(separator: ", ")
      let options = try await router.answer(to: "OPTIONS \(target)")
      #expect(options.status == 204 && options.headers[.allow] == expected && options.body.isEmpty, "\(target)")
      #expect(!options.headers.contains { $0.name.rawName.lowercased().hasPrefix("access-control") })
      for method in [HTTPRequest.Method.put, .post, .get, .head] where !all.contains(method) {
        let answer = try await router.answer(to: "\(method.rawValue) \(target)", headers: Self.own)
        guard kind != .view || method == .get || method == .head || target == "/v1/runs" else {
          // Whatever the path, viewers change nothing.
          #expect(answer.status == 403, "\(method) \(target)")
          continue
        }
        #expect(answer.status == 405 && answer.headers[.allow] == expected, "\(method) \(target): \(answer.status)")
        #expect(method == .head ? answer.body.isEmpty : answer.body.contains("expected \(expected)"), "\(answer.body)")
      }
    }
    let all = try await router.answer(to: "OPTIONS *")
    #expect(all.status == 204 && all.headers[.allow]?.hasPrefix(kind == .phone ? "DELETE, GET" : "GET") == true)
    #expect(try await router.answer(to: "OPTIONS /nothing").status == 404)
    #expect(try await router.answer(to: "PUT /nothing", headers: Self.own).status == (kind == .view ? 403 : 404))
    // A page whose name leads here learns nothing.
    if kind == .serve || kind == .phone {
      #expect(try await router.answer(to: "OPTIONS /", host: "evil.example").status == 421)
    }
    await servers.hub.stop()
  }

  @Test("HEAD has the status and the headers of GET, and no body", arguments: ServerKind.allCases)
  func head(kind: ServerKind) async throws {
    let servers = try await Servers()
    let router = try servers.router(kind)
    for (target, methods) in router.exampleTargets where methods.contains(.get) && target != "/v1/events" {
      for accept in ["*/*", "text/html"] {
        let headers: HTTPFields = [.accept: accept]
        let get = try await router.answer(to: "GET \(target)", headers: headers)
        let head = try await router.answer(to: "HEAD \(target)", headers: headers)
        #expect(head.status == get.status && head.body.isEmpty, "\(target)")
        for name in [HTTPField.Name.contentType, .eTag, .cacheControl] {
          #expect(head.headers[name] == get.headers[name], "\(target): \(name)")
        }
      }
    }
    await servers.hub.stop()
  }
}
