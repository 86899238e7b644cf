import ArgumentParser
import Daemon
import Foundation
import Stage
import Terminal

struct Attach: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Watch on this terminal what a daemon plays.",
    discussion: """
      Drawn here, in this terminal's size and colours. q leaves, and nobody notices; with --control the keys of \
      `marbled play` steer the daemon, for all who watch. When it is started anew, it is attached to again.
      """)

  @Flag(help: "Let keys steer the daemon.")
  var control = false

  @Option(
    help: ArgumentHelp("The colours: \(Theme.Name.allCases.map(\.rawValue).joined(separator: ", "))."),
    transform: { try Self.choice($0, Theme.Name.self) })
  var theme: Theme.Name?

  @Option(
    help: ArgumentHelp(
      "When to use colours, and how many: \(ColorChoice.allCases.map(\.rawValue).joined(separator: ", "))."),
    transform: { try Self.choice($0, ColorChoice.self) })
  var color: ColorChoice?

  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  @OptionGroup var client: ClientOptions

  func run() async throws {
    try await Failure.reported {
      let look = Look(
        color: color ?? .auto, isASCII: ascii, themeName: theme, environment: ProcessInfo.processInfo.environment)
      try await Attachment(client.search, steers: control, look: look).run()
    }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String, _: Choice.Type
  ) throws -> Choice {
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("there is no `\(text)`; there are \(names)")
    }
    return choice
  }
}
