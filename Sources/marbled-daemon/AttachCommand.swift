import ArgumentParser
import Client
import CommandSupport
import Drawing
import Marbles

struct AttachCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Show on this terminal what a daemon plays.",
    discussion: """
      The scene is drawn in the size and the colours of this terminal. q ends attach; the daemon and its other viewers \
      are not affected. With --control, the keys of `marbled play` steer the daemon for all viewers. When the daemon \
      restarts, attach connects again.

      The defaults of the flags come from ~/.config/marbled/config.yaml, as for `marbled play`.
      """)

  @Flag(help: "Let keys steer the daemon.")
  var control = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Minimum time between redraws of a row, instead of the intervals of the scenes.", valueName: "duration"),
    transform: FlagValue.duration)
  var refreshInterval: SceneTime?

  @Option(
    name: .customLong("row-refresh"),
    help: ArgumentHelp(
      "Refresh interval of rows with this name, as in zip=200ms.", valueName: "name=duration"),
    transform: FlagValue.rowRefresh)
  var rowRefresh: [RowRefresh] = []

  @OptionGroup var client: ClientOptions
  @OptionGroup(title: "How it looks") var display: DisplayOptions

  func run() async throws {
    try await Failure.reported {
      let rates = RefreshRates(
        interval: refreshInterval.map { Duration($0) },
        rows: Dictionary(rowRefresh.map { ($0.row, Duration($0.interval)) }) { $1 })
      try await Attachment(client.search, steers: control, settings: display.settings(try .read()), rates: rates).run()
    }
  }
}
