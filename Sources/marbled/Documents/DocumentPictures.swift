import Drawing
import Formats
import Inputs
import Marbles
import Operators
import SceneFiles
import Scenes
import Terminal

/// Draws the pictures of Markdown documents, and compares them with their files.
///
/// A picture depends on its document alone: neither on preferences nor on the environment.
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

  /// A file whose first bytes don't contain this was not made by marbled, and is not replaced.
  private static let signature = "marbled"
  private static let signatureBytes = 1024

  /// Draws the pictures of a document.
  mutating func add(_ document: MarkdownDocument) {
    for figure in document.figures {
      do throws(CheckReport.Problem) { try add(figure, of: document) } catch {
        problems.append((document.path, error))
      }
    }
  }

  private mutating func add(
    _ figure: MarkdownFigure, of document: MarkdownDocument
  ) throws(CheckReport.Problem) {
    guard !figure.pictures.isEmpty else {
      throw CheckReport.Problem(
        .malformed, at: figure, of: document,
        "no picture follows this comment; expected an image with a relative path that ends in .svg")
    }
    let options = try PictureOptions(figure, of: document)
    let (scene, place) = try subject(of: figure, named: options.scene, in: document)
    let recording: Recording
    do throws(SceneError) { recording = try BoundedRun(scene).perform().get() } catch {
      throw CheckReport.Problem(.malformed, "\(place): error: \(error)")
    }
    for picture in figure.pictures {
      do throws(CheckReport.Problem) {
        let svg = try Self.svg(of: scene, recording, options, at: picture, of: document)
        try add(picture, svg, of: document)
      } catch {
        problems.append((document.path, error))
      }
    }
  }

  // MARK: Drawing

  /// The scene of a figure, and its place for messages.
  private func subject(
    of figure: MarkdownFigure, named name: String?, in document: MarkdownDocument
  ) throws(CheckReport.Problem) -> (scene: Scene, place: String) {
    if let name { return (try shippedScene(name, for: figure, of: document), "\(document.path):\(figure.line)") }
    guard let number = figure.scene else {
      throw CheckReport.Problem(
        .malformed, at: figure, of: document,
        "the comment names no scene, and no scene is above it; expected a name, as in `marbled: sample`")
    }
    do throws(SceneFileError) {
      let file = try SceneFile(document.scenes[number - 1], of: document)
      return (file.scene, file.place)
    } catch {
      throw CheckReport.Problem(.malformed, error.description)
    }
  }

  /// The shipped scene, or the sample of the operator, with this name. With a dot in front it is an operator's, as in
  /// `.sample`.
  private func shippedScene(
    _ name: String, for figure: MarkdownFigure, of document: MarkdownDocument
  ) throws(CheckReport.Problem) -> Scene {
    if name.first == ".", let called = Catalogue.standard[String(name.dropFirst())] { return Scene(sample: called) }
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }) else {
      throw CheckReport.Problem(
        .malformed, at: figure, of: document,
        "`\(name)` is not the name of a shipped scene or of an operator; see `marbled list scenes`")
    }
    do throws(SceneRequest.Failure) {
      return try SceneRequest(targets: [name]).scenes()[0]
    } catch {
      throw CheckReport.Problem(.notFound, at: figure, of: document, error.description)
    }
  }

  private static func svg(
    of scene: Scene, _ recording: Recording, _ options: PictureOptions, at picture: MarkdownFigure.Picture,
    of document: MarkdownDocument
  ) throws(CheckReport.Problem) -> String {
    var drawing = SceneDocument(
      scene, recording,
      settings: DisplaySettings(
        themeName: theme(of: picture.path), connectors: options.connectors, environment: [:]),
      size: options.size, time: options.at)
    drawing.isAnimated = options.animate
    guard drawing.fits else {
      let least = SceneDrawing.minimumSize
      throw CheckReport.Problem(
        .malformed, at: picture, of: document,
        "--size is too small; a picture needs at least \(least.columns)x\(least.rows)")
    }
    return SceneFormat.svg.write(drawing)
  }

  /// The theme of a file by its name; nil for a picture with both themes.
  private static func theme(of path: String) -> Theme.Name? {
    if path.hasSuffix("-dark.svg") { return .dark }
    return path.hasSuffix("-light.svg") ? .light : nil
  }

  // MARK: Files

  /// Compares a picture with its file, and writes the file if that is wanted.
  private mutating func add(
    _ picture: MarkdownFigure.Picture, _ svg: String, of document: MarkdownDocument
  ) throws(CheckReport.Problem) {
    guard let file = PictureFile(picture.path, of: document.path) else {
      throw CheckReport.Problem(
        .malformed, at: picture, of: document,
        "\(picture.path) is outside of the folder of the document and of the current folder")
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
      if let bytes, outcome == .outdated, !Self.isSigned(bytes) {
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

  private static func isSigned(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(signatureBytes), as: UTF8.self).contains(signature)
  }
}
