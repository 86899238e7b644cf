internal import Hummingbird
internal import Marbles

/// What a router serves.
enum ServerKind: String, CaseIterable {
  /// `marbled serve`.
  case serve
  /// The control socket of a daemon.
  case control
  /// The view socket of a daemon, and its address for viewers.
  case view
  /// The address of a daemon for phones.
  case phone

  /// What it serves, as a sentence.
  var about: String {
    switch self {
    case .serve: "The HTTP API of `marbled serve`."
    case .control: "The HTTP API of the control socket of a `marbled daemon`."
    case .view: "The HTTP API of a `marbled daemon` for viewers, who can't change what it plays."
    case .phone: "The HTTP API of a `marbled daemon` for phones, which need the cookie of a session."
    }
  }

  /// The statuses of all of its operations, which are not answers of routes.
  fileprivate var commonStatuses: [String] {
    ["400", "405", "408", "431", "503"] + (self == .control ? [] : ["421"])
  }
}

/// `GET /v1/openapi.json`: a description of the API for programs, with the routes of this server alone.
enum OpenAPIDescription {
  /// The description of the routes of all servers.
  ///
  /// Operations have only the statuses that routes answer with; the others are added from the common responses. A response
  /// with `x-servers` is one of these servers alone.
  static let source = String(decoding: PackageResources.openapi_json, as: UTF8.self)

  /// Adds the route, which describes the routes that the router has now.
  static func add(to router: Router<APIContext>, of server: ServerKind) {
    let path = "v1/openapi.json"
    let routes = Set(router.routes.map { name($0) } + ["get /\(path)"])
    let files = KeptValues<StaticFile>()
    router.get(RouterPath(path)) { request, _ in
      let file = files.value(path) {
        StaticFile(path, type: "application/json", bytes: Array("\(text(of: server, with: routes))\n".utf8))
      }
      guard let file else { throw APIError(.notFound, "there is no description") }
      return file.response(to: request)
    }
  }

  /// The name of a route: `get /v1/inputs/{name}`.
  static func name(_ route: Router<APIContext>.RouteDescription) -> String {
    "\(route.method.rawValue.lowercased()) \(RoutePath.described(route.path.description))"
  }

  /// The description of a server with these routes.
  static func text(of server: ServerKind, with routes: Set<String>) -> String {
    guard case .object(var document)? = try? Value(json: source) else {
      preconditionFailure("openapi.json is no object")
    }
    var paths: [String: Value] = [:]
    for (path, operations) in document.object("paths").dictionary {
      guard case .object(let operations) = operations else { continue }
      let own = operations.dictionary.filter { routes.contains("\($0.key) \(path)") }
      guard !own.isEmpty else { continue }
      let described = own.map { ($0.key, describe($0.value, changes: $0.key != "get", at: server)) }
      paths[path] = .object(Members(Dictionary(uniqueKeysWithValues: described)))
    }
    document["paths"] = .object(Members(paths))
    var info = document.object("info")
    info["description"] = .string("\(server.about) Times are seconds of a scene.")
    document["info"] = .object(info)
    // As seen from this description, wherever a proxy has put it.
    document["servers"] = .array([.object(["url": .string(".."), "description": .string("This server.")])])
    return Value.object(document).json
  }

  private static func describe(_ operation: Value, changes: Bool, at server: ServerKind) -> Value {
    guard case .object(var operation) = operation else { return operation }
    var responses = operation.object("responses").dictionary.filter { status, response in
      guard case .object(let response) = response, case .array(let servers)? = response["x-servers"] else {
        return true
      }
      return servers.contains(.string(server.rawValue))
    }
    // The socket does not ask who a request comes from: who can open it may change everything.
    if changes { responses["403"] = server == .control ? nil : responses["403"] ?? common("403") }
    for status in server.commonStatuses where responses[status] == nil { responses[status] = common(status) }
    operation["responses"] = .object(Members(responses.mapValues(withoutServers)))
    return .object(operation)
  }

  private static func common(_ status: String) -> Value {
    .object(["$ref": .string("#/components/responses/\(status)")])
  }

  private static func withoutServers(_ response: Value) -> Value {
    guard case .object(var response) = response else { return response }
    response["x-servers"] = nil
    return .object(response)
  }
}

extension Members {
  /// The object of a name; an empty one when there is none.
  fileprivate func object(_ name: String) -> Members {
    guard case .object(let members)? = self[name] else { return [:] }
    return members
  }
}

extension Router<APIContext> {
  /// The router with routes, with their description, and with answers to methods that the paths do not have.
  func with(_ server: ServerKind, _ addRoutes: (Router<APIContext>) -> Void) -> Router<APIContext> {
    let table = RouteTable()
    add(middleware: MethodCheck(table: table))
    addRoutes(self)
    OpenAPIDescription.add(to: self, of: server)
    table.fill(from: self)
    return self
  }
}
