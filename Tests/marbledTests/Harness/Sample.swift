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
    At 0 seconds, merge passes 1 on from ints.
    At 1 second, ints emits 2.
    At 1 second, merge passes 2 on from ints.
    At 1.5 seconds, strings emits a.
    At 1.5 seconds, merge passes a on from strings.
    At 1.5 seconds, zip emits (1, a): ints 1 waited 1.5 seconds for strings a; zip now holds ints 2 and waits for \
    strings.
    At 1.5 seconds, latest emits (2, a): strings a with the latest of ints, 2 from 1 second; ints 1 at 0 seconds came \
    before every input had its first value.
    At 2 seconds, ints emits 3.
    At 2 seconds, merge passes 3 on from ints.
    At 2 seconds, latest emits (3, a): ints 3 with the latest of strings, a from 1.5 seconds.
    At 2.5 seconds, strings emits b.
    At 2.5 seconds, merge passes b on from strings.
    At 2.5 seconds, zip emits (2, b): ints 2 waited 1.5 seconds for strings b; zip now holds ints 3 and waits for \
    strings.
    At 2.5 seconds, latest emits (3, b): strings b with the latest of ints, 3 from 2 seconds.
    At 4.5 seconds, strings emits c.
    At 4.5 seconds, merge passes c on from strings.
    At 4.5 seconds, zip emits (3, c): ints 3 waited 2.5 seconds for strings c; zip now holds nothing.
    At 4.5 seconds, latest emits (3, c): strings c with the latest of ints, 3 from 2 seconds.
    At 5 seconds, ints emits 4.
    At 5 seconds, merge passes 4 on from ints.
    At 5 seconds, latest emits (4, c): ints 4 with the latest of strings, c from 4.5 seconds.
    At 6.5 seconds, strings emits d.
    At 6.5 seconds, merge passes d on from strings.
    At 6.5 seconds, zip emits (4, d): ints 4 waited 1.5 seconds for strings d; zip now holds nothing.
    At 6.5 seconds, latest emits (4, d): strings d with the latest of ints, 4 from 5 seconds.
    At 7.5 seconds, strings emits e.
    At 7.5 seconds, strings finishes.
    At 7.5 seconds, merge passes e on from strings.
    At 7.5 seconds, latest emits (4, e): strings e with the latest of ints, 4 from 5 seconds.
    At 8 seconds, ints emits 5.
    At 8 seconds, ints finishes.
    At 8 seconds, merge passes 5 on from ints.
    At 8 seconds, merge finishes: strings finished at 7.5 seconds and ints finished.
    At 8 seconds, zip emits (5, e): strings e waited 0.5 seconds for ints 5.
    At 8 seconds, zip finishes: strings finished at 7.5 seconds and ints finished.
    At 8 seconds, latest emits (5, e): ints 5 with the latest of strings, e from 7.5 seconds.
    At 8 seconds, latest finishes: strings finished at 7.5 seconds and ints finished.

    """
}
