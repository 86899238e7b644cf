import Testing

@testable import Inputs

@Suite struct InputSpecTests {
  @Test(arguments: [
    ("a=1-2|", "a", InputSpec.Source.diagram("1-2|")),
    ("a=", "a", .diagram("")),
    ("ints=1@0 2@1 |@8", "ints", .diagram("1@0 2@1 |@8")),
    ("a=diagram:-", "a", .diagram("-")),
    ("a=diagram:@x", "a", .diagram("@x")),
    ("a=diagram:", "a", .diagram("")),
    ("a=diagram", "a", .diagram("diagram")),
    ("a=--", "a", .diagram("--")),
    ("a==", "a", .diagram("=")),
    ("a='x=y'|", "a", .diagram("'x=y'|")),
    ("a=@file.ndjson", "a", .file("file.ndjson")),
    ("a=@/tmp/with space=", "a", .file("/tmp/with space=")),
    ("größe=1", "größe", .diagram("1")),
    ("_a1=1", "_a1", .diagram("1")),
    ("a=tail", "a", .diagram("tail")),
    ("a=-", "a", .standardInput), ("a=tail:log", "a", .tail("log")),
    ("a=random:7", "a", .random(7)),
    ("a=exec:date +%s | cat", "a", .command("date +%s | cat")),
  ])
  func aNameAndWhereItsEventsComeFrom(text: String, name: String, source: InputSpec.Source) throws {
    let spec = try InputSpec(parsing: text)
    #expect(spec.name == name)
    #expect(spec.source == source)
  }

  @Test(arguments: [
    ("abc", "`abc` is not NAME=SPEC; expected a diagram, as in a='1-2-3|', a file, as in a=@FILE, or a=-"),
    ("", "`` is not NAME=SPEC; expected a diagram, as in a='1-2-3|', a file, as in a=@FILE, or a=-"),
    ("=1-2|", "`` is not a name for a row; expected letters, digits and `_`, not starting with a digit"),
    ("1a=x", "`1a` is not a name for a row; expected letters, digits and `_`, not starting with a digit"),
    ("a b=x", "`a b` is not a name for a row; expected letters, digits and `_`, not starting with a digit"),
    ("a-b=x", "`a-b` is not a name for a row; expected letters, digits and `_`, not starting with a digit"),
    ("a=tail:", "`a=tail:` names no file; expected NAME=tail:FILE"),
    ("a=exec:", "`a=exec:` names no command; expected NAME=exec:COMMAND"),
    ("a=random:x", "`a=random:x`: the seed must be a whole number, 0 or greater, as in a=random:7"),
    ("a=@", "`a=@` names no file; expected NAME=@FILE"),
  ])
  func whatIsNotOfThatForm(text: String, message: String) {
    do throws(InputError) {
      Issue.record("not refused: \(try InputSpec(parsing: text))")
    } catch {
      #expect(error == InputError(.usage, message))
    }
  }
}
