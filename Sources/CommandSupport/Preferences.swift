package import Drawing
package import Formats
internal import Foundation
internal import Inputs
internal import Marbles
internal import SceneFiles
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
  /// The folders in which scenes are looked up after those of `--scenes`.
  package var sceneFolders: [String] = []

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

  /// Why a part of the file, or all of it, is not used.
  package var problems: [String] = []

  /// Creates preferences without any key.
  package init() {}

  /// Parses preferences. A key that is wrong is left out, and ``problems`` says why.
  init(parsing text: String, path: String) {
    do throws(SceneFileError) {
      guard let settings = try YAMLReader.readSettings(text, path: path) else { return }
      for entry in try settings.entries(of: "the configuration") {
        do throws(SceneFileError) { try read(entry) } catch { problems.append(error.description) }
      }
    } catch {
      problems.append(error.description)
    }
  }

  private mutating func read(_ entry: MappingFields.Entry) throws(SceneFileError) {
    let value = entry.value
    switch entry.name {
    case "speedFactor": scene.speedFactor = try value.speedFactor()
    case "refreshInterval": scene.refreshInterval = Duration(try value.duration())
    case "window": scene.window = try value.duration()
    case "loop": scene.loops = try value.flag()
    case "color": color = try value.choice("a choice of colours", ColorChoice.self)
    case "theme": theme = try value.choice("a theme", Theme.Name.self)
    case "ascii": ascii = try value.flag()
    case "connectors": connectors = try value.choice("a choice of lines", Connector.Choice.self)
    case "marbleWidth": marbleWidth = try value.count(in: DisplayOptions.marbleWidths)
    case "ghosts": hidesGhosts = try !value.flag()
    case "noGhosts": hidesGhosts = try value.flag()
    case "reducedMotion": reducesMotion = try value.flag()
    case "plain": plain = try value.choice("a form", Plain.self)
    case "scenes":
      let folders = value.location == nil ? try value.elements(of: "scenes") : [value]
      for folder in folders { sceneFolders.append(try folder.text("a folder")) }
    default: throw try settingsError(entry)
    }
  }

  /// The error about a key that there is not.
  private func settingsError(_ entry: MappingFields.Entry) throws(SceneFileError) -> SceneFileError {
    let hint = Suggestion.clause(for: entry.name, among: Self.keys)
    return entry.key.error(
      "the configuration has no key `\(DisplayText.shortened(entry.name, to: 40))`\(hint)",
      help: hint.isEmpty ? "the keys are \(Self.keys.joined(separator: ", "))" : nil)
  }

  /// The keys of the file, in the order of the help.
  package static let keys = [
    "speedFactor", "refreshInterval", "window", "loop", "color", "theme", "ascii", "connectors", "marbleWidth",
    "ghosts", "reducedMotion", "plain", "scenes",
  ]

  /// The preferences of the user of this process; empty without a file. The first use prints a warning for each key that is wrong.
  ///
  /// A mistake in the file must not stop a command in a script, so the command goes on without the key.
  package static let ofUser: Preferences = {
    let preferences = find(ProcessInfo.processInfo.environment)
    for problem in preferences.problems.prefix(shownProblems) {
      StandardStreams.printError(problem.replacing(": error: ", with: ": warning: ", maxReplacements: 1))
    }
    return preferences
  }()

  private static let shownProblems = 10

  /// Reads the user's file, and prints nothing.
  static func find(_ environment: [String: String]) -> Preferences {
    guard let path = path(environment), FileBytes.exists(path) else { return Preferences() }
    do throws(FileBytes.Problem) {
      return Preferences(parsing: try FileBytes.text(FileBytes.read(path)), path: path)
    } catch {
      var preferences = Preferences()
      preferences.problems = ["warning: \(error.message(path))"]
      return preferences
    }
  }

  /// `$XDG_CONFIG_HOME/marbled/config.yaml`, or in `~/.config` if that is not set.
  private static func path(_ environment: [String: String]) -> String? {
    SceneLibrary.userFolder(environment: environment).map { $0 + "/config.yaml" }
  }
}
