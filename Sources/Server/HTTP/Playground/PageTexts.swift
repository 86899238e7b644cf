internal import Playground

/// What the document of the page says before any script has run, and without scripts: the same as the scripts show there
/// later. By the names of its places in the document.
struct PageTexts {
  private let texts: [Substring: String]

  subscript(place: Substring) -> String? { texts[place] }

  /// - Parameters:
  ///   - entry: what the page shows; nil for the front page, which has the list of everything.
  ///   - guide: what the page of an operator says.
  ///   - first: the picture of the page.
  init(
    of entry: LibraryEntry?, guide: OperatorGuide?, groups: [LibraryGroup], first: FirstPicture?,
    _ addresses: PageAddresses
  ) {
    texts = [
      "groups": Self.groups(entry == nil ? groups : [], addresses), "names": guide.map(Self.names) ?? "",
      "guide": guide.map { Self.text(of: $0, addresses) } ?? "", "unguided": guide == nil ? " hidden" : "",
      "sentences": Self.sentences(first?.sentences ?? []),
    ]
  }

  private static func groups(_ groups: [LibraryGroup], _ addresses: PageAddresses) -> String {
    groups.map { group in
      "<section><h2>\(HTMLText.escaped(group.title))</h2>\(list(group.members, addresses))</section>\n"
    }.joined()
  }

  private static func list(_ entries: [LibraryEntry], _ addresses: PageAddresses, style: String = "") -> String {
    "<ul\(style)>" + entries.map { "<li>\(HTMLText.link(to: $0, addresses))</li>" }.joined() + "</ul>"
  }

  // MARK: Guide

  private static func names(_ guide: OperatorGuide) -> String {
    let names = [("RxJS", guide.rx), ("Combine", guide.combine)].compactMap { library, name in
      name.map { "\(library) <code>\(HTMLText.escaped($0))</code>" }
    }
    return ([HTMLText.escaped(guide.origin)] + names).map { "<span class=\"chip\">\($0)</span>" }.joined()
  }

  private static func text(of guide: OperatorGuide, _ addresses: PageAddresses) -> String {
    let use = HTMLText.sentence(guide.guidance) { name in
      guide.related.contains(name) ? addresses.page(of: .operators, named: name) : nil
    }
    var parts = [
      "<h2 id=\"guideTitle\">When to use it</h2>", "<p>\(use)</p>",
      "<pre class=\"signatures\">\(HTMLText.escaped(guide.signatures.joined(separator: "\n")))</pre>",
    ]
    if !guide.compared.isEmpty {
      // The scripts put buttons there, which add a row.
      let links = guide.compared.map { other, _ in
        "<a class=\"button code\" href=\"\(addresses.page(of: other))\""
          + " title=\"\(HTMLText.escaped(other.about))\">\(HTMLText.escaped(other.name))</a>"
      }
      parts.append("<h3>Compare on the same input with</h3><p class=\"actions\">\(links.joined())</p>")
      let differences = guide.compared.flatMap(\.differences).map { "<li>\(HTMLText.sentence($0))</li>" }
      parts.append("<h3>With the inputs of the example</h3><ul>\(differences.joined())</ul>")
    }
    if !guide.beside.isEmpty {
      parts.append("<h3>Beside ReactiveX for Python, with hot observables of the same inputs</h3>")
    }
    for (rows, text) in guide.beside {
      parts.append("<p>\(HTMLText.sentence(text))</p><pre class=\"signatures table\">\(HTMLText.escaped(rows))</pre>")
    }
    if !guide.scenes.isEmpty {
      parts.append("<h3>Scenes with it</h3>\(list(guide.scenes, addresses, style: " class=\"links\""))")
    }
    return parts.joined(separator: "\n")
  }

  // MARK: Sentences

  /// The lines of the list, as `story.js` makes them, without what goes to a time.
  private static func sentences(_ sentences: [(time: String, text: String)]) -> String {
    sentences.enumerated().map { index, sentence in
      let isFirst = index == 0 || sentences[index - 1].time != sentence.time
      // The time stands before the line.
      let isDated = sentence.text.hasPrefix("At ")
      let what = (isDated ? sentence.text.split(separator: ", ", maxSplits: 1).last : nil).map(String.init)
      return "<li\(isFirst ? " class=\"first\"" : "")><span class=\"line\"><time>\(sentence.time) s</time>"
        + "<span>\(HTMLText.sentence(what ?? sentence.text))</span></span></li>\n"
    }.joined()
  }
}
