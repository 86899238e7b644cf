import Drawing
import Expressions
import Formats
import Inputs
import Marbles
import Operators
import Playback
import SceneFiles
import Scenes
import Terminal

/// The pictures of a Markdown document as SVG, before they are compared with files.
///
/// A picture depends on its document alone: neither on preferences nor on the environment.
struct DocumentDrawing: Sendable {
  /// The document.
  let document: MarkdownDocument
  /// Each picture, or why it can't be drawn, in order.
  private(set) var pictures: [Result<Picture, CheckReport.Problem>] = []

  /// A picture, and the link to it.
  struct Picture: Sendable {
    var link: MarkdownFigure.Picture
    var svg: String
  }

  /// The real paths of the scene files that comments name, also of those that don't exist.
  private(set) var scenePaths: Set<String> = []
  /// Those that were read, by their real paths.
  private var sceneFiles: [String: SceneFile] = [:]

  private let cancellation: Cancellation

  /// Draws the pictures of a document.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - cancellation: stops drawing; the pictures are then not complete.
  ///   - isWanted: whether to draw a picture, by its path.
  init(
    _ document: MarkdownDocument, cancellation: Cancellation = Cancellation(),
    where isWanted: (String) -> Bool = { _ in true }
  ) {
    (self.document, self.cancellation) = (document, cancellation)
    for var figure in document.figures where !cancellation.isSet {
      let count = figure.pictures.count
      figure.pictures.removeAll { !isWanted($0.path) }
      if figure.pictures.isEmpty, count > 0 { continue }
      do throws(CheckReport.Problem) { try draw(figure) } catch { pictures.append(.failure(error)) }
    }
  }

  private mutating func draw(_ figure: MarkdownFigure) throws(CheckReport.Problem) {
    guard !figure.pictures.isEmpty else {
      throw CheckReport.Problem(
        .malformed, at: figure, of: document,
        "no picture follows this comment; expected an image with a relative path that ends in .svg")
    }
    let options = try PictureOptions(figure, of: document)
    let (scene, place) = try subject(of: figure, named: options.scene)
    let recording: Recording
    do throws(SceneError) {
      recording = try BoundedRun(scene, cancellation: cancellation, stages: .marked).perform().get()
    } catch {
      // The comment that names a file is to be mended, or the file.
      let isOwn = place.path == document.path
      throw isOwn
        ? CheckReport.Problem(.malformed, "\(place): error: \(error)", at: place)
        : CheckReport.Problem(.malformed, at: figure, of: document, "\(place): \(error)")
    }
    for link in figure.pictures where !cancellation.isSet {
      do throws(CheckReport.Problem) {
        pictures.append(.success(Picture(link: link, svg: try svg(of: scene, recording, options, at: link))))
      } catch {
        pictures.append(.failure(error))
      }
    }
  }

  /// The scene of a figure, and its place for messages.
  private mutating func subject(
    of figure: MarkdownFigure, named name: String?
  ) throws(CheckReport.Problem) -> (scene: Scene, place: CheckReport.Place) {
    if let name {
      guard SceneFile.isPath(name) else {
        return (try shippedScene(name, for: figure), CheckReport.Place(document.path, line: figure.line))
      }
      let file = try sceneFile(name, for: figure)
      return (file.scene, CheckReport.Place(file.path))
    }
    guard let number = figure.scene else {
      throw CheckReport.Problem(
        .malformed, at: figure, of: document,
        "the comment names no scene, and no scene is above it; expected a name, as in `marbled: sample`")
    }
    do throws(SceneFileError) {
      let file = try SceneFile(
        document.scenes[number - 1], of: document, constants: .constants(cancellation: cancellation))
      return (file.scene, CheckReport.Place(document.path, line: document.scenes[number - 1].line))
    } catch {
      throw CheckReport.Problem(error)
    }
  }

  /// The scene file at a path from the folder of the document, which is read once.
  private mutating func sceneFile(
    _ path: String, for figure: MarkdownFigure
  ) throws(CheckReport.Problem) -> SceneFile {
    guard let file = DocumentFile(path, of: document.path) else {
      throw CheckReport.Problem(.malformed, at: figure, of: document, DocumentFile.isOutside(path))
    }
    if let known = sceneFiles[file.realPath] { return known }
    scenePaths.insert(file.realPath)
    let bytes: [UInt8]
    do throws(InputError) {
      guard let found = try file.read() else { throw InputError(.notFound, "no such file: \(file.path)") }
      bytes = found
    } catch {
      let kind = CheckReport.Problem(error).kind
      throw CheckReport.Problem(kind, at: figure, of: document, error.description)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CheckReport.Problem(.malformed, at: figure, of: document, "\(file.path) is not UTF-8 text")
    }
    do throws(SceneFileError) {
      let scene = try SceneFile(parsing: text, path: file.path, constants: .constants(cancellation: cancellation))
      sceneFiles[file.realPath] = scene
      return scene
    } catch {
      throw CheckReport.Problem(error)
    }
  }

  /// The shipped scene, or the sample of the operator, with this name. With a dot in front it is an operator's, as in
  /// `.sample`.
  private func shippedScene(
    _ name: String, for figure: MarkdownFigure
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

  private func svg(
    of scene: Scene, _ recording: Recording, _ options: PictureOptions, at picture: MarkdownFigure.Picture
  ) throws(CheckReport.Problem) -> String {
    var drawing = SceneDocument(
      scene, recording,
      settings: DisplaySettings(
        themeName: Self.theme(of: picture.path), connectors: options.connectors, environment: [:]),
      size: options.size, time: options.at)
    drawing.showStages(of: .marked)
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
}
