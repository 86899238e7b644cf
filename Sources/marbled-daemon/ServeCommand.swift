public import ArgumentParser
import CommandSupport
import Foundation
import Marbles
import SceneFiles
import Scenes
public import Server
import Terminal

extension LogLines.Format: ExpressibleByArgument {}

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a page on which scenes are played, edited and shared.",
    discussion: """
      The page has the shipped scenes and all operators; the given scenes come first. A folder is a lesson: its scenes in \
      the order of their names, and each of its subfolders as another lesson. It runs the scenes of its visitors \
      with limits, keeps nothing, and reads no files for them. SIGTERM and SIGINT end it.
      """)

  @Argument(help: ArgumentHelp("Names or paths of scenes to offer first, or folders of them.", valueName: "scene"))
  var scenes: [String] = []

  @Option(help: ArgumentHelp("The address to listen on; port 0 is any free port.", valueName: "host:port"))
  var listen = "127.0.0.1:8080"

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Also accept requests addressed to this host name.", valueName: "name"))
  var host: [String] = []

  @Flag(help: "Count requests by the last address of X-Forwarded-For, which a proxy in front of this server sets.")
  var behindProxy = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Stop a run of a visitor that takes longer than this. (default: 2s)", valueName: "duration"),
    transform: FlagValue.duration)
  var timeLimit: SceneTime?

  @Option(help: "Format of the log on standard error.")
  var logFormat = LogLines.Format.text

  @OptionGroup var library: SceneLibraryOptions

  func run() async throws {
    try await CommandFailure.reported {
      guard let address = ListenAddress(listen) else {
        throw CommandFailure(
          .usage,
          "--listen: `\(listen)` is not an address; expected HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080")
      }
      func warn(_ problem: String) { StandardStreams.printError("warning: \(problem)") }
      let files = try library.library.lessons(at: scenes, refuse: { warn($0.description) }, warn: warn)
      var server = PlaygroundServer(address: address, hosts: host.map { $0.lowercased() }, files: files)
      (server.isBehindProxy, server.logFormat) = (behindProxy, logFormat)
      if let timeLimit { server.timeLimit = Duration(timeLimit) }
      (server.environment, server.version) = (ProcessInfo.processInfo.environment, Version.current)
      if address.isOfEveryInterface {
        StandardStreams.printError("warning: \(address) listens on every interface: anyone on its networks can connect")
      }
      LastResort.prepare(PlaygroundServer.endingTime, .code(1))
      try await server.run { url in StandardStreams.print("Serving at \(url) (Ctrl-C ends it)\n") }
    }
  }
}
