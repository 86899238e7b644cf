import ArgumentParser
import CommandSupport
import Scenes

/// The flags of `check` that look for mistakes.
struct LintOptions: ParsableArguments {
  @Flag(help: "Also look for mistakes in the run of each scene, such as a debounce that is never quiet.")
  var lint = false

  @Option(help: ArgumentHelp("Do not report this lint. May be repeated.", valueName: "lint"))
  var allow: [Lint] = []

  func validate() throws {
    if !allow.isEmpty, !lint { throw ValidationError("--allow needs --lint") }
  }
}
