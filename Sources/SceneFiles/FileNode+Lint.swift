internal import Marbles
internal import Scenes
internal import Yams

extension FileNode {
  /// The value of `lint:`: the lints that are allowed, each with its reason.
  func allowedLints() throws(SceneFileError) -> [Lint: String] {
    let fields = try fields(.lint)
    var allowed: [Lint: String] = [:]
    for entry in try fields.required("allow", of: "`lint:`").entries(of: "lints and reasons") {
      guard let lint = Lint(rawValue: entry.name) else {
        throw entry.key.error(
          "\(entry.key.kind) is not a lint\(Suggestion.clause(for: entry.name, among: Lint.names))",
          help: "the lints are \(Lint.names.joined(separator: ", "))")
      }
      let reason = try entry.value.text("the reason")
      guard reason.contains(where: { !$0.isWhitespace }) else {
        throw entry.value.error("`\(lint.name):` has no reason; expected a sentence that says why the scene may do so")
      }
      guard reason.utf8.count <= SceneLimits.notes else {
        throw entry.value.error("the reason takes \(reason.utf8.count) bytes; expected at most \(SceneLimits.notes)")
      }
      allowed[lint] = reason
    }
    return allowed
  }
}

extension Scene {
  /// The value of `lint:`, in a file.
  var lintNode: Node {
    var allowed = YAMLMappingWriter()
    for (lint, reason) in allowedLints.sorted(by: { $0.key < $1.key }) { allowed.add(lint.name, .text(reason)) }
    var fields = YAMLMappingWriter()
    fields.add("allow", allowed.node)
    return fields.node
  }
}
