/// The sample: as a user types it, and what must come of it.
enum Sample {
  static let inputs = ["-i", "ints=1@0 2@1 3@2 4@5 5@8 |@8", "-i", "strings=a@1.5 b@2.5 c@4.5 d@6.5 e@7.5 |@7.5"]

  static let merge = "1@0 2@1 a@1.5 3@2 b@2.5 c@4.5 4@5 d@6.5 e@7.5 5@8 |@8"
  static let zip = "(1, a)@1.5 (2, b)@2.5 (3, c)@4.5 (4, d)@6.5 (5, e)@8 |@8"
  static let latest =
    "(2, a)@1.5 (3, a)@2 (3, b)@2.5 (3, c)@4.5 (4, c)@5 (4, d)@6.5 (4, e)@7.5 (5, e)@8 |@8"

  /// When each output emits, in seconds of scene time.
  static let times: [String: [Double]] = [
    "merge": [0, 1, 1.5, 2, 2.5, 4.5, 5, 6.5, 7.5, 8], "zip": [1.5, 2.5, 4.5, 6.5, 8],
    "latest": [1.5, 2, 2.5, 4.5, 5, 6.5, 7.5, 8],
  ]

  /// All that happens, as `play` tells it in a pipe.
  static let sentences = """
    At 0 seconds, ints emits 1.
    At 0 seconds, merge emits 1.
    At 1 second, ints emits 2.
    At 1 second, merge emits 2.
    At 1.5 seconds, strings emits a.
    At 1.5 seconds, merge emits a.
    At 1.5 seconds, zip emits (1, a).
    At 1.5 seconds, latest emits (2, a).
    At 2 seconds, ints emits 3.
    At 2 seconds, merge emits 3.
    At 2 seconds, latest emits (3, a).
    At 2.5 seconds, strings emits b.
    At 2.5 seconds, merge emits b.
    At 2.5 seconds, zip emits (2, b).
    At 2.5 seconds, latest emits (3, b).
    At 4.5 seconds, strings emits c.
    At 4.5 seconds, merge emits c.
    At 4.5 seconds, zip emits (3, c).
    At 4.5 seconds, latest emits (3, c).
    At 5 seconds, ints emits 4.
    At 5 seconds, merge emits 4.
    At 5 seconds, latest emits (4, c).
    At 6.5 seconds, strings emits d.
    At 6.5 seconds, merge emits d.
    At 6.5 seconds, zip emits (4, d).
    At 6.5 seconds, latest emits (4, d).
    At 7.5 seconds, strings emits e.
    At 7.5 seconds, strings finishes.
    At 7.5 seconds, merge emits e.
    At 7.5 seconds, latest emits (4, e).
    At 8 seconds, ints emits 5.
    At 8 seconds, ints finishes.
    At 8 seconds, merge emits 5.
    At 8 seconds, merge finishes.
    At 8 seconds, zip emits (5, e).
    At 8 seconds, zip finishes.
    At 8 seconds, latest emits (5, e).
    At 8 seconds, latest finishes.

    """
}
