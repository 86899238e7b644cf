public import Marbles

extension Scene {
  /// An issue of a library that the scene shows, and the versions of the library that have it.
  ///
  /// ``Row/should`` is what the issue asks for, and ``Row/expectation`` what happens with ``checkedWith``.
  public struct Issue: Hashable, Sendable {
    /// The address of the issue; it ends with a slash and its number.
    public var link: String
    /// The version with which the rows were compared.
    public var checkedWith: LibraryVersion
    /// The first version that does something else; nil while unknown.
    public var failsSince: LibraryVersion?
    /// The first version that does what the issue asks for; nil for none, or while unknown.
    public var passesSince: LibraryVersion?

    /// Creates an issue; the first versions are unknown unless given.
    public init(
      link: String, checkedWith: LibraryVersion, failsSince: LibraryVersion? = nil, passesSince: LibraryVersion? = nil
    ) {
      self.link = link
      self.checkedWith = checkedWith
      self.failsSince = failsSince
      self.passesSince = passesSince
    }

    /// The end of the link, such as `450`.
    public var number: String { link.split(separator: "/").last.map(String.init) ?? link }
  }

  /// The outputs that don't do what they should, in the order of the scene.
  public var rowsThatFail: [Row] {
    rows.filter { row in
      guard let wanted = wanted(of: row), let known = row.expectation?.diagram else { return false }
      return wanted.timeline != known.timeline
    }
  }

  /// The diagram of what a row should emit; nil for none, and for one that can't be read in the scene's dialect.
  public func wanted(of row: Row) -> Diagram? {
    guard let text = row.should else { return nil }
    return try? Diagram.parse(text, row: row.name, step: step, dialect: dialect, isExpectation: true)
  }
}
