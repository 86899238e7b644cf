package import Drawing
package import Exports
internal import Foundation
internal import Inputs
internal import Marbles
package import SceneFiles
package import Scenes
package import Terminal

/// What a user wants where no flag says otherwise: the file `marbled/config.yaml` of the user's configuration.
///
/// Its keys are the names of flags, in lowerCamelCase. There are none for what a scene means, such as its step: that must
/// not depend on who plays it.
package struct Preferences {
  /// For scenes that do not say it themselves.
  package var scene = SceneDefaults()
  package var color: ColorChoice?
  package var theme: Theme.Name?
  package var ascii: Bool?
  package var connectors: Connector.Choice?
  package var hidesGhosts: Bool?
  package var reducesMotion: Bool?
  /// Whether to tell instead of to draw, and how.
  package var plain: Plain?

  /// What `plain` can say.
  package enum Plain: String, CaseIterable {
    case `false`, `true`, sentences, tsv

    var form: PlainText? {
      switch self {
      case .false: nil
      case .true, .sentences: .sentences
      case .tsv: .tsv
      }
    }
  }

  /// The form of text that is wanted: `MARBLED_PLAIN` says it before the file does; nil draws.
  package var plainForm: PlainText? {
    switch ProcessInfo.processInfo.environment["MARBLED_PLAIN"] {
    case "1": plain?.form ?? .sentences
    case "0": nil
    default: plain?.form
    }
  }

  /// What the help of commands says of it.
  package static let help = """
    Defaults for flags of this command are read from ~/.config/marbled/config.yaml (in $XDG_CONFIG_HOME, where it is \
    set): \(keys.joined(separator: ", ")), as in `theme: light`.
    """

  /// Why the file is of no use.
  package enum Problem: Error {
    /// It says something that can't be.
    case invalid(SceneFileError)
    /// It can't be read.
    case unreadable(String)
  }

  /// None.
  package init() {}

  /// What `text` says.
  ///
  /// - Throws: ``Problem/invalid(_:)`` at the first thing that can't be.
  init(parsing text: String, path: String) throws {
    do {
      guard let fields = try YAMLReader.readSettings(text, path: path)?.fields(of: "the configuration", keys: Self.keys)
      else { return }
      if let factor = fields["speedFactor"] { scene.speedFactor = try factor.speedFactor() }
      if let interval = fields["refreshInterval"] { scene.refreshInterval = Duration(try interval.duration()) }
      if let window = fields["window"] { scene.window = try window.duration() }
      if let loop = fields["loop"] { scene.loops = try loop.flag() }
      color = try fields["color"]?.choice("a choice of colours", ColorChoice.self)
      theme = try fields["theme"]?.choice("a theme", Theme.Name.self)
      ascii = try fields["ascii"]?.flag()
      connectors = try fields["connectors"]?.choice("a choice of lines", Connector.Choice.self)
      hidesGhosts = try fields["noGhosts"]?.flag()
      reducesMotion = try fields["reducedMotion"]?.flag()
      plain = try fields["plain"]?.choice("a form", Plain.self)
    } catch {
      throw Problem.invalid(error)
    }
  }

  private static let keys = [
    "speedFactor", "refreshInterval", "window", "loop", "color", "theme", "ascii", "connectors", "noGhosts",
    "reducedMotion", "plain",
  ]

  /// The user's, or none when there is no such file.
  ///
  /// - Throws: ``Problem``.
  package static func read(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws -> Preferences
  {
    guard let path = path(environment), FileBytes.exists(path) else { return Preferences() }
    let text: String
    do throws(FileBytes.Problem) { text = try FileBytes.text(FileBytes.read(path)) } catch {
      throw Problem.unreadable(error.message(path))
    }
    return try Preferences(parsing: text, path: path)
  }

  /// `$XDG_CONFIG_HOME/marbled/config.yaml`, in `~/.config` when it is not set.
  private static func path(_ environment: [String: String]) -> String? {
    SceneLibrary.userFolder(environment: environment).map { $0 + "/config.yaml" }
  }
}
