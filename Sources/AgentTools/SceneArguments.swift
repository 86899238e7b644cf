internal import Expressions
internal import Marbles
internal import Playground
internal import Scenes

/// The arguments that say which scene a tool is about.
enum SceneArguments {
  /// The parameters of each tool that takes a scene.
  static let parameters = [
    AgentTool.Parameter(name: "scene", kind: .text, about: "A scene as the YAML of a scene file, instead of `rows`."),
    AgentTool.Parameter(
      name: "rows", kind: .rows,
      about: "Input rows: marble diagrams by name, as {\"a\": \"1-2-3|\"}, or [\"a = 1-2-3|\"] in their order."),
    AgentTool.Parameter(
      name: "expressions", kind: .texts,
      about: "Output rows: expressions over rows, as [\"out = zip(a, b).map { $0.0 }\"]."),
    AgentTool.Parameter(
      name: "dialect", kind: .choice(Dialect.allCases.map(\.rawValue)),
      about: "The dialect of the diagrams in `rows`: marbled, rx (RxJS) or asv (AsyncSequenceValidation)."),
  ]

  /// The request for a run.
  static func request(_ arguments: ToolArguments, _ limits: RunLimits) throws(ToolFailure) -> RunRequest {
    var members: Members = [:]
    for key in ["scene", "rows", "expressions"] { members[key] = arguments[key] }
    guard !members.isEmpty else {
      throw ToolFailure("expected `scene`, or `rows` and `expressions`, as {\"rows\": {\"a\": \"1-2|\"}}")
    }
    var request: RunRequest
    do throws(RunRequest.Invalid) { request = try RunRequest(.object(members), limits: limits) } catch {
      throw ToolFailure(error.description)
    }
    if let name = arguments.text("dialect"), let dialect = Dialect(rawValue: name) {
      guard arguments["scene"] == nil else {
        throw ToolFailure("`dialect` is that of `rows`; a scene has its own, as the key `dialect:`")
      }
      request.dialect = dialect
    }
    (request.hasRecording, request.hasPicture, request.hasYAML, request.isStill) = (false, false, false, true)
    return request
  }

  /// The scene of a call, and its text.
  static func scene(
    _ arguments: ToolArguments, _ context: ToolContext
  ) throws(ToolFailure) -> (scene: Scene, text: String) {
    let request = try request(arguments, context.limits.run)
    do throws(RunFailure) {
      return try SceneRun.scene(of: request, limits: context.limits.run, cancellation: context.cancellation)
    } catch {
      throw ToolFailure(error)
    }
  }

  /// The run of a call.
  static func run(
    _ arguments: ToolArguments, _ context: ToolContext, _ change: (inout RunRequest) -> Void = { _ in }
  ) throws(ToolFailure) -> RunAnswer {
    var request = try request(arguments, context.limits.run)
    change(&request)
    do throws(RunFailure) {
      return try SceneRun.perform(request, limits: context.limits.run, cancellation: context.cancellation)
    } catch {
      throw ToolFailure(error)
    }
  }
}

extension ToolFailure {
  /// What is wrong with a scene: a line for each mistake, and what to do.
  init(_ failure: RunFailure) {
    let lines = failure.diagnostics.map { diagnostic in
      let place =
        switch (diagnostic.row, diagnostic.line, diagnostic.column) {
        case (nil, let line?, let column): "scene.yaml:\(line):\(column ?? 1): "
        case (let row?, _, let column?): "\(row): column \(column): "
        case (let row?, _, nil): "\(row): "
        default: ""
        }
      let help = diagnostic.suggestion.flatMap { diagnostic.message.contains("`\($0)`") ? nil : "\n  help: \($0)" }
      return "\(place)error: \(diagnostic.message)\(help ?? "")"
    }
    self.init(lines.joined(separator: "\n"))
  }
}
