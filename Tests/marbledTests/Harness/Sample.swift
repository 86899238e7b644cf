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

  /// The sentences that `play` prints to a pipe.
  static let sentences = """
    Scene: sample. Two streams, three ways to combine them.
    Rows ints and strings are inputs.
    Row merge is merge(ints, strings).
    Row zip is zip(ints, strings).
    Row latest is combineLatest(ints, strings).
    At 0 seconds, ints emits 1.
    At 0 seconds, merge emits 1 from ints.
    At 1 second, ints emits 2.
    At 1 second, merge emits 2 from ints.
    At 1.5 seconds, strings emits a.
    At 1.5 seconds, merge emits a from strings.
    At 1.5 seconds, zip emits (1, a): 1 from ints waited 1.5 seconds for a from strings; zip now holds 2 from ints and waits for \
    row strings.
    At 1.5 seconds, latest emits (2, a): a from strings with 2, the latest from ints since 1 second; 1 from ints at 0 \
    seconds came before every input had its first value.
    At 2 seconds, ints emits 3.
    At 2 seconds, merge emits 3 from ints.
    At 2 seconds, latest emits (3, a): 3 from ints with a, the latest from strings since 1.5 seconds.
    At 2.5 seconds, strings emits b.
    At 2.5 seconds, merge emits b from strings.
    At 2.5 seconds, zip emits (2, b): 2 from ints waited 1.5 seconds for b from strings; zip now holds 3 from ints and waits for \
    row strings.
    At 2.5 seconds, latest emits (3, b): b from strings with 3, the latest from ints since 2 seconds.
    At 4.5 seconds, strings emits c.
    At 4.5 seconds, merge emits c from strings.
    At 4.5 seconds, zip emits (3, c): 3 from ints waited 2.5 seconds for c from strings; zip now holds nothing.
    At 4.5 seconds, latest emits (3, c): c from strings with 3, the latest from ints since 2 seconds.
    At 5 seconds, ints emits 4.
    At 5 seconds, merge emits 4 from ints.
    At 5 seconds, latest emits (4, c): 4 from ints with c, the latest from strings since 4.5 seconds.
    At 6.5 seconds, strings emits d.
    At 6.5 seconds, merge emits d from strings.
    At 6.5 seconds, zip emits (4, d): 4 from ints waited 1.5 seconds for d from strings; zip now holds nothing.
    At 6.5 seconds, latest emits (4, d): d from strings with 4, the latest from ints since 5 seconds.
    At 7.5 seconds, strings emits e.
    At 7.5 seconds, strings finishes.
    At 7.5 seconds, merge emits e from strings.
    At 7.5 seconds, latest emits (4, e): e from strings with 4, the latest from ints since 5 seconds.
    At 8 seconds, ints emits 5.
    At 8 seconds, ints finishes.
    At 8 seconds, merge emits 5 from ints.
    At 8 seconds, merge finishes: row strings finished at 7.5 seconds and row ints finished.
    At 8 seconds, zip emits (5, e): e from strings waited 0.5 seconds for 5 from ints.
    At 8 seconds, zip finishes: row strings finished at 7.5 seconds and row ints finished.
    At 8 seconds, latest emits (5, e): 5 from ints with e, the latest from strings since 7.5 seconds.
    At 8 seconds, latest finishes: row strings finished at 7.5 seconds and row ints finished.
    `merge` passes each value on. `zip` makes pairs and waits for the slower stream. `combineLatest` takes the newest of \
    both, at each change; 1 is in none of its pairs, as 2 comes before the first string.

    """
}
