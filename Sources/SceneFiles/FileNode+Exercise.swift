internal import Marbles
internal import Scenes
internal import Yams

extension FileNode {
  /// The value of `exercise:`.
  func exercise() throws(SceneFileError) -> Scene.Exercise {
    let fields = try fields(.exercise)
    var exercise = Scene.Exercise()
    if let task = fields["task"] { exercise.task = try task.notes() }
    if let minutes = fields["minutes"] { exercise.minutes = try minutes.count(in: SceneLimits.minutes) }
    if let variation = fields["variation"] { exercise.variation = try variation.notes() }
    if let hint = fields["hint"] { exercise.hint = try hint.notes() }
    if let predict = fields["predict"] { exercise.isPrediction = try predict.flag() }
    guard let solution = fields["solution"] else { return exercise }
    for element in try solution.elements(of: "commands") {
      let command = try element.text("a command such as `set out = a.prefix(3)`")
      guard command.utf8.count <= SceneLimits.notes else {
        throw element.error("the command takes \(command.utf8.count) bytes; expected at most \(SceneLimits.notes)")
      }
      exercise.solution.append(command)
    }
    guard exercise.solution.count <= SceneLimits.solution else {
      throw solution.error(
        "the solution has \(exercise.solution.count) commands; expected at most \(SceneLimits.solution)")
    }
    return exercise
  }
}

extension Scene.Exercise {
  /// The value of `exercise:`, in a file.
  var node: Node {
    var fields = YAMLMappingWriter()
    if !task.isEmpty { fields.add("task", .text(task)) }
    if let minutes { fields.add("minutes", .plain("\(minutes)")) }
    if !hint.isEmpty { fields.add("hint", .text(hint)) }
    if !solution.isEmpty { fields.add("solution", Node(solution.map { .text($0) })) }
    if isPrediction { fields.add("predict", .plain("true")) }
    if !variation.isEmpty { fields.add("variation", .text(variation)) }
    return fields.node
  }
}
