import ArgumentParser
import CommandSupport
import Formats
import Operators

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain an operator or an idea, compare operators, or explain the notation, with computed diagrams.",
    discussion: """
      A name of RxJS, Combine, Kotlin Flow or Rx.NET is explained by what does the same here.

        marbled explain debounce
        marbled explain debounce throttle
        marbled explain switchMap
        marbled explain unicast

      Ideas: \(Concept.all.map(\.name).joined(separator: ", ")).
      """)

  @Argument(
    help: ArgumentHelp(
      "Operators, as in `explain zip` or `explain debounce throttle`, an idea, or `notation`.", valueName: "subjects"))
  var words: [String]

  @OptionGroup var colors: TextColorOption

  func validate() throws {
    if words.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw ValidationError("a subject is empty: `marbled explain zip`, or `marbled list operators` for all of them")
    }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported {
      do {
        StandardStreams.printText(try ExplainPage.print(words), highlights: .page)
      } catch let unknown as ExplainPage.Unknown {
        throw CommandFailure(.notFound, unknown.description)
      }
    }
  }
}
