internal import Formats
internal import Marbles
public import Playback
internal import Scenes
internal import Wire

/// A page of a site of static files: its picture, and what its scripts show later, as there is no server to ask.
public struct SitePage: Sendable {
  /// The picture in the document.
  public let picture: FirstPicture
  /// A JSON object with the answers that a server would give, for a script: `columns` has the widths of its pictures in cells,
  /// the wide one first; `answers` has the members of each answer that differ from those of the document, as indices of `values`;
  /// `exports` has texts to share. The name of an answer is its width, then `solved`, `steps` and `hidden` where that is so.
  public let answers: String
  /// Whether the site was given the scene, so that a server may not have it.
  public let isGiven: Bool
  /// The text of the scene.
  public let yaml: String

  /// Runs an operator or a scene in each way in which its page shows it.
  ///
  /// - Parameters:
  ///   - entry: the operator or scene.
  ///   - library: where it is.
  ///   - cancellation: stops the work.
  /// - Throws: ``RunFailure`` when there is nothing to show.
  public init(
    of entry: LibraryEntry, from library: PlaygroundLibrary, cancellation: Cancellation = Cancellation()
  ) throws(RunFailure) {
    let kind = entry.kind.rawValue
    guard let yaml = library.text(kind: kind, name: entry.name),
      var request = RunRequest(firstOf: library, kind: kind, name: entry.name)
    else { throw RunFailure([SceneDiagnostic("the library has no \(entry.name)")]) }
    (self.yaml, isGiven) = (
      yaml, entry.kind == .scenes && library.item(named: entry.name)?.group.isGiven == true
    )
    request.hasHighContrast = true
    let answer = try FirstPicture.answer(to: &request, isNarrow: false, cancellation)
    let first = FirstPicture(of: answer, to: request, from: library, kind: kind, cancellation)
    guard let first else { throw SceneRun.stopped(cancellation.cause ?? .cancelled) }
    picture = first
    request.revealed = nil
    let base = JSONMembers(json: try answer.json(hasPicture: false, cancellation))
    var table = AnswerTable(base: base, cancellation)
    try table.add(answer.document.scene, request, hasAxis: first.hasAxis)
    answers = table.json
  }
}

/// The answers of a page, each part of them once.
private struct AnswerTable {
  /// What the document has.
  let base: JSONMembers?
  let cancellation: Cancellation
  private var columns: [Int] = []
  private var values: [String] = []
  private var indices: [String: Int] = [:]
  private var answers: [(name: String, members: [(key: String, index: Int)])] = []
  private var exports: [(kind: RunRequest.Export, text: String)] = []

  init(base: JSONMembers?, _ cancellation: Cancellation) { (self.base, self.cancellation) = (base, cancellation) }

  /// Adds all answers to a request.
  mutating func add(_ scene: Scene, _ request: RunRequest, hasAxis: Bool) throws(RunFailure) {
    var request = request
    columns = [request.columns, hasAxis ? FirstPicture.columns.narrow : FirstPicture.columns.list]
    for width in columns {
      request.columns = width
      try add(request, "\(width)", hasAxis)
      guard let solution = scene.exercise?.solution, !solution.isEmpty else { continue }
      request.edits = solution
      try add(request, "\(width) solved", hasAxis)
      request.edits = []
    }
  }

  /// Adds the answers with and without steps, and with hidden outputs.
  private mutating func add(_ request: RunRequest, _ name: String, _ hasAxis: Bool) throws(RunFailure) {
    let scene = try add(request, name)
    var forms = [(request, name)]
    let staged = scene.kind == .timelines ? scene.rows.filter(\.hasSeveralStages) : []
    if !staged.isEmpty {
      var request = request
      let shows = !staged.allSatisfy(\.showsStages)
      request.edits += staged.map { "stages \(CommandWords.written($0.name)) \(shows)" }
      try add(request, "\(name) steps")
      forms.append((request, "\(name) steps"))
    }
    guard hasAxis, scene.rows.contains(where: { $0.expression != nil }) else { return }
    for (request, name) in forms {
      var request = request
      request.revealed = RunRequest.nothing
      try add(request, "\(name) hidden")
    }
  }

  /// Adds an answer; the scene that it shows.
  @discardableResult private mutating func add(
    _ request: RunRequest, _ name: String
  ) throws(RunFailure) -> Scene {
    var request = request
    if request.revealed == nil { (request.cards, request.hasFindings) = (.all, true) }
    if answers.isEmpty { request.exports = [.command, .swift] }
    let answer = try SceneRun.perform(request, cancellation: cancellation)
    exports += request.exports.map { ($0, answer.text($0)) }
    request.exports = []
    guard answer.diagnostics.isEmpty else { throw RunFailure(answer.diagnostics) }
    guard let members = JSONMembers(json: try answer.json(cancellation)) else {
      throw RunFailure([SceneDiagnostic("its answer can't be read")])
    }
    let names = members.keys.filter { $0 != "moved" && $0 != "exports" }
    answers.append((name, names.compactMap { key in index(of: key, in: members).map { (key, $0) } }))
    return answer.document.scene
  }

  /// Where the table has a member; nil where it is that of the document.
  private mutating func index(of key: String, in members: JSONMembers) -> Int? {
    guard let value = members[key], value != base?[key] else { return nil }
    let json = value.json
    if let known = indices[json] { return known }
    indices[json] = values.count
    values.append(json)
    return values.count - 1
  }

  var json: String {
    JSONObject { object in
      object.add("columns", json: columns.map(String.init))
      object.add("values", json: values)
      object.add("answers") { object in
        for answer in answers {
          object.add(answer.name) { object in
            for (key, index) in answer.members { object.add(key, index) }
          }
        }
      }
      object.add("exports") { object in
        for export in exports { object.add(export.kind.rawValue, export.text) }
      }
    }.text
  }
}
