import Marbles
import Scenes
import Testing

@testable import SceneFiles

/// The keys that say how things move, said wrongly.
@Suite struct AnimationKeyErrorTests {
  private static let a = "rows:\n  a: { marbles: '1|' }\n"

  @Test(
    "has a place, a reason and a suggestion",
    arguments: [
      ("animationTime: wal\n" + a, "1:16: error: `wal` is not a value of `animationTime:`; did you mean `wall`?"),
      ("animationTime: 5s\n" + a, "1:16: error: `5s` is not a value of `animationTime:`"),
      ("animationTime: [wall]\n" + a, "1:16: error: found a list, expected a value of `animationTime:`"),
      ("animationTimes: wall\n" + a, "1:1: error: a scene has no key `animationTimes`; did you mean `animationTime`?"),
      ("reducedMotion: yes\n" + a, "1:16: error: found `yes`, expected true or false"),
      ("reducedMotion:\n" + a, "1:15: error: found nothing, expected true or false"),
      ("reduceMotion: true\n" + a, "1:1: error: a scene has no key `reduceMotion`; did you mean `reducedMotion`?"),
      (
        a + "  b: { apply: a, animaton: slide }\n",
        "3:18: error: row b has no key `animaton`; did you mean `animation`?"
      ),
      (a + "  b: { apply: a, animation: slid }\n", "3:29: error: `slid` is not a transition; did you mean `slide`?"),
      (a + "  b: { apply: a, animation: [slide] }\n", "3:29: error: found a list, expected a mapping"),
      (
        a + "  b: { apply: a, animation: { transition: slid } }\n",
        "3:43: error: `slid` is not a transition; did you mean `slide`?"
      ),
      (
        a + "  b: { apply: a, animation: { transition: pop, time: 1s } }\n",
        "3:48: error: an animation has no key `time`"
      ),
      (
        a + "  b: { apply: a, animation: { transition: pop, duration: fast } }\n",
        "3:58: error: `fast` is not a duration; expected seconds, or a number with a unit: 0.5, 33ms, 1.5s, 2m"
      ),
      (
        a + "  b: { apply: a, animation: { transition: pop, delay: -1 } }\n",
        "3:55: error: `-1` is negative; expected 0 or more"
      ),
      (
        a + "  b: { apply: a, animation: { transition: pop, curve: easeInout } }\n",
        "3:55: error: `easeInout` is not a curve; did you mean `easeInOut`?"
      ),
      (
        a + "  b: { events: [{ time: 0, value: 1, animation: { curve: spring } }] }\n",
        "3:49: error: an animation needs `transition:`"
      ),
    ])
  func isExplained(text: String, message: String) {
    let error = error(in: text)
    #expect(error.hasPrefix("x.yaml:" + message), "\(error)")
  }

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
