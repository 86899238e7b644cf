/// The operators from which a viewer chooses one, as they are shown.
package struct OperatorList: Hashable {
  /// An operator of the list.
  package struct Entry: Hashable {
    /// The name.
    package var name: String
    /// The group that it is listed under.
    package var group: String
    /// One sentence about what it does.
    package var summary: String
    /// Whether it can be used here; otherwise `summary` says what it needs.
    package var isUsable: Bool

    package init(name: String, group: String, summary: String, isUsable: Bool = true) {
      (self.name, self.group, self.summary, self.isUsable) = (name, group, summary, isUsable)
    }
  }

  /// The listed operators, group by group.
  package var entries: [Entry]
  /// The position of the highlighted operator; nil when none matches.
  package var selected: Int?
  /// The text that filters the list.
  package var filter: String
  /// The name of the row that the operators are tried on.
  package var row: String
  /// Why the highlighted operator shows no result; nil when it does.
  package var problem: String?
  /// What is known of a text that leaves no operator, as a clause; nil when nothing is.
  package var advice: String?

  package init(entries: [Entry], selected: Int?, filter: String, row: String) {
    (self.entries, self.selected, self.filter, self.row) = (entries, selected, filter, row)
  }

  /// The number of columns of the list beside the scene.
  package static func width(in columns: Int) -> Int { min(columns, max(20, min(36, columns * 2 / 5))) }
}
