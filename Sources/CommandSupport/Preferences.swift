package import Drawing
package import Formats
internal import Foundation
internal import Inputs
internal import Marbles
package import SceneFiles
package import Scenes
package import Terminal

/// The user's defaults for flags, from `marbled/config.yaml` in the user's configuration folder.
///
/// Its keys are the names of flags in lowerCamelCase. Properties of scenes, such as the step, have no keys: a scene must
/// mean the same for every user.
package struct Preferences {
  /// Defaults for scenes that leave these keys out.
  package var scene = SceneDefaults()
  package var color: ColorChoice?
  package var theme: Theme.Name?
  package var ascii: Bool?
  package var connectors: Connector.Choice?
  package var marbleWidth: Int?
  package var hidesGhosts: Bool?
  package var reducesMotion: Bool?
  /// Whether to print text instead of drawing, and in which form.
  package var plain: Plain?

  /// The values of the key `plain`.
  package enum Plain: String, CaseIterable {
    case `false`, `true`, sentences, tsv

    var form: NarrationFormat? {
      switch self {
      case .false: nil
      case .true, .sentences: .sentences
      case .tsv: .tsv
      }
    }
  }

  /// The form of text to print; nil draws. The environment variable `MARBLED_PLAIN` overrides the file.
  package var plainForm: NarrationFormat? {
    switch ProcessInfo.processInfo.environment["MARBLED_PLAIN"] {
    case "1": plain?.form ?? .sentences
    case "0": nil
    default: plain?.form
    }
  }

  /// The paragraph about the file in the help of commands.
  package static let help = """
    The file ~/.config/marbled/config.yaml ($XDG_CONFIG_HOME/marbled/config.yaml if that is set) can set defaults, as in \
    `theme: light`, for these keys: \(keys.joined(separator: ", ")).
    """

  /// Why the file can't be used.
  package enum Problem: Error {
    /// The file contains an error.
    case invalid(SceneFileError)
    /// The file can't be read.
    case unreadable(String)
  }

  /// Creates preferences without any key.
  package init() {}

  /// Parses preferences.
  ///
  /// - Throws: ``Problem/invalid(_:)`` at the first error.
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
      marbleWidth = try fields["marbleWidth"]?.count(in: DisplayOptions.marbleWidths)
      hidesGhosts = try fields["noGhosts"]?.flag()
      reducesMotion = try fields["reducedMotion"]?.flag()
      plain = try fields["plain"]?.choice("a form", Plain.self)
    } catch {
      throw Problem.invalid(error)
    }
  }

  /// The keys of the file, in the order of the help.
  package static let keys = [
    "speedFactor", "refreshInterval", "window", "loop", "color", "theme", "ascii", "connectors", "marbleWidth",
    "noGhosts",
    "reducedMotion", "plain",
  ]

  /// Reads the user's file; empty preferences if it does not exist.
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

  /// `$XDG_CONFIG_HOME/marbled/config.yaml`, or in `~/.config` if that is not set.
  private static func path(_ environment: [String: String]) -> String? {
    SceneLibrary.userFolder(environment: environment).map { $0 + "/config.yaml" }
  }
}
