internal import Marbles
internal import Operators
internal import Scenes

/// A list of named things in groups: what `marbled list` prints.
public struct Listing: Hashable, Sendable {
  /// A named thing.
  public struct Entry: Hashable, Sendable {
    /// How it is written on the command line or in a scene.
    public var name: String
    /// What it is, on one line.
    public var text: String

    /// Creates an entry; several lines of text become one, as they would look like several entries.
    public init(_ name: String, _ text: String) {
      self.name = name
      self.text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }

  /// Entries under a heading.
  public struct Group: Hashable, Sendable {
    /// The heading.
    public var title: String
    /// The entries in their order.
    public var entries: [Entry]

    /// Creates a group.
    public init(_ title: String, _ entries: [Entry]) { (self.title, self.entries) = (title, entries) }
  }

  /// What the entries are, as in `marbled list scenes`.
  public var subject: String
  /// The groups in their order.
  public var groups: [Group]

  /// Creates a list.
  public init(_ subject: String, _ groups: [Group]) {
    self.subject = subject
    self.groups = groups.filter { !$0.entries.isEmpty }
  }

  /// The entries that have all words, in any letters, in their name, text or heading.
  public func matching(_ words: [String]) -> Listing {
    let words = words.flatMap { $0.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) }
    guard !words.isEmpty else { return self }
    return Listing(
      subject,
      groups.map { group in
        Group(
          group.title,
          group.entries.filter { entry in
            let text = "\(entry.name) \(entry.text) \(group.title)".lowercased()
            return words.allSatisfy(text.contains)
          })
      })
  }

  /// Whether it has no entry.
  public var isEmpty: Bool { groups.isEmpty }

  /// The names of all entries.
  public var names: [String] { groups.flatMap { $0.entries.map(\.name) } }

  /// A heading for each group, and a line for each entry.
  public var text: String {
    let width = groups.flatMap(\.entries).map(\.name.count).max() ?? 0
    return groups.map { group in
      let lines = group.entries.map { entry in
        entry.text.isEmpty ? "  \(entry.name)\n" : "  \(entry.name.padding(to: width))  \(entry.text)\n"
      }
      return "\(group.title)\n" + lines.joined()
    }.joined(separator: "\n")
  }

  /// A JSON object for each entry, one on each line: `{"subject":"scenes","group":"Lessons","name":"…","text":"…"}`.
  public var jsonLines: String {
    groups.flatMap { group in
      group.entries.map { entry in
        let members = [("subject", subject), ("group", group.title), ("name", entry.name), ("text", entry.text)]
        return "{" + members.map { "\"\($0)\":\(JSONText.quoted($1))" }.joined(separator: ",") + "}\n"
      }
    }.joined()
  }
}
