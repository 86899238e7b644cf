import ArgumentParser
import Daemon

@main
struct MarbledDaemon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marbled",
    abstract: "The commands of marbled that listen or connect; `marbled` runs this program for them.",
    version: "0.1.0")
}
