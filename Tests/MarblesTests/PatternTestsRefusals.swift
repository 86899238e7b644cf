import Marbles
import Testing

@Suite struct PatternRefusalTests {
  @Test(
    "Each refusal has its column and what to write instead",
    arguments: [
      ("*a", "column 1: `*` has nothing before it to repeat; write \\* for the character"),
      ("a|+", "column 3: `+` has nothing before it to repeat; write \\+ for the character"),
      ("(?:?)", "column 4: `?` has nothing before it to repeat; write \\? for the character"),
      ("{2}a", "column 1: `{2}` has nothing before it to repeat; write \\{ for the character"),
      ("a**", "column 3: `*` has nothing before it to repeat; write \\* for the character"),
      ("a{2}{3}", "column 5: `{3}` has nothing before it to repeat; write \\{ for the character"),
      ("a{3,1}", "column 2: the count goes from 3 to 1; write {1,3}"),
      (
        "a{ 2}", "column 3: there is no count like this; write it without spaces, as in {2,5}, or \\{ for the character"
      ),
      (
        "a{2 ,3}",
        "column 4: there is no count like this; write it without spaces, as in {2,5}, or \\{ for the character"
      ),
      ("a{10001}", "column 3: a count is at most 10000"),
      ("a{99999999999999999999}", "column 3: a count is at most 10000"),
      ("(ab", "column 4: the group that begins at column 1 has no `)`; write \\( for the character"),
      ("ab)", "column 3: this `)` closes no group; write \\) for the character"),
      ("((a)", "column 5: the group that begins at column 1 has no `)`; write \\( for the character"),
      ("[ab", "column 4: the brackets that begin at column 1 have no `]`; write \\[ for the character"),
      ("[]", "column 2: the brackets are empty; write \\] for the character"),
      ("[]a]", "column 2: the brackets are empty; write \\] for the character"),
      ("[^]", "column 3: the brackets are empty; write \\] for the character"),
      ("[z-a]", "column 2: the range goes backwards; write a-z"),
      ("[a-\\d]", "column 3: a range ends with a character; write \\- for the dash"),
      ("[\\d-a]", "column 4: it is not clear what this `-` means; write \\- for the character"),
      ("[a-c-e]", "column 5: it is not clear what this `-` means; write \\- for the character"),
      ("[a--b]", "column 3: the set operator `--` is not supported; write \\- for the character"),
      ("[a&&b]", "column 3: the set operator `&&` is not supported; write \\& for the character"),
      ("[a~~b]", "column 3: the set operator `~~` is not supported; write \\~ for the character"),
      ("[[a]]", "column 2: brackets in brackets are not supported; write \\[ for the character"),
      ("[[:alpha:]]", "column 2: POSIX classes are not supported; write \\d, \\w, \\s or a range"),
      ("[:alpha:]", "column 1: POSIX classes are not supported; write \\d, \\w, \\s or a range"),
      ("[\\r\\n]", "column 4: \\r and \\n become one character in these brackets; write \\v for every newline"),
      ("[^\\r\\n]", "column 5: \\r and \\n become one character in these brackets; write \\V for all but newlines"),
      ("[e\\u{301}]", "column 3: two characters become one in these brackets; write them outside, as in (?:…|…)"),
      (
        "[\\u{301}]", "column 2: this character joins the one before it; write it outside the brackets, behind that one"
      ),
      ("[\\u{212A}]", "column 2: `\u{212A}` compares equal to `K`; write it outside the brackets"),
      ("[\\A]", "column 2: `\\A` can't be in brackets"),
      ("[a-e\u{301}]", "column 4: `e\u{301}` has several scalars, so no range can begin or end with it"),
      ("\\", "column 1: the pattern ends after `\\`; write \\\\ for the character"),
      ("\\q", "column 1: there is no `\\q`"),
      ("\\é", "column 1: there is no `\\é`"),
      ("\\1", "column 1: references to groups are not supported; match the text again, and compare the groups"),
      ("(a)\\1", "column 4: references to groups are not supported; match the text again, and compare the groups"),
      ("\\k<n>", "column 1: references to groups are not supported; match the text again, and compare the groups"),
      ("\\p{L}", "column 1: properties are not supported; write \\w, \\d or a range, as in [α-ω]"),
      ("\\Qa\\E", "column 1: quotes are not supported; write a backslash before each special character"),
      ("\\N", "column 1: `\\N` is not supported; write [^\\n] or the character itself"),
      ("\\G", "column 1: `\\G` is not supported; write \\A for the start of the text"),
      ("\\K", "column 1: `\\K` is not supported; write a group around what you need"),
      ("\\O", "column 1: `\\O` is not supported; write (?s:.)"),
      ("\\0", "column 1: `\\0` is not supported; write the character as in \\u{0}"),
      ("\\u{}", "column 4: found no hexadecimal number here; write it as in \\u{41}"),
      ("\\u{110000}", "column 1: there is no character with the number 110000"),
      ("\\u{41 42}", "column 6: only one character can be in the braces; write \\u{65}\\u{301}"),
      ("\\u12", "column 3: found no hexadecimal number here; write it as in \\u{41}"),
      ("\\x4", "column 3: found no hexadecimal number here; write it as in \\x41"),
      ("\\x{41", "column 4: found no hexadecimal number here; write it as in \\x41"),
      ("a++", "column 3: possessive quantifiers are not supported; leave out this `+`"),
      ("a*+", "column 3: possessive quantifiers are not supported; leave out this `+`"),
      ("a?+", "column 3: possessive quantifiers are not supported; leave out this `+`"),
      ("a{2}+", "column 5: possessive quantifiers are not supported; leave out this `+`"),
      ("(?=a)", "column 1: lookahead is not supported; match what follows too, and write a group around what you need"),
      ("(?!a)", "column 1: lookahead is not supported; match what follows too, and write a group around what you need"),
      (
        "(?<=a)",
        "column 1: lookbehind is not supported; match what precedes too, and write a group around what you need"
      ),
      (
        "(?<!a)",
        "column 1: lookbehind is not supported; match what precedes too, and write a group around what you need"
      ),
      ("(?>a)", "column 1: atomic groups are not supported; write (?:…)"),
      ("(?|a)", "column 1: groups that share their numbers are not supported; write (?:…)"),
      ("(?(1)a|b)", "column 1: conditions are not supported; write both cases, as in (?:…|…)"),
      ("(?R)", "column 1: recursion is not supported; repeat the part of the pattern"),
      ("(?1)", "column 1: recursion is not supported; repeat the part of the pattern"),
      ("(?&n)", "column 1: recursion is not supported; repeat the part of the pattern"),
      ("(?P<n>a)", "column 1: this form of a named group is not supported; write (?<name>…)"),
      ("(?'n'a)", "column 1: this form of a named group is not supported; write (?<name>…)"),
      ("(?P=n)", "column 1: references to groups are not supported; match the text again, and compare the groups"),
      ("(?#c)", "column 1: comments are not supported; leave it out"),
      ("(?z)", "column 1: there is no group `(?z`; write (?:…) or (?<name>…)"),
      ("(?x)", "column 3: there is no flag `x`; write i, m or s"),
      ("(?", "column 1: the pattern ends in a group; write \\( for the character"),
      ("(?i", "column 4: the flags have no `)`; write it as in (?i)"),
      ("(?i z)", "column 4: there is no flag ` `; write i, m or s"),
      ("(?<n>a)(?<n>b)", "column 11: there are two groups `n`"),
      ("(?<1>a)", "column 4: the name of a group can't begin with a digit"),
      ("(?<>a)", "column 4: the group has no name; write it as in (?<id>…)"),
      ("(?<a b>a)", "column 5: the name of a group has letters, digits and `_`, and then `>`; write it as in (?<id>…)"),
      ("(*ACCEPT)", "column 1: `(*` is not supported; write (?:…), or \\* for the character"),
      ("(?<n-m>a)", "column 5: the name of a group has letters, digits and `_`, and then `>`; write it as in (?<id>…)"),
      ("^*", "column 2: an anchor can't be repeated; write (?:…) around it"),
      ("\\b+", "column 3: an anchor can't be repeated; write (?:…) around it"),
      ("(?i)*", "column 5: flags can't be repeated"),
      ("(a){0}", "column 4: a group can't be repeated zero times; leave it out"),
      ("<{a}>", "column 1: `<{` is not supported; write <\\{ for the characters"),
      ("(\u{301}a)", "column 1: `(\u{301}` looks like `(` but is another character; write it as \\u{…}"),
      (
        "(?:a{100}){101}",
        "column 1: the pattern has more than 10000 parts when its counts are written out; use smaller counts"
      ),
      ("(?:){10001}", "column 6: a count is at most 10000"),
      (
        "(?:(?:){9999}){9999}",
        "column 1: the pattern has more than 10000 parts when its counts are written out; use smaller counts"
      ),
    ])
  func refuses(pattern: String, description: String) {
    let error = #expect(throws: PatternError.self) { try Pattern(parsing: pattern) }
    #expect(error?.description == description)
  }

  @Test(
    "Limits",
    arguments: [
      (String(repeating: "a", count: 10_001), 10_001, "the pattern has more than 10000 characters"),
      (String(repeating: "(", count: 100_000), 10_001, "the pattern has more than 10000 characters"),
      (String(repeating: "(?:", count: 3000), 301, "groups are nested more than 100 deep"),
      (String(repeating: "()", count: 101), 201, "there are more than 100 groups"),
      ("(?:a{100}){101}", 1, "the pattern has more than 10000 parts when its counts are written out"),
      ("(?:(?:){9999}){9999}", 1, "the pattern has more than 10000 parts when its counts are written out"),
    ])
  func limits(pattern: String, column: Int, problem: String) {
    let error = #expect(throws: PatternError.self) { try Pattern(parsing: pattern) }
    #expect(error?.column == column)
    #expect(error?.problem == problem)
  }

  @Test func theLimitsThemselvesAreAllowed() throws {
    #expect(try Pattern(parsing: String(repeating: "a", count: 9999)).isMatch(in: "a") == false)
    let nested = String(repeating: "(?:", count: 100) + "a" + String(repeating: ")", count: 100) + "*"
    #expect(try Pattern(parsing: nested).wholeMatch(in: "aa") != nil)
    let loops = String(repeating: "(?:", count: 50) + "a" + String(repeating: ")*", count: 50)
    #expect(try Pattern(parsing: loops).wholeMatch(in: "aa") != nil)
    #expect(try Pattern(parsing: String(repeating: "()", count: 100)).firstMatch(in: "")?.groups.count == 100)
  }
}
