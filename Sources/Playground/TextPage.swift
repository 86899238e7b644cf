internal import Formats
internal import Marbles
internal import Operators
internal import SceneFiles
internal import Scenes

/// A page as text, for programs that read: what `marbled explain` prints.
public struct TextPage: Sendable {
  /// What a page is about.
  public enum Kind: String, Sendable, CaseIterable {
    case notation, ideas, operators
  }

  /// What it is about.
  public let kind: Kind
  /// The name of the operator or idea; `notation` for that.
  public let name: String
  /// One sentence.
  public let about: String
  /// The page; each line ends with a line feed.
  public let text: String
}

extension PlaygroundLibrary {
  /// The notation, and the pages of all ideas and operators.
  ///
  /// - Throws: ``RunFailure`` when a sample can't be run.
  public func textPages() throws(RunFailure) -> [TextPage] {
    do throws(SceneError) {
      var pages = [
        TextPage(
          kind: .notation, name: "notation", about: "Each token with a sample and its times.",
          text: NotationPage.print())
      ]
      for concept in Concept.all {
        // The shipped scenes are valid, see the tests.
        guard let scene = (try? SceneLibrary.shipped.file(named: concept.scene))??.scene else { continue }
        let text = try ConceptPage.explain(concept, scene: scene)
        pages.append(TextPage(kind: .ideas, name: concept.name, about: concept.summary, text: text))
      }
      for called in catalogue.operators {
        let text = try OperatorPage.explain(called, catalogue: catalogue)
        pages.append(TextPage(kind: .operators, name: called.name, about: called.summary, text: text))
      }
      return pages
    } catch {
      throw RunFailure([SceneDiagnostic(error)])
    }
  }
}
