internal import Marbles
internal import Scenes
internal import Yams

extension FileNode {
  /// The value of `issue:`.
  func issue() throws(SceneFileError) -> Scene.Issue {
    let fields = try fields(.issue)
    let link = try fields.required("link", of: "`issue:`")
    let text = try link.text("the address of an issue")
    guard text.hasPrefix("https://"), let number = text.split(separator: "/").last, UInt32(number) != nil,
      text.utf8.count <= SceneLimits.notes
    else {
      throw link.error(
        "\(link.kind) is not the address of an issue; expected one that begins with https:// and ends with its number")
    }
    let checked = try fields.required("checkedWith", of: "`issue:`").version()
    var issue = Scene.Issue(link: text, checkedWith: checked)
    for (key, property) in [("failsSince", \Scene.Issue.failsSince), ("passesSince", \.passesSince)] {
      guard let node = fields[key] else { continue }
      let version = try node.version()
      guard version <= checked else {
        throw node.error("\(version) is newer than \(checked), the version of `checkedWith:`")
      }
      issue[keyPath: property] = version
    }
    if let passes = fields["passesSince"], issue.failsSince == issue.passesSince {
      throw passes.error("the same version can't be the first that fails and the first that passes")
    }
    return issue
  }

  private func version() throws(SceneFileError) -> LibraryVersion {
    guard let version = LibraryVersion(try text("a version")) else {
      throw error("found \(kind), expected a version of three numbers, such as 1.1.4")
    }
    return version
  }

  /// Compares the versions of an issue, whose value this is, with what the rows of the scene do.
  func check(_ issue: Scene.Issue, of scene: Scene) throws(SceneFileError) {
    guard scene.rows.contains(where: { $0.should != nil }) else {
      throw error("no row has `should:`; expected the diagram of what the issue asks for beside an `expect:`")
    }
    let failing = scene.rowsThatFail.map(\.name)
    let newest = [issue.failsSince, issue.passesSince].compactMap { $0 }.max()
    if let newest, newest == issue.passesSince, let row = failing.first {
      throw error("`passesSince:` says that \(newest) has no such defect, but row \(row) does not do what it should")
    }
    if let newest, newest == issue.failsSince, failing.isEmpty {
      throw error("`failsSince:` says that \(newest) has the defect, but each row does what it should")
    }
  }
}

extension Scene.Issue {
  /// The value of `issue:`, in a file.
  var node: Node {
    var fields = YAMLMappingWriter()
    fields.add("link", .plain(link))
    fields.add("checkedWith", .plain("\(checkedWith)"))
    if let failsSince { fields.add("failsSince", .plain("\(failsSince)")) }
    if let passesSince { fields.add("passesSince", .plain("\(passesSince)")) }
    return fields.node
  }
}
