import CommandSupport
import Foundation

/// Makes a PNG of an SVG with `rsvg-convert` of librsvg, where that is installed.
enum PNGPicture {
  private static let program = "rsvg-convert"
  /// Points for each unit of the SVG, so that text is sharp.
  private static let zoom = 2

  /// The PNG.
  ///
  /// - Parameters:
  ///   - svg: the picture.
  ///   - path: the path of the output, for messages.
  /// - Throws: `CommandFailure` when the program is missing, or fails.
  static func drawn(from svg: String, for path: String) throws -> [UInt8] {
    guard let program = installed else {
      throw CommandFailure(
        .general,
        "\(path) can't be written: a PNG needs the program `\(Self.program)` (apt-get install librsvg2-bin, or "
          + "brew install librsvg); an SVG needs nothing: -o \(path.dropLast(4)).svg")
    }
    let process = Process()
    process.executableURL = program
    process.arguments = ["--zoom", "\(zoom)"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    do {
      try process.run()
      // It reads all before it writes.
      try input.fileHandleForWriting.write(contentsOf: Data(svg.utf8))
      try input.fileHandleForWriting.close()
      let png = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      guard process.terminationStatus == 0, !png.isEmpty else {
        throw CommandFailure(.general, "\(Self.program) fails with exit code \(process.terminationStatus)")
      }
      return Array(png)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      process.terminate()
      throw CommandFailure(.general, "\(Self.program) can't be used: \(error.localizedDescription)")
    }
  }

  /// The program in the folders of `PATH`; nil when it is in none.
  private static var installed: URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.lazy.map { URL(filePath: String($0)).appending(path: program) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
