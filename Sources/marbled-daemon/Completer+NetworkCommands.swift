import Client
import CommandSupport
import Platform
import SceneFiles
import Wire

extension Completer {
  /// Completes the commands that use the network.
  static var ofNetworkCommands: Completer {
    Completer(CommandTree(of: MarbledDaemon.self)) { command, argument in source(of: argument, in: command) }
  }

  private static func source(of argument: CommandTree.Argument, in command: String) -> CompletionSource? {
    let scenes = CompletionSource.either([.scenes, .files(SceneFile.endings)])
    if argument.kind == .positional {
      switch (command, argument.valueName) {
      case ("kiosk", _), (_, "scene"): return scenes
      case ("control", _): return .control(ControlRequest.verbs.map { ($0.usage, $0.help) })
      default: return nil
      }
    }
    switch argument.spellings.last {
    case "--config": return .files(["yaml", "yml"])
    case "--playlist": return scenes
    case "--inputs": return .row(.input)
    default: return nil
    }
  }
}
