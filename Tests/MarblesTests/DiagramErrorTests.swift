import Marbles
import Testing

@Suite struct DiagramErrorTests {
  func message(
    _ diagram: String, _ dialect: Dialect = .marbled, step: SceneTime = .seconds(1), isExpectation: Bool = false
  ) -> String {
    do {
      let read = try Diagram.parse(diagram, row: "r", step: step, dialect: dialect, isExpectation: isExpectation)
      return "read as \(spelled(read.timeline))"
    } catch {
      return error.description
    }
  }

  @Test(
    "an error says where, what, what was expected, and often what to write",
    arguments: [
      (
        "a-[-b]|",
        """
        error: row r, column 4: found `-` inside `[…]`, expected a value or `]`
          a-[-b]|
             ^
        """
      ),
      (
        "a(b-)",
        """
        error: row r, column 4: found `-` inside `(…)`, expected a value or `)`
          a(b-)
             ^
        """
      ),
      (
        "-[ab",
        """
        error: row r, column 2: found a group `[` that is never closed, expected `]` after its values
          -[ab
           ^
        """
      ),
      (
        "a]",
        """
        error: row r, column 2: found `]` without a group, expected `[` before it
          a]
           ^
          help: for the value write `']'`
        """
      ),
      (
        "a)",
        """
        error: row r, column 2: found `)` without a group, expected `(` before it
          a)
           ^
          help: for the value write `')'`
        """
      ),
      (
        "[ab)",
        """
        error: row r, column 4: found `)` inside `[…]`, expected a value or `]`
          [ab)
             ^
        """
      ),
      (
        "[a[b]]",
        """
        error: row r, column 3: found `[` inside `[…]`, expected a value or `]`
          [a[b]]
            ^
        """
      ),
      (
        "a[]b",
        """
        error: row r, column 2: found an empty group, expected values in it
          a[]b
           ^
          help: for a step in which nothing happens write `-`
        """
      ),
      (
        "a-'foo",
        """
        error: row r, column 3: found a quote that is never closed, expected `'` after the value
          a-'foo
            ^
        """
      ),
      (
        "漢字🙂-a|b",
        """
        error: row r, column 7: found `b` after the end `|`, expected nothing more
          漢字🙂-a|b
                   ^
        """
      ),
      (
        "a|-",
        """
        error: row r, column 3: found `-` after the end `|`, expected nothing more
          a|-
            ^
        """
      ),
      (
        "a^|",
        """
        error: row r, column 3: found `|` after the end `^`, expected nothing more
          a^|
            ^
        """
      ),
      (
        "[a|b]",
        """
        error: row r, column 4: found `b` after the end `|`, expected nothing more
          [a|b]
             ^
        """
      ),
      (
        "a;",
        """
        error: row r, column 2: found `;`, a token of dialect asv, expected one of dialect marbled
          a;
           ^
          help: choose `dialect: asv`, or for the value write `';'`
        """
      ),
      (
        "a,",
        """
        error: row r, column 2: found `,`, a token of dialect asv, expected one of dialect marbled
          a,
           ^
          help: choose `dialect: asv`, or for the value write `','`
        """
      ),
      (
        "--a10ms",
        """
        error: row r, column 4: found the time span `10ms` touching other characters, expected a space on both sides of it
          --a10ms
             ^
          help: for a pause write ` 10ms `; for the values write `10'm''s'`
        """
      ),
      (
        "--a 10ms|",
        """
        error: row r, column 5: found the time span `10ms` touching other characters, expected a space on both sides of it
          --a 10ms|
              ^
          help: for a pause write ` 10ms `; for the values write `10'm''s'`
        """
      ),
      (
        "1mb 2s",
        """
        error: row r, column 1: found the time span `1m` touching other characters, expected a space on both sides of it
          1mb 2s
          ^
          help: for a pause write ` 1m `; for the values write `1'm'`
        """
      ),
      (
        "a ( 10ms )",
        """
        error: row r, column 5: found the time span `10ms` inside `(…)`, expected a value or `)`
          a ( 10ms )
              ^
        """
      ),
      (
        " 0.0000000001s ",
        """
        error: row r, column 2: found the time span `0.0000000001s`, expected whole nanoseconds, up to 100 years
           0.0000000001s
           ^
        """
      ),
      (
        "a@1 b@9000000000",
        """
        error: row r, column 7: found the time `9000000000`, which is longer than 100 years, expected an earlier time
          a@1 b@9000000000
                ^
        """
      ),
      (
        "a 9999999m 999999999m b",
        """
        error: row r, column 12: found the time span `999999999m`, expected whole nanoseconds, up to 100 years
          a 9999999m 999999999m b
                     ^
        """
      ),
      (
        "a 1000000m b 26000000m  26000000m  26000000m  26000000m ",
        """
        error: row r, column 25: found `26000000m`, which leads past 100 years, expected less time or a smaller step
          a 1000000m b 26000000m  26000000m  26000000m  26000000m
                                  ^
        """
      ),
      (
        "1@0|@8",
        """
        error: row r, column 3: found the time `0|@8`, expected seconds or a number with a unit, such as `2.5` or `900ms`
          1@0|@8
            ^
        """
      ),
      (
        "1@-1",
        """
        error: row r, column 3: found the time `-1`, expected 0 or later: time starts at 0
          1@-1
            ^
        """
      ),
      (
        "1@0 --2@1",
        """
        error: row r, column 5: found `-` in a diagram with `@` times, expected only values and ends with their times, `a@1 |@8`
          1@0 --2@1
              ^
          help: if it is part of a value, put the value in quotes; if `@` is a value, write `'@'`
        """
      ),
      (
        "1@0 -2-",
        """
        error: row r, column 5: found `-2-` without a time, expected `@` and a time right after each value
          1@0 -2-
              ^
          help: a diagram is wholly with `@` times or wholly without
        """
      ),
      (
        "1@",
        """
        error: row r, column 2: found `@` without a time, expected a time after it, such as `@2.5`
          1@
           ^
        """
      ),
      (
        "@3",
        """
        error: row r, column 1: found `@` without a value, expected a value or an end before it
          @3
          ^
          help: for the value write `'@'`
        """
      ),
      (
        "a@@3",
        """
        error: row r, column 3: found the time `@3`, expected seconds or a number with a unit, such as `2.5` or `900ms`
          a@@3
            ^
        """
      ),
      (
        "a@1 'b' c@2",
        """
        error: row r, column 5: found `'b'` without a time, expected `@` and a time right after each value
          a@1 'b' c@2
              ^
          help: a diagram is wholly with `@` times or wholly without
        """
      ),
      (
        "a@5 |@3 b@9",
        """
        error: row r, column 1: found `a` after the end `|`, expected nothing more
          a@5 |@3 b@9
          ^
        """
      ),
      (
        "|@3 ^@4",
        """
        error: row r, column 5: found `^` after the end `|`, expected nothing more
          |@3 ^@4
              ^
        """
      ),
      (
        "a@x",
        """
        error: row r, column 3: found the time `x`, expected seconds or a number with a unit, such as `2.5` or `900ms`
          a@x
            ^
        """
      ),
      (
        "'a'b@1",
        """
        error: row r, column 1: found `'a'b` without a time, expected `@` and a time right after each value
          'a'b@1
          ^
          help: a diagram is wholly with `@` times or wholly without
        """
      ),
      (
        ";@1",
        """
        error: row r, column 1: found `;`, a token of dialect asv, expected one of dialect marbled
          ;@1
          ^
          help: choose `dialect: asv`, or for the value write `';'`
        """
      ),
      (
        "a-@-b|",
        """
        error: row r, column 2: found `-` in a diagram with `@` times, expected only values and ends with their times, `a@1 |@8`
          a-@-b|
           ^
          help: if it is part of a value, put the value in quotes; if `@` is a value, write `'@'`
        """
      ),
      (
        "\u{1B}[\u{301}[",
        """
        error: row r, column 3: found a group `[` that is never closed, expected `]` after its values
          \\u{1b}[́[
                 ^
        """
      ),
      (
        String(repeating: "ab-", count: 40) + "]" + String(repeating: "ab-", count: 40),
        """
        error: row r, column 121: found `]` without a group, expected `[` before it
          …ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-]ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-…
                                               ^
          help: for the value write `']'`
        """
      ),
    ])
  func marbled(diagram: String, rendered: String) { #expect(message(diagram) == rendered) }

  @Test(
    "dialect rx",
    arguments: [
      (
        "a^b^",
        """
        error: row r, column 4: found a second `^`, expected at most one in a row
          a^b^
             ^
        """
      ),
      (
        "a|^",
        """
        error: row r, column 3: found `^` after the end `|`, expected nothing more
          a|^
            ^
        """
      ),
      (
        "^@1 ^@2",
        """
        error: row r, column 5: found a second `^`, expected at most one in a row
          ^@1 ^@2
              ^
        """
      ),
      (
        "a,|",
        """
        error: row r, column 2: found `,`, a token of dialect asv, expected one of dialect rx
          a,|
           ^
          help: choose `dialect: asv`, or for the value write `','`
        """
      ),
    ])
  func rx(diagram: String, rendered: String) { #expect(message(diagram, .rx) == rendered) }

}
