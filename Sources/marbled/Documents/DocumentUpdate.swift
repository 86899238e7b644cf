import ArgumentParser
import CommandSupport
import Inputs
import SceneFiles

/// Writes the pictures that Markdown documents link to: `marbled render --update`.
enum DocumentUpdate {
  /// Writes the pictures that are missing or out of date, and prints which.
  ///
  /// - Parameter targets: Markdown documents, and folders with documents.
  /// - Throws: `ExitCode`, the highest of all problems.
  static func run(_ targets: [String]) throws {
    var drawing = DocumentPictures(writes: true)
    var problems: [CheckReport.Problem] = []
    let documents = try paths(at: targets)
    for path in documents {
      do throws(CheckReport.Problem) { drawing.add(try read(path)) } catch { problems.append(error) }
    }
    problems += drawing.problems.map(\.problem)
    for problem in problems { StandardStreams.printError(problem.message) }
    for path in drawing.written { StandardStreams.printText("\(path) written\n") }
    StandardStreams.printText(summary(of: drawing, documents: documents.count) + "\n")
    if let code = problems.map(\.code.rawValue).max() { throw ExitCode(code) }
  }

  private static func paths(at targets: [String]) throws -> [String] {
    let paths = SceneFolder.files(at: targets)
    for target in targets where paths.contains(target) && !MarkdownDocument.isDocument(target) {
      throw Failure(.usage, "--update: `\(target)` is not a Markdown document; expected a file that ends in .md")
    }
    return paths.filter(MarkdownDocument.isDocument)
  }

  private static func read(_ path: String) throws(CheckReport.Problem) -> MarkdownDocument {
    let text: String
    do throws(InputError) { text = try SceneFolder.read(path) } catch { throw CheckReport.Problem(error) }
    do throws(SceneFileError) { return try MarkdownDocument(parsing: text, path: path) } catch {
      throw CheckReport.Problem(.malformed, error.description)
    }
  }

  /// `1 of 3 pictures in 2 documents written`.
  private static func summary(of drawing: DocumentPictures, documents: Int) -> String {
    let pictures = count(drawing.pictures.count, "picture")
    let places = "in \(count(documents, "document"))"
    if drawing.pictures.isEmpty { return "no picture \(places) can be drawn" }
    if !drawing.written.isEmpty { return "\(drawing.written.count) of \(pictures) \(places) written" }
    return "\(pictures) \(places) \(drawing.pictures.count == 1 ? "is" : "are") up to date"
  }

  private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
