import ArgumentParser
import CommandSupport
import Inputs
import Playback
import SceneFiles

/// Writes the pictures that Markdown documents link to: `marbled render --update`.
enum DocumentUpdate {
  /// Writes the pictures that are missing or out of date, and prints which.
  ///
  /// - Parameters:
  ///   - targets: Markdown documents, and folders with documents.
  ///   - limit: the time for reading a document and drawing its pictures; nil for no limit. No picture of a document that
  ///     takes longer is written.
  /// - Throws: `ExitCode`, the highest of all problems.
  static func run(_ targets: [String], within limit: TimeLimit?) throws {
    var drawing = DocumentPictures(writes: true)
    var problems: [CheckReport.Problem] = []
    var documents = 0
    for file in try files(at: targets) {
      do throws(CheckReport.Problem) {
        let drawn = try drawn(file, within: limit)
        // A folder may have documents that have nothing to do with scenes.
        guard file.isGiven || drawn.document.hasScenes else { continue }
        drawing.add(drawn)
      } catch {
        problems.append(error)
      }
      documents += 1
    }
    if documents == 0 {
      throw CommandFailure(.usage, "--update: no document there has a scene or a picture of one")
    }
    problems += drawing.problems.map(\.problem)
    for problem in problems { StandardStreams.printError(problem.message) }
    for path in drawing.written { StandardStreams.printText("\(path) written\n") }
    StandardStreams.printText(summary(of: drawing, documents: documents) + "\n")
    if let code = problems.map(\.code.rawValue).max() { throw ExitCode(code) }
  }

  private static func files(at targets: [String]) throws -> [SceneFolder.File] {
    let files = SceneFolder.files(at: targets)
    for file in files where file.isGiven && !MarkdownDocument.isDocument(file.path) {
      throw CommandFailure(
        .usage, "--update: `\(file.path)` is not a Markdown document; expected a file that ends in .md")
    }
    return files.filter { MarkdownDocument.isDocument($0.path) }
  }

  private static func drawn(
    _ file: SceneFolder.File, within limit: TimeLimit?
  ) throws(CheckReport.Problem) -> DocumentDrawing {
    let drawing: Result<DocumentDrawing, CheckReport.Problem>
    do throws(OutOfTime) {
      drawing = try limit.perform { cancellation in
        Result { () throws(CheckReport.Problem) in DocumentDrawing(try read(file), cancellation: cancellation) }
      }
    } catch {
      throw CheckReport.Problem(error, path: file.path)
    }
    return try drawing.get()
  }

  private static func read(_ file: SceneFolder.File) throws(CheckReport.Problem) -> MarkdownDocument {
    let text: String
    do throws(InputError) { text = try SceneFolder.read(file) } catch { throw CheckReport.Problem(error) }
    do throws(SceneFileError) { return try MarkdownDocument(parsing: text, path: file.path) } catch {
      throw CheckReport.Problem(error)
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
