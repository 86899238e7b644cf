public import Marbles
internal import Playground
internal import SceneFiles
internal import Scenes

/// Bodies of `POST /v1/runs`: scenes that are shipped, damaged or extreme, with random edits and looks.
public struct RunSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "runs"
  /// A run has a limit of events and steps; drawing it takes most of the time.
  public let limit = Duration.seconds(10)

  private static let scenes = SceneSubject()
  private static let noise = RandomBytes(
    tokens: [
      "{", "}", "[", "]", ",", ":", "\"scene\"", "\"rows\"", "\"expressions\"", "\"edits\"", "\"columns\"", "\"theme\"",
      "\"exports\"", "\"svg\"", "\"swift\"", "null", "true", "1", "-1", "1e9", "\"a\"", "\"1-2|\"", "\"out = a\"",
    ]
  ) { _ in #"{"rows":{"a":"1-2|"},"expressions":["out = a.map { $0 * 2 }"]}"# }

  /// Smaller limits than those of a server, so that many runs are played.
  private static let limits: RunLimits = {
    var limits = RunLimits()
    (limits.rows, limits.events, limits.inputEvents, limits.eventsPerRow) = (12, 150, 60, 60)
    (limits.parts, limits.closureSteps) = (20_000, 50_000)
    return limits
  }()

  /// Creates the subject.
  public init() {}

  /// The body of a request.
  public func text(_ random: inout SplitMix64) -> String {
    if random.below(4) == 0 { return Self.noise.text(&random) }
    let text = random.below(4) == 0 ? ExtremeScene.text(&random) : Self.scenes.text(&random)
    var members: [String: Value] = ["scene": .string(text), "columns": .int(30 + random.below(60))]
    // Only scenes with rows, and without live ones, can be edited.
    if let scene = try? SceneFile(parsing: text, path: "x.yaml").scene, !scene.rows.isEmpty, !scene.isLive,
      random.below(2) == 0
    {
      let edits = (0..<1 + random.below(3)).compactMap { _ in ArbitraryEdit.edit(of: scene, &random).commands(in: scene)
      }
      members["edits"] = .array(edits.joined().map(Value.string))
    }
    if random.below(4) == 0 { members["stages"] = .bool(true) }
    if random.below(8) == 0 {
      members["exports"] = .array(RunRequest.Export.allCases.map { .string($0.rawValue) })
    }
    return Value.object(members).json
  }

  /// An answer must be JSON, and its scene must be read again; a refusal must say what is wrong.
  public func verdict(on text: String) -> FuzzVerdict {
    guard let value = try? Value(json: text) else { return .rejected }
    let request: RunRequest
    do throws(RunRequest.Invalid) { request = try RunRequest(value, limits: Self.limits) } catch {
      return error.description.isEmpty ? .failed("refused without a reason") : .rejected
    }
    do throws(RunFailure) {
      let answer = try SceneRun.perform(request, limits: Self.limits)
      let json = try answer.json()
      guard (try? Value(json: json)) != nil else { return .failed("the answer is not JSON: \(json)") }
      if let yaml = answer.yaml, (try? SceneFile(parsing: yaml, path: "x.yaml")) == nil {
        return .failed("the edited scene can't be read again:\n\(yaml)")
      }
      return .accepted
    } catch {
      let isTold = !error.diagnostics.isEmpty && error.diagnostics.allSatisfy { !$0.message.isEmpty }
      return isTold ? .rejected : .failed("refused without a reason")
    }
  }
}
