import ArgumentParser
import CommandSupport
import Drawing
import Marbles
import SceneFiles
import Terminal

/// The words of a comment `<!-- marbled: … -->` above a picture, with the names and the values of `render`'s flags.
struct PictureOptions: ParsableArguments {
  /// The path of a scene file, or the name of a shipped scene or of an operator; nil for the scene above.
  @Argument var scene: String?

  /// The scene time of a still picture; nil for the end.
  @Option(parsing: .unconditional, transform: FlagValue.time) var at: SceneTime?

  /// The size in cells; nil for the size that the scene needs.
  @Option(transform: FlagValue.size) var size: Size?

  /// Which events get connector lines.
  @Option var connectors: Connector.Choice = .selected

  /// Whether the picture plays by itself.
  @Flag var animate = false

  func validate() throws {
    if at != nil, animate { throw ValidationError("--at can't be used with --animate: the picture shows all times") }
  }
}

extension PictureOptions {
  /// Reads the options of a figure.
  ///
  /// - Parameters:
  ///   - figure: the figure.
  ///   - document: the document of the figure.
  /// - Throws: `CheckReport.Problem` at the comment when a word is unknown.
  init(_ figure: MarkdownFigure, of document: MarkdownDocument) throws(CheckReport.Problem) {
    do { self = try Self.parse(figure.options ?? []) } catch {
      throw CheckReport.Problem(.malformed, at: figure, of: document, Self.reason(for: error))
    }
  }

  /// What is wrong with the words, as ArgumentParser says it, with the options that there are.
  private static func reason(for error: any Error) -> String {
    let text = message(for: error)
    let option = text.split(separator: "'", omittingEmptySubsequences: false).dropFirst().first
    guard text.hasPrefix("Unknown option '"), let option else { return text }
    return "unknown option `\(option)`; expected --at, --size, --connectors or --animate"
  }
}

extension CheckReport.Problem {
  /// A problem at the comment or the first image of a figure.
  init(_ kind: Kind, at figure: MarkdownFigure, of document: MarkdownDocument, _ message: String) {
    self.init(
      kind, "\(document.path):\(figure.line): error: \(message)",
      at: CheckReport.Place(document.path, line: figure.line))
  }

  /// A problem at the link to a picture.
  init(_ kind: Kind, at picture: MarkdownFigure.Picture, of document: MarkdownDocument, _ message: String) {
    self.init(
      kind, "\(document.path):\(picture.line):\(picture.column): error: \(message)",
      at: CheckReport.Place(document.path, line: picture.line, column: picture.column))
  }
}
