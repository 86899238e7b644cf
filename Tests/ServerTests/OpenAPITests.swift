import Foundation
import HTTPTypes
import Hummingbird
import Playground
import Testing

@testable import Server

/// The descriptions of the servers for programs.
@Suite(.timeLimit(.minutes(30))) struct OpenAPITests {
  @Test("a server describes its routes, no more and no fewer", arguments: ServerKind.allCases)
  func routes(kind: ServerKind) async throws {
    let servers = try await Servers()
    let router = try servers.router(kind)
    let description = try await ServerDescription(of: router)
    #expect(description.operations == router.routeNames)
    #expect(description.object["servers"] as? [[String: String]] == [["url": "..", "description": "This server."]])
    let info = try #require(description.object["info"] as? [String: String])
    #expect(info["description"] == "\(kind.about) Times are seconds of a scene.")
    for (path, operations) in description.paths {
      for (method, operation) in operations {
        let responses = try #require(operation["responses"] as? [String: [String: Any]])
        #expect(Set(responses.keys).isSuperset(of: ["400", "405", "408", "431", "503"]), "\(path)")
        #expect((responses["421"] != nil) == (kind != .control), "\(path)")
        #expect((responses["403"] != nil) == (kind != .control && method != "get"), "\(method) \(path)")
        #expect(responses.values.allSatisfy { $0["x-servers"] == nil })
      }
    }
    await servers.hub.stop()
  }

  @Test("the source has no route that no server has, and all of its references lead somewhere")
  func source() async throws {
    let servers = try await Servers()
    let all = try ServerKind.allCases.reduce(into: Set<String>()) { $0.formUnion(try servers.router($1).routeNames) }
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(OpenAPIDescription.source.utf8)) as? [String: Any])
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    #expect(Set(paths.flatMap { path, methods in methods.keys.map { "\($0) \(path)" } }) == all)
    let components = try #require(document["components"] as? [String: [String: Any]])
    let request = try #require(
      (components["schemas"]?["RunRequest"] as? [String: Any])?["properties"] as? [String: Any])
    #expect(request.keys.sorted() == RunRequest.keys.sorted())
    let text = try await servers.router(.control).answer(to: "GET /v1/openapi.json").body
    let references = text.matches(of: /"#\/components\/(\w+)\/(\w+)"/)
    #expect(references.count > 50)
    for reference in references {
      #expect(components[String(reference.1)]?[String(reference.2)] != nil, "\(reference.0)")
    }
    await servers.hub.stop()
  }

  @Test("the library has the keys that its description and the article name")
  func library() async throws {
    func object(_ text: String) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
    let servers = try await Servers()
    let library = try object(try await servers.router(.serve).answer(to: "GET /v1/library").body)
    let components = try #require(try object(OpenAPIDescription.source)["components"] as? [String: [String: Any]])
    let group = try #require(components["schemas"]?["Group"] as? [String: Any])
    let properties = try #require(group["properties"] as? [String: [String: Any]])
    let groups = try ["scenes", "operators"].flatMap { try #require(library[$0] as? [[String: Any]]) }
    #expect(Set(groups.flatMap(\.keys)) == Set(properties.keys))
    let member = try #require(properties["members"]?["items"] as? [String: Any])
    let members = try groups.flatMap { try #require($0["members"] as? [[String: Any]]) }
    #expect(Set(members.flatMap(\.keys)) == Set(try #require(member["properties"] as? [String: Any]).keys))
    let article = try HTTPAPIArticleTests().names(ofTable: "library keys")
    #expect(article.sorted() == properties.keys.sorted())
    await servers.hub.stop()
  }

  @Test("what a path answers, its description names", arguments: ServerKind.allCases)
  func answers(kind: ServerKind) async throws {
    let servers = try await Servers()
    let router = try servers.router(kind)
    let description = try await ServerDescription(of: router)
    var count = 0
    for (target, methods) in router.exampleTargets {
      for method in methods {
        let known = try #require(description.statuses(of: "\(method.rawValue) \(target)"), "\(target)")
        for body in ["", "{}", "[", String(repeating: " ", count: 2_000_000)] {
          for headers: HTTPFields in [
            [:], [.origin: "http://localhost:8080", .contentType: "application/json"],
            [.origin: "http://evil.example"], [.ifNoneMatch: "*"],
          ] {
            let answer = try await router.answer(to: "\(method.rawValue) \(target)", body, headers: headers)
            #expect(known.contains(answer.status), "\(method) \(target) \(body.prefix(5)): \(answer.status)")
            count += 1
          }
        }
      }
    }
    #expect(count > 200)
    await servers.hub.stop()
  }
}
