internal import Foundation
internal import Inputs
public import SceneFiles
internal import Scenes

/// Why a configuration can't be loaded.
public enum ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file has an invalid key or value.
  case file(SceneFileError)
  /// The file can't be read.
  case unreadable(String)
  /// A flag has an invalid value.
  case flag(String)

  /// What is wrong and where, for a person.
  public var description: String { if case .file = self { message } else { "error: \(message)" } }

  /// The same without `error:`, for output that adds it; only an error in a file names its place.
  var message: String {
    switch self {
    case .file(let error): error.description
    case .unreadable(let message), .flag(let message): message
    }
  }
}

extension DaemonConfiguration {
  /// Reads the file, then lets the flags override it.
  ///
  /// - Parameters:
  ///   - path: the file; nil for none.
  ///   - flags: the values of flags by key, as text.
  public init(path: String?, flags: [String: [String]] = [:]) throws(ConfigurationError) {
    self.init()
    if let path {
      let text: String
      do throws(FileBytes.Problem) { text = try FileBytes.text(FileBytes.read(path)) } catch {
        throw .unreadable(error.message(path))
      }
      do throws(SceneFileError) { try read(text, path: path) } catch { throw .file(error) }
    }
    for key in ConfigurationKey.all {
      guard let texts = flags[key.name], !texts.isEmpty else { continue }
      do throws(SceneFileError) {
        var nodes: [FileNode] = []
        for text in texts { nodes.append(try Self.node(text, of: key)) }
        try key.read(&self, nodes, nil)
      } catch {
        throw .flag("--\(key.flag): \(error.message)")
      }
    }
    if publish != nil, follow != nil {
      throw .flag("`publish` and `follow` can't be used together: any number of daemons may follow the same stream")
    }
    if control != nil, follow != nil {
      throw .flag("`control` and `follow` can't be used together: phones steer the daemon that publishes")
    }
    if let control, control.port != 0, control == view {
      throw .flag("`control` and `view` are both \(control); expected two ports")
    }
  }

  /// Reads the keys of a file over the current values.
  mutating func read(_ text: String, path: String) throws(SceneFileError) {
    let names = ConfigurationKey.all.map(\.name)
    guard let fields = try YAMLReader.readSettings(text, path: path)?.fields(of: "the configuration", keys: names)
    else { return }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    for key in ConfigurationKey.all {
      guard let node = fields[key.name] else { continue }
      let nodes = key.isList ? try node.elements(of: "values") : [node]
      try key.read(&self, nodes, folder.isEmpty ? (path.hasPrefix("/") ? "/" : nil) : folder)
    }
  }

  /// A flag's value is always text, except for keys whose value can be a mapping.
  private static func node(_ text: String, of key: ConfigurationKey) throws(SceneFileError) -> FileNode {
    if key.name == "playlist", text.hasPrefix("{"), let node = try YAMLReader.readSettings(text, path: "--playlist") {
      return node
    }
    return FileNode(text: text, path: "--\(key.flag)")
  }
}
