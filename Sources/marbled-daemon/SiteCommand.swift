import ArgumentParser
import CommandSupport
import Marbles
import SceneFiles
import Scenes
import Server

struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Write the page of all operators and scenes as files, which need no server.",
    discussion: """
      The pages play every operator and scene, and say what each value was made from; they edit nothing. They work on any web \
      server, below any path, and when `index.html` is opened from a disk. If the folder has an earlier site, its files are \
      replaced; other files stay as they are.
      """)

  @Argument(help: ArgumentHelp("The folder to write; it need not exist.", valueName: "dir"))
  var folder: String

  @Argument(help: ArgumentHelp("Names or paths of scenes to offer first, or folders of them.", valueName: "scene"))
  var scenes: [String] = []

  @Option(
    help: ArgumentHelp(
      "Link each scene to this server, such as a `marbled serve`, on which it can be edited.", valueName: "url"))
  var server: String?

  @Flag(help: "Write into a folder with other files, and replace those that are in the way.")
  var force = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Give up when the page of a scene takes longer than this. (default: 30s)", valueName: "duration"),
    transform: FlagValue.duration)
  var timeLimit: SceneTime?

  @OptionGroup var library: SceneLibraryOptions

  func run() throws {
    try CommandFailure.reported {
      guard !folder.isEmpty else {
        throw CommandFailure(.usage, "the folder has no name; expected a path, such as `site`")
      }
      var server: SiteServer?
      if let text = self.server {
        server = SiteServer(text)
        guard server != nil else {
          throw CommandFailure(
            .usage, "--server: `\(text)` is not an address; expected one such as https://marbled.example.org")
        }
      }
      // A site without a scene that was given would be published as if it were whole.
      let files = try library.library.lessons(at: scenes) { failure throws(SceneRequest.Failure) in
        throw failure
      } warn: {
        StandardStreams.printError("warning: \($0)")
      }
      let folder = SiteFolder(folder)
      do {
        try folder.check(replaces: force)
        let limit = timeLimit.map { Duration($0) } ?? StaticSite.standardLimit
        let site = try StaticSite(of: files, server: server, timeLimit: limit)
        try folder.write(site, replaces: force)
        let size = site.files.reduce(0) { $0 + $1.bytes.count }
        StandardStreams.print(
          "Wrote \(site.files.count) files with \(size / 1000) kB; open \(folder.path)/index.html\n")
      } catch let failure as StaticSite.Failure {
        throw CommandFailure(.malformed, failure.description)
      } catch let failure as SiteFolder.Failure {
        switch failure {
        case .foreign(let what):
          throw CommandFailure(
            .inputOutput,
            "\(what)\nhelp: choose another folder; --force writes into this one, and keeps its other files")
        case .unwritable(let what): throw CommandFailure(.inputOutput, what)
        }
      }
    }
  }
}
