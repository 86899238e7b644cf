import Marbles
import Scenes
import Testing

@testable import SceneFiles

/// The keys that say how things move, said wrongly.
@Suite struct AnimationKeyErrorTests {
  private static let a = "rows:\n  a: { marbles: '1|' }\n"

  @Test("shows its line with a caret, and lists the valid keys") func isShown() {
    #expect(
      error(in: Self.a + "  b: { apply: a, animation: jump }\n") == """
        x.yaml:3:29: error: `jump` is not a transition
            b: { apply: a, animation: jump }
                                      ^
          help: expected one of drop, fade, pop, slide
        """)
    #expect(error(in: "animationTime: real\n" + Self.a).hasSuffix("\n  help: expected one of scene, wall"))
  }
}
