import Formats
import Operators
import SceneFiles
import Scenes
import TestSupport
import Testing

@testable import Playground

/// An edited page of an operator that no row calls any more.
@Suite struct FormerOperatorTests {
  private func answer(_ edits: String..., to scene: Scene) throws -> RunAnswer {
    var request = RunRequest(.yaml(scene.yaml))
    (request.name, request.edits) = (scene.name, edits)
    return try SceneRun.perform(request)
  }

  @Test("a scene without its operator has another title and no sentence about it") func gone() throws {
    let scene = Scene(sample: try #require(Catalogue.standard["zip"]))
    let edited = try answer("set zip = combineLatest(a, b)", to: scene).document.scene
    #expect(edited.title == "zip, edited" && edited.about == "")
    let kept = try answer("set zip = zip(b, a)", to: scene).document.scene
    #expect(kept.title == "zip" && kept.about == scene.about && !scene.about.isEmpty)
  }

  @Test("an unedited scene and one with another title keep their texts") func others() throws {
    let zip = try #require(Catalogue.standard["zip"])
    #expect(try answer(to: Scene(sample: zip)).document.scene.about == zip.summary)
    let edited = try answer(
      "scene title = Latest", "set zip = combineLatest(a, b)", to: Scene(sample: zip)
    ).document.scene
    #expect(edited.title == "Latest" && edited.about == zip.summary)
  }

  @Test("each operator's own scene calls it", arguments: Catalogue.standard.operators.map(\.name))
  func samples(name: String) throws {
    let called = try #require(Catalogue.standard[name])
    #expect(Scene(sample: called).calls(called))
  }
}
