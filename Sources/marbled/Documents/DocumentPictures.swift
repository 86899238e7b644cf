import Formats
import Inputs
import SceneFiles

/// Compares the pictures of Markdown documents with their files, and writes those that differ.
struct DocumentPictures {
  /// Whether to write the pictures that differ from their files.
  let writes: Bool
  /// The pictures so far, as they were found.
  private(set) var pictures: [CheckReport.Picture] = []
  /// The problems so far, each with the path of its document.
  private(set) var problems: [(document: String, problem: CheckReport.Problem)] = []
  /// The paths of the files that were written, in order.
  private(set) var written: [String] = []

  /// What was drawn for each file, and the place of the link.
  private var drawn: [String: (svg: String, place: String)] = [:]

  init(writes: Bool) { self.writes = writes }

  /// Adds the pictures of a document.
  mutating func add(_ drawing: DocumentDrawing) {
    for picture in drawing.pictures {
      do throws(CheckReport.Problem) {
        let picture = try picture.get()
        try add(picture.link, picture.svg, of: drawing.document)
      } catch {
        problems.append((drawing.document.path, error))
      }
    }
  }

  /// Compares a picture with its file, and writes the file if that is wanted.
  private mutating func add(
    _ picture: MarkdownFigure.Picture, _ svg: String, of document: MarkdownDocument
  ) throws(CheckReport.Problem) {
    guard let file = DocumentFile(picture.path, of: document.path) else {
      throw CheckReport.Problem(.malformed, at: picture, of: document, DocumentFile.isOutside(picture.path))
    }
    if let other = drawn[file.realPath] {
      // The same picture may be linked twice, as in <picture>.
      if other.svg == svg { return }
      throw CheckReport.Problem(
        .malformed, at: picture, of: document, "\(file.path) is already another picture, linked at \(other.place)")
    }
    drawn[file.realPath] = (svg, "\(document.path):\(picture.line)")
    do throws(InputError) {
      let bytes = try file.read()
      let outcome: CheckReport.Picture.Outcome = bytes.map { $0 == Array(svg.utf8) ? .agrees : .outdated } ?? .missing
      if let bytes, outcome == .outdated, !SVGFormat.isMarked(bytes) {
        throw InputError(
          .malformed, "\(file.path) was not made by marbled; delete the file, or link to another one")
      }
      pictures.append(CheckReport.Picture(picture, of: document.path, outcome))
      guard writes, outcome != .agrees else { return }
      try file.write(svg)
      written.append(file.path)
    } catch {
      throw CheckReport.Problem(
        error.kind == .malformed ? .malformed : .unreadable, at: picture, of: document, error.description)
    }
  }
}
