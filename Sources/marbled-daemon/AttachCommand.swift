import ArgumentParser
import Client
import CommandSupport
import Drawing
import Marbles
import Player
import SceneFiles
import Scenes
import Terminal

struct AttachCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Show on this terminal what a daemon plays.",
    discussion: """
      The scene is drawn in the size and the colours of this terminal. q ends attach; the daemon and its other viewers \
      are not affected. With --control, the keys of `marbled play` steer the daemon and edit its scenes for all \
      viewers; one viewer at a time can edit. When the daemon restarts, attach connects again.

      The defaults of the flags come from ~/.config/marbled/config.yaml, as for `marbled play`.
      """)

  @Flag(help: "Let keys steer the daemon and edit its scenes.")
  var control = false

  @OptionGroup var options: AttachOptions

  func run() async throws { try await options.run(editor: control ? EditorName.process : nil) }
}

struct EditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit on this terminal what a daemon plays.",
    discussion: "The same as `marbled attach --control`.")

  @OptionGroup var options: AttachOptions

  func run() async throws { try await options.run(editor: EditorName.process) }
}

/// The options of the commands that show what a daemon plays.
struct AttachOptions: ParsableArguments {
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

  /// - Parameter editor: the name under which keys steer and edit; nil to watch only.
  func run(editor: String?) async throws {
    try await CommandFailure.reported {
      let rates = RefreshRates(
        interval: refreshInterval.map { Duration($0) },
        rows: Dictionary(rowRefresh.map { ($0.row, Duration($0.interval)) }) { $1 })
      let settings = display.settings(.ofUser)
      let attachment = Attachment(client.search, editor: editor, settings: settings, rates: rates) {
        // The scene is the daemon's, so it has no file here.
        SceneExport(settings) { history, path in try path.map { try NewFile.write(history.scene, to: $0).path } }
      }
      LastResort.prepare(.milliseconds(1900), .signal)
      for text in try await attachment.run() { StandardStreams.print(text + "\n") }
    }
  }
}
