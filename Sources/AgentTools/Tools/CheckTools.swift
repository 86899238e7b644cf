internal import Formats
internal import Marbles
internal import Playground
internal import SceneFiles
internal import Scenes

extension AgentTool {
  /// Compares the rows of a scene with what it expects.
  static let check = AgentTool(
    name: "check", title: "Check a scene",
    about: """
      Runs the YAML of a scene file and compares each row with its `expect:`, a diagram. Returns both diagrams of each row that \
      differs, with a caret at the first difference, and errors of the file with their lines.
      """,
    parameters: [
      Parameter(name: "scene", kind: .text, about: "The YAML of a scene file.", isRequired: true),
      Parameter(
        name: "orders", kind: .flag,
        about:
          "Whether to play the scene in other orders of one instant, too, and report rows that depend on the order."),
    ]
  ) { arguments, context throws(ToolFailure) in
    let scene = try SceneArguments.scene(arguments, context)
    var checker = checker(context)
    checker.checksOrders = arguments.flag("orders")
    let report = checker.check(scene.text, path: path, context.cancellation)
    let text = CheckReportText.problems(report) + CheckReportText.notes(report)
    if report.problems > 0 { return ToolAnswer(failure: lines(text)) }
    let note = report.expectsNothing ? lines([CheckReportText.nothingExpected]) : ""
    return ToolAnswer([lines(text) + CheckReportText.print(report) + note])
  }

  /// Looks for mistakes in the run of a scene.
  static let lint = AgentTool(
    name: "lint", title: "Find mistakes in streams",
    about: """
      Runs a scene, and reports mistakes that the run shows: a debounce that is never quiet, a queue that grows, an error that is \
      lost, a result that depends on the order of an instant, and others. Each says what happened, where, and what to do.
      """,
    parameters: SceneArguments.parameters
  ) { arguments, context throws(ToolFailure) in
    let scene = try SceneArguments.scene(arguments, context)
    var checker = checker(context)
    checker.checksLints = true
    // Rows have no text: the lines of the report are those of the scene that they make.
    let text = arguments["scene"] == nil ? scene.scene.yaml : scene.text
    let report = checker.check(text, path: path, context.cancellation)
    let problems = CheckReportText.problems(report)
    if report.problems > 0 { return ToolAnswer(failure: lines(problems)) }
    let lints = report.files.flatMap { file in (file.lints ?? []).map { CheckReportText.warning($0, in: file) } }
    let count = lints.isEmpty ? "no mistake found" : lints.count == 1 ? "1 mistake" : "\(lints.count) mistakes"
    return ToolAnswer([lines(lints + [count])])
  }

  /// What messages call the scene of a call.
  private static let path = "scene.yaml"

  private static func checker(_ context: ToolContext) -> Checker {
    var checker = Checker()
    checker.budget = context.limits.run.budget
    return checker
  }
}
