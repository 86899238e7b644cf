import ArgumentParser
import Exports
import Operators

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List what there is.")

  /// What can be listed.
  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case operators
  }

  @Argument(help: "What to list: \(Subject.allCases.map(\.rawValue).joined(separator: ", ")).")
  var subject: Subject = .operators

  func run() {
    StandardStreams.ignoreBrokenPipes()
    switch subject {
    case .operators: StandardStreams.print(OperatorPage.list(.standard))
    }
  }
}
