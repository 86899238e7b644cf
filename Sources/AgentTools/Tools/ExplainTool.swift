internal import Formats
internal import Marbles
internal import Scenes

extension AgentTool {
  /// Explains an operator, an idea or a name of another library.
  static let explain = AgentTool(
    name: "explain", title: "Explain an operator",
    about: """
      Explains an operator (`debounce`), compares several (`debounce throttle`), explains an idea (`backpressure`), the diagrams \
      (`notation`), or what does the same as a name of RxJS, Combine, Kotlin Flow or Rx.NET (`switchMap`). Diagrams are computed.
      """,
    parameters: [
      Parameter(name: "subject", kind: .text, about: "One or more names, separated by spaces.", isRequired: true)
    ]
  ) { arguments, context throws(ToolFailure) in
    let words = (arguments.text("subject") ?? "").split { $0.isWhitespace || $0 == "," }.map(String.init)
    guard !words.isEmpty, words.count <= 6, words.allSatisfy({ $0.utf8.count <= 64 }) else {
      throw ToolFailure(
        "explain: expected `subject` to be 1 to 6 names with at most 64 bytes each, such as `debounce throttle`")
    }
    do { return ToolAnswer([try ExplainPage.print(words)]) } catch { throw ToolFailure("error: \(error)") }
  }
}
