import CommandSupport
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite struct VersionTests {
    // Source: semver.org, "Is there a suggested regular expression".
    private func semanticVersion() throws -> Regex<AnyRegexOutput> {
      let number = #"(0|[1-9]\d*)"#
      let words = #"[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*"#
      return try Regex(#"\#(number)\.\#(number)\.\#(number)(-\#(words))?(\+\#(words))?"#)
    }

    @Test("Both programs print one semantic version")
    func printed() throws {
      let outcome = try marbled("--version")
      #expect(outcome.ending == .exited(0) && outcome.output == Version.current + "\n")
      #expect(try Version.current.wholeMatch(of: semanticVersion()) != nil, "\(Version.current)")
      #expect(try run(Binary.path(of: "marbled-daemon"), ["--version"]).output == outcome.output)
    }

    @Test("The changelog begins with this version, or with what is not released yet")
    func changelog() throws {
      let heading = try Article.text("CHANGELOG.md").components(separatedBy: "\n").first { $0.hasPrefix("## ") }
      #expect(heading == (Version.number.hasSuffix("-dev") ? "## Unreleased" : "## \(Version.number)"))
    }
  }
}
