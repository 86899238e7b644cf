internal import Expressions
internal import Inputs
internal import Marbles
internal import Operators
internal import Scenes

/// Where the values of a row come from that are not written in the file.
extension RowDecoder {
  static func live(_ node: FileNode, _ fields: MappingFields) throws(SceneFileError) -> Scene.Live {
    var live = Scene.Live()
    if node.location == nil {
      let inner = try node.fields(.live)
      if let capacity = inner["capacity"] { live.capacity = try capacity.count(in: Scene.Live.capacities) }
      live.source = try inner["source"].map(liveSource)
    } else if (try? node.flag()) != true {
      live.source = try liveSource(node)
    }
    if let restart = fields["restart"] {
      live.restarts = try restart.flag()
      let canRestart = ["exec:", "tap:"].contains { live.source?.hasPrefix($0) == true }
      if live.restarts, !canRestart, let key = fields.key("restart") {
        throw key.error(
          "`restart:` starts a command again, or waits for a program again; it needs `live: exec:COMMAND` or `live: tap:NAME`"
        )
      }
    }
    live.lines.value = try fields["value"].map(path)
    live.lines.time = try fields["time"].map(path)
    live.lines.id = try fields["id"].map(path)
    if let unit = fields["timeUnit"] { live.lines.timeUnit = try unit.choice("a unit of time", TimeUnit.self) }
    if let form = fields["lines"] {
      let text = try form.text("a format of lines")
      do throws(LineSettings.Form.Malformed) { live.lines.form = try LineSettings.Form(parsing: text) } catch {
        throw form.error(error.description)
      }
    }
    return live
  }

  /// The source of a live row, as after `-i NAME=`.
  private static func liveSource(_ node: FileNode) throws(SceneFileError) -> String {
    let expected =
      "expected `true`, `exec:COMMAND`, `tap:NAME`, `tail:FILE`, `@FIFO`, `redis://HOST/STREAM`, `-`, or a limit such as { capacity: 1000 }"
    guard let text = try? node.text("a source") else { throw node.error("found \(node.kind), \(expected)") }
    do throws(InputError) {
      switch try InputSpec(parsing: "row=\(text)").source {
      case .command, .tap, .tail, .standardInput, .file: return text
      case .redis(let source): return source.text
      case .diagram, .random: break
      }
    } catch {
      // A URL may hold a password, which its error leaves out.
      if text.hasPrefix("redis") { throw node.error(error.description.replacing("row=", with: "")) }
      throw node.error("\(node.kind) names nothing; \(expected)")
    }
    throw node.error("found \(node.kind), \(expected)")
  }

  private static func path(_ node: FileNode) throws(SceneFileError) -> MemberPath {
    let text = try node.text("a path")
    do throws(MemberPath.Malformed) { return try MemberPath(parsing: text) } catch {
      throw node.error(error.description)
    }
  }

  static func random(_ node: FileNode) throws(SceneFileError) -> RandomTimeline {
    let fields = try node.fields(.random)
    var random = RandomTimeline(seed: try fields.required("seed", of: "`random:`").seed())
    if let rate = fields["rate"] {
      random.rate = try rate.duration()
      guard random.rate <= .seconds(3600) else {
        throw rate.error("`rate:` is longer than one hour; expected at most 1 h between events")
      }
    }
    if let count = fields["count"] { random.count = try count.count(in: 0...RandomTimeline.maximumCount) }
    if let values = fields["values"] { random.values = try randomValues(values) }
    return random
  }

  private static func randomValues(_ node: FileNode) throws(SceneFileError) -> RandomTimeline.Values {
    switch try node.value() {
    case .array(let values) where !values.isEmpty: return .choice(values)
    case .string(let text):
      if let range = RandomTimeline.Values(range: text) { return range }
    default: break
    }
    throw node.error("found \(node.kind), expected a range such as 1...9, or a list of values such as [a, b, c]")
  }

}
