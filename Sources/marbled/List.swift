import ArgumentParser
import Exports
import Operators
import Scenes

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List what there is.")

  /// What can be listed.
  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case scenes, operators
  }

  @Argument(help: "What to list: \(Subject.allCases.map(\.rawValue).joined(separator: ", ")).")
  var subject: Subject

  @OptionGroup var library: LibraryOptions

  func run() {
    StandardStreams.ignoreBrokenPipes()
    switch subject {
    case .scenes: StandardStreams.print(ScenePage.list(library.library))
    case .operators: StandardStreams.print(OperatorPage.list(.standard))
    }
  }
}
