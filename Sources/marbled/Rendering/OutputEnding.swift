import ArgumentParser
import Formats
import Foundation
import Marbles

/// The end of the name of a file that `--output` names.
enum OutputEnding {
  /// What other programs make of an SVG, and of a cast.
  private static let (pictures, films) = (
    Set([".jpg", ".jpeg", ".webp", ".pdf"]), Set([".gif", ".mp4", ".webm"])
  )

  /// Fails for a name with an end that is none of those of the formats. A name without an end says nothing about the format.
  ///
  /// - Parameters:
  ///   - path: the path, which is not `-`.
  ///   - formats: the formats that the command writes.
  static func check(_ path: String, formats: [SceneFormat]) throws {
    let name = URL(filePath: path).lastPathComponent
    guard SceneFormat(fileName: path).map(formats.contains) != true, let dot = name.lastIndex(of: "."),
      dot != name.startIndex, dot != name.index(before: name.endIndex)
    else { return }
    let (base, ending) = (name[..<dot], name[dot...].lowercased())
    let known = SceneFormat.endings(of: formats)
    if formats.contains(.svg), pictures.contains(ending) {
      throw ValidationError(
        "--output: marbled writes no \(ending) files; write an SVG (-o \(base).svg), and convert it")
    }
    if formats.contains(.cast), films.contains(ending) {
      throw ValidationError(
        "--output: marbled writes no \(ending) files; write a cast (-o \(base).cast), and convert it, as with `agg`")
    }
    let hint = Suggestion.clause(for: ending, among: known)
    throw ValidationError(
      "--output: no format has the ending \(DisplayText.shortened(ending, to: 20))"
        + (hint.isEmpty
          ? "; expected one of \(known.joined(separator: ", ")), or --\(formats.contains(.svg) ? "format" : "to")"
          : hint))
  }
}
