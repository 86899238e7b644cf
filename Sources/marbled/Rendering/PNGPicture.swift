import CommandSupport
import Platform

/// Makes a PNG of an SVG with `rsvg-convert` of librsvg, where that is installed.
enum PNGPicture {
  private static let program = FilterProgram.svgConverter
  /// Points for each unit of the SVG, so that text is sharp.
  private static let zoom = 2
  /// The maximum size of a PNG, in bytes, and how long it may take: no picture comes close.
  private static let limits = (bytes: 1 << 30, time: Duration.seconds(600))

  /// The PNG.
  ///
  /// - Parameters:
  ///   - svg: the picture.
  ///   - path: the path of the output, for messages.
  /// - Throws: `CommandFailure` when the program is missing, or fails.
  static func drawn(from svg: String, for path: String) throws -> [UInt8] {
    guard let converter = FilterProgram(named: program) else {
      throw CommandFailure(
        .general,
        "\(path) can't be written: a PNG needs the program `\(program)` (apt-get install librsvg2-bin, or "
          + "brew install librsvg); an SVG needs nothing: -o \(path.dropLast(4)).svg")
    }
    do throws(FilterProgram.Failure) {
      let png = try converter.output(
        ["--zoom", "\(zoom)"], input: Array(svg.utf8), upTo: limits.bytes, within: limits.time)
      guard !png.isEmpty else { throw .failed(0) }
      return png
    } catch {
      throw CommandFailure(.general, "\(program) \(error)")
    }
  }
}
