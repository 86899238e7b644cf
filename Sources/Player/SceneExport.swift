public import Drawing
internal import Foundation
public import Scenes
public import Terminal

/// What the keys for copying, saving and writing export. The program supplies it, because Player knows neither files nor
/// formats.
public struct SceneExport {
  /// A command line that plays a scene, with all edits.
  public var command: (EditHistory) -> String
  /// Writes the shown picture to a new file, and returns its path.
  public var picture: (PlaybackSnapshot, FrameState, Size) throws -> String
  /// Writes a scene with its edits to the file at a path, or to its own. Returns the path and
  /// what else to say; nil when a path is needed.
  public var scene: (EditHistory, String?) throws -> String?

  /// Creates an export.
  ///
  /// - Parameters:
  ///   - command: makes a command line that plays a scene.
  ///   - picture: writes a picture of a snapshot to a new file, and returns the path of the file.
  ///   - scene: writes a scene with its edits to the file at a path, or to its own, and returns the path and
  ///     what else to say, or nil when a path is needed.
  public init(
    command: @escaping (EditHistory) -> String,
    picture: @escaping (PlaybackSnapshot, FrameState, Size) throws -> String,
    scene: @escaping (EditHistory, String?) throws -> String?
  ) {
    (self.command, self.picture, self.scene) = (command, picture, scene)
  }

  /// The bytes that put a text on the clipboard: OSC 52, which terminals without a clipboard ignore.
  static func clipboard(_ text: String) -> [UInt8] {
    Array("\u{1B}]52;c;".utf8) + Array(Data(text.utf8).base64EncodedString().utf8) + Array("\u{1B}\\".utf8)
  }
}
