import Marbles
import Operators
import SceneFiles
import Scenes
import Testing

@testable import Playground

/// The pictures that pages show before any script has run.
@Suite struct FirstPictureTests {
  private let library = PlaygroundLibrary()

  @Test("operators and scenes have one, which shows the beginning and does not play")
  func all() throws {
    let operators = Catalogue.standard.operators.map { ("operators", $0.name) }
    let pages = operators + library.items.map({ ("scenes", $0.file.scene.name) })
    for (kind, name) in stride(from: 0, to: pages.count, by: 5).map({ pages[$0] }) {
      let picture = try #require(
        FirstPicture(from: library, kind: kind, name: name, isNarrow: false), "\(kind)/\(name)")
      #expect(picture.svg.hasPrefix("<svg ") && !picture.svg.contains("<style") && picture.width > picture.height / 4)
      #expect(!picture.style.contains("animation") && !picture.style.contains("@keyframes"), "\(kind)/\(name)")
      let facts = try #require(try? Value(json: picture.facts), "\(kind)/\(name)")
      guard case .object(let members) = facts, case .object(let answer)? = members["answer"],
        case .string(let motion)? = members["motion"]
      else {
        Issue.record("\(kind)/\(name): \(picture.facts.prefix(200))")
        continue
      }
      #expect(answer["svg"] == nil && answer["yaml"] != nil && !picture.facts.contains("<"), "\(kind)/\(name)")
      // What plays names the groups that the picture has.
      for rule in motion.matches(of: /@keyframes (s[0-9]+)\{/).prefix(5) {
        #expect(picture.svg.firstMatch(of: try Regex("class=\"s \(rule.1)[\" ]")) != nil, "\(kind)/\(name): \(rule.1)")
      }
    }
  }

  @Test("the beginning shows the values of the first instant alone")
  func beginning() throws {
    let picture = try #require(FirstPicture(from: library, kind: "scenes", name: "sample", isNarrow: false))
    let visible = try #require(picture.style.firstMatch(of: /\.s\{visibility:hidden\}([^{]*)\{visibility:visible\}/)?.1)
    let names = Set(visible.split(separator: ",").map { String($0.dropFirst()) })
    // The marbles whose groups are all visible.
    var (open, shown) = ([Bool](), [String]())
    for tag in picture.svg.matches(of: /<g([^>]*)>|<\/g>/) {
      guard let attributes = tag.1 else {
        open.removeLast()
        continue
      }
      open.append(attributes.firstMatch(of: /class="s (s[0-9]+)/).map { names.contains(String($0.1)) } ?? true)
      if let id = attributes.firstMatch(of: /data-id="([^"]*)"/)?.1, open.allSatisfy({ $0 }) {
        shown.append(String(id))
      }
    }
    #expect(shown.filter { $0.contains("#") } == ["merge#0"])
  }

  @Test("on a phone, it is as wide as a page there draws it")
  func narrow() throws {
    let picture = try #require(FirstPicture(from: library, kind: "operators", name: "zip", isNarrow: true))
    #expect(picture.hasAxis && picture.width == 70 * 9 + 18)
    let list = try #require(FirstPicture(from: library, kind: "scenes", name: "stops", isNarrow: true))
    #expect(!list.hasAxis && list.width == 38 * 9 + 18)
    #expect(FirstPicture(from: library, kind: "scenes", name: "../sample", isNarrow: false) == nil)
  }
}
