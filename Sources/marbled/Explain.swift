import ArgumentParser
import CommandSupport
import Formats
import Operators

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain an operator, compare several, or explain the notation, with computed diagrams.")

  @Argument(help: "Operators, as in `explain zip` or `explain debounce throttle`, or `notation`.")
  var subjects: [String]

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported {
      if subjects == ["notation"] { return StandardStreams.printText(NotationPage.print()) }
      let catalogue = Catalogue.standard
      var operators: [Operator] = []
      for subject in subjects {
        guard let found = catalogue[subject] else {
          let names = catalogue.operators.map(\.name) + ["notation"]
          let elsewhere = NameIndex.standard.names.map(\.name)
          let advice = catalogue.advice(for: subject, among: [names, elsewhere]).map { "; \($0)" } ?? ""
          throw CommandFailure(.notFound, "no operator is called `\(subject)`\(advice)")
        }
        operators.append(found)
      }
      let page =
        operators.count == 1
        ? try OperatorPage.explain(operators[0], catalogue: catalogue)
        : try OperatorPage.compare(operators, catalogue: catalogue)
      StandardStreams.printText(page)
    }
  }
}
