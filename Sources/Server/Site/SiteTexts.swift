internal import Playground

/// What a site has for programs that read: `llms.txt`, as llmstxt.org describes it, and pages as text.
enum SiteTexts {
  /// The files: the pages as text, and then the list of all pages.
  ///
  /// - Parameters:
  ///   - groups: the operators and scenes of the site.
  ///   - pages: its pages as text.
  static func files(_ groups: [LibraryGroup], _ pages: [TextPage]) -> [StaticSite.File] {
    pages.map { StaticSite.File(path(of: $0), $0.text) } + [StaticSite.File("llms.txt", list(groups, pages))]
  }

  /// `operators/zip.txt`, `ideas/for-await.txt`, `notation.txt`.
  private static func path(of page: TextPage) -> String {
    let name = page.name.replacing(" ", with: "-")
    return page.kind == .notation ? "\(name).txt" : "\(page.kind.rawValue)/\(name).txt"
  }

  private static func list(_ groups: [LibraryGroup], _ pages: [TextPage]) -> String {
    var text = """
      # marbled

      > Operators of asynchronous streams in Swift, and scenes with them. Each page plays: it shows when each value comes, and what \
      it was made from. The diagrams are computed by running the real operators on a virtual clock.

      The pages of operators, ideas and the notation are also text, as `marbled explain` prints it. `marbled mcp` runs streams for \
      agents.

      ## Notation


      """
    for page in pages where page.kind == .notation { text += line("Marble diagrams", path(of: page), page.about) }
    text += "\n## Ideas\n\n"
    for page in pages where page.kind == .ideas { text += line(page.name, path(of: page), page.about) }
    for group in groups {
      text += "\n## \(group.kind == .operators ? "Operators: " : "")\(oneLine(group.title))\n\n"
      for entry in group.members {
        text += line(entry.title, "\(entry.kind.rawValue)/\(entry.name).html", entry.about)
      }
    }
    text += "\n## Optional\n\n"
    text += line("All operators", "operators.html", "A list with links.")
    text += line("All scenes", "scenes.html", "A list with links.")
    for page in pages where page.kind == .operators { text += line("\(page.name) as text", path(of: page), page.about) }
    return text
  }

  /// A link of a list.
  private static func line(_ title: String, _ path: String, _ about: String) -> String {
    let address = path.split(separator: "/").map { PageAddresses.percentEncoded(String($0)) }.joined(separator: "/")
    let title = oneLine(title).replacing("[", with: "\\[").replacing("]", with: "\\]")
    return "- [\(title)](\(address))\(about.isEmpty ? "" : ": \(oneLine(about))")\n"
  }

  /// Texts of scenes may have several lines.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
