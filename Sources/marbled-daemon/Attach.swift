import ArgumentParser
import Client
import CommandSupport
import Drawing
import Marbles

struct Attach: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Watch on this terminal what a daemon plays.",
    discussion: """
      Drawn here, in this terminal's size and colours. q leaves, and nobody notices; with --control the keys of \
      `marbled play` steer the daemon, for all who watch. When it is started anew, it is attached to again.

      How it looks is what ~/.config/marbled/config.yaml says, as for `marbled play`, unless a flag does.
      """)

  @Flag(help: "Let keys steer the daemon.")
  var control = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The least time between two redraws of a row, instead of what scenes say.", valueName: "duration"),
    transform: FlagValue.duration)
  var refreshInterval: SceneTime?

  @Option(
    name: .customLong("row-refresh"),
    help: ArgumentHelp(
      "The refresh interval of rows of this name, as in zip=200ms.", valueName: "name=duration"),
    transform: FlagValue.rowRefresh)
  var rowRefresh: [RowRefresh] = []

  @OptionGroup var client: ClientOptions
  @OptionGroup(title: "How it looks") var display: DisplayOptions

  func run() async throws {
    try await Failure.reported {
      let rates = RefreshRates(
        interval: refreshInterval.map { Duration($0) },
        rows: Dictionary(rowRefresh.map { ($0.row, Duration($0.interval)) }) { $1 })
      try await Attachment(client.search, steers: control, look: display.look(try .read()), rates: rates).run()
    }
  }
}
