internal import Marbles
internal import Operators
internal import SceneFiles
internal import Scenes

/// Writes an edited scene to its file, in the finest way that works.
///
/// Three ways are tried, from fine to coarse: replace single values and keys, rewrite a row, rewrite the file. Each
/// result is parsed; it counts when it is the wanted scene and has all comments of the file.
struct SceneUpdate {
  /// How much of a row is written again.
  enum RowLevel {
    /// Its text stays.
    case kept
    /// Single values and keys are replaced.
    case edited
    /// All keys are written again.
    case rewritten
  }

  /// What became of a text that was tried.
  private enum Attempt {
    case done(SceneFile)
    /// The rows at these positions differ from the wanted ones.
    case differs([Int])
    /// It has the wanted scene, but a comment was lost.
    case losesComments
    case unreadable
  }

  private let file: SceneFile
  private let wanted: Scene
  private let catalogue: Catalogue
  private let root: FileNode
  private let comments: YAMLComments
  /// Whether the scene has a `title:`.
  private let isTitled: Bool
  /// The values of marbles in all rows.
  private let values: [String: Value]

  init(of file: SceneFile, to wanted: Scene, catalogue: Catalogue) throws(SceneFileError) {
    if file.block == nil, wanted.name != file.scene.name {
      throw file.updatingError(
        "the scene is called `\(wanted.name)`, but its file names it `\(file.scene.name)`", help: "rename the file")
    }
    (self.file, self.wanted, self.catalogue) = (file, wanted, catalogue)
    root = try YAMLReader.read(file.yaml, path: file.path)
    comments = YAMLComments(of: root)
    let fields = try root.fields(.scene)
    isTitled = fields["title"] != nil
    values = if let values = fields["values"] { try RowDecoder.values(values) } else { [:] }
  }

  /// The file with the wanted scene.
  func result() throws(SceneFileError) -> SceneFile {
    let rows = RowsUpdate(from: file.scene, to: wanted, values: values, comments: comments)
    var levels = rows.levels
    // Each round makes a row coarser.
    for _ in 0..<4 {
      guard let yaml = edited(rows, levels) else { break }
      let previous = levels
      switch attempt(yaml) {
      case .done(let file): return file
      case .differs(let positions):
        for position in positions where levels.indices.contains(position) {
          levels[position] = levels[position] == .kept ? .edited : .rewritten
        }
      case .losesComments, .unreadable: levels = levels.map { $0 == .edited ? .rewritten : $0 }
      }
      if levels == previous { break }
    }
    if case .done(let file) = attempt(rewritten) { return file }
    throw file.updatingError(
      "the edited scene can't be written as a scene file: the file would hold another scene",
      help: "the scene has a value, an id or an expectation that a scene file can't express")
  }

  /// The YAML with what differs replaced; nil when the layout of the file does not allow it.
  private func edited(_ rows: RowsUpdate, _ levels: [RowLevel]) -> String? {
    var edits = TextEdits(of: root.source.bytes)
    let writer = YAMLWriter(matching: root)
    guard let layout = YAMLLayout(root, after: 0, comments: comments),
      file.scene.rows.isEmpty == wanted.rows.isEmpty
    else { return nil }
    if !wanted.rows.isEmpty {
      guard let item = layout["rows"],
        let mapping = YAMLLayout(item.node, after: item.key.upperBound, comments: comments, attachesComments: true),
        rows.edit(mapping, levels, in: &edits, writer, outerColumn: layout.column)
      else { return nil }
    }
    var changes = MappingChanges()
    let (old, new) = (file.scene.fields(withDefaults: true).node, wanted.fields(withDefaults: true).node)
    changes.add(from: MappingChanges.entries(old), to: MappingChanges.entries(new), writer)
    guard layout.apply(changes, to: &edits, writer, before: "rows") else { return nil }
    return String(decoding: edits.text(in: 0..<root.source.bytes.count), as: UTF8.self)
  }

  /// The wanted scene as a new file, under all comments of the old one.
  private var rewritten: String {
    let writer = YAMLWriter(matching: root)
    var scene = wanted
    if file.block != nil {
      // A scene without a title has the name that the document gives it, and one with a title is called by it.
      scene.name = isTitled || scene.title != file.scene.title ? "" : scene.title
    }
    let lines = comments.ranges.map { String(decoding: root.source.bytes[$0], as: UTF8.self) }
    var keys: [String] = []
    // What equals the default of all files is left out, but this file may have another one.
    let (standard, defaults) = (SceneDefaults(), file.defaults)
    if wanted.speedFactor == standard.speedFactor, defaults.speedFactor != standard.speedFactor {
      keys.append("speedFactor: \(wanted.speedFactor)")
    }
    if wanted.refreshInterval == standard.refreshInterval, defaults.refreshInterval != standard.refreshInterval {
      keys.append("refreshInterval: \(wanted.refreshInterval.text)")
    }
    if wanted.loops == standard.loops, defaults.loops != standard.loops { keys.append("loop: \(wanted.loops)") }
    let text = (lines + keys).map { $0 + "\n" }.joined() + scene.yaml
    return text.replacing("\n", with: writer.lineBreak)
  }

  // MARK: Verification

  private func attempt(_ yaml: String) -> Attempt {
    guard let text = file.text(withYAML: yaml), let updated = try? file.parsed(in: text, catalogue: catalogue) else {
      return .unreadable
    }
    guard isWanted(updated.scene) else {
      let rows = updated.scene.rows
      guard rows.count == wanted.rows.count else { return .differs([]) }
      return .differs(rows.indices.filter { rows[$0] != wanted.rows[$0] })
    }
    guard let read = try? YAMLReader.read(yaml, path: file.path), YAMLComments(of: read).contain(comments) else {
      return .losesComments
    }
    return .done(updated)
  }

  private func isWanted(_ scene: Scene) -> Bool {
    var expected = wanted
    if file.block != nil {
      if !isTitled, wanted.title == file.scene.title { expected.title = scene.title }
      expected.name = scene.name
    }
    return scene == expected
  }
}
