internal import Expressions
internal import Formats
internal import Marbles
public import Operators
public import SceneFiles
internal import Scenes
internal import Wire

/// What a page offers: scenes and operators, in groups, and completion.
public struct PlaygroundLibrary: Sendable {
  /// A scene on offer.
  struct Item: Sendable {
    let file: SceneFile
    let group: Group
  }

  /// Scenes that belong together.
  enum Group: Hashable, Sendable {
    case given
    case lesson(LessonFolder)
    case shipped(SceneGroup)

    /// Whether a page was made with these scenes.
    var isGiven: Bool { if case .shipped = self { false } else { true } }
    /// Whether a visitor goes through them, one after the other.
    var isInOrder: Bool { isGiven || self == .shipped(.lessons) }
  }

  let items: [Item]
  let catalogue: Catalogue
  private let lessonTitles: [LessonFolder: String]

  /// The title of given scenes that are no lesson.
  private static let given = "Scenes of this site"

  /// Creates a library of the shipped scenes.
  ///
  /// Scenes with live rows are left out, as no page runs them.
  ///
  /// - Parameters:
  ///   - files: scenes to offer before the shipped ones; of the same name, they replace a shipped one. If two of them have
  ///     the same name, that of the later one begins with the name of its folder.
  ///   - catalogue: the operators.
  ///   - groups: the groups of shipped scenes to offer.
  public init(
    files: [SceneFile] = [], catalogue: Catalogue = .standard, groups: [SceneGroup] = SceneGroup.allCases
  ) {
    let shipped = groups.flatMap { group in
      group.names.compactMap { name in
        ((try? SceneLibrary.shipped.file(named: name)) ?? nil).map { Item(file: $0, group: .shipped(group)) }
      }
    }
    let names = Set(files.map(\.scene.name))
    let given = Self.named(files, besides: Set(shipped.map(\.file.scene.name)))
    items =
      (given.map { Item(file: $0, group: $0.lesson.map(Group.lesson) ?? .given) }
      + shipped.filter { !names.contains($0.file.scene.name) })
      .filter { item in item.file.scene.rows.allSatisfy { $0.live == nil } }
    lessonTitles = LessonFolder.titles(
      of: files.compactMap(\.lesson), besides: Set([Self.given] + SceneGroup.allCases.map(\.rawValue)))
    self.catalogue = catalogue
  }

  /// Scenes with names that differ, as each has a page at its name. A name that is changed becomes none of those that are
  /// taken.
  private static func named(_ files: [SceneFile], besides taken: Set<String>) -> [SceneFile] {
    var taken = taken.union(files.map(\.scene.name))
    var seen: Set<String> = []
    return files.map { file in
      let name = file.scene.name
      guard !seen.insert(name).inserted else { return file }
      let folder = file.path.split(separator: "/").dropLast().last ?? ""
      let words = folder.split { !$0.isLetter && !$0.isNumber } + [Substring(name)]
      let base = words.joined(separator: "-")
      var (file, number) = (file, 1)
      file.scene.name = base
      while !taken.insert(file.scene.name).inserted {
        number += 1
        file.scene.name = "\(base)-\(number)"
      }
      return file
    }
  }

  /// The title of a group; no other one has the same.
  func title(of group: Group) -> String {
    switch group {
    case .given: Self.given
    case .lesson(let folder): lessonTitles[folder] ?? ""
    case .shipped(let group): group.rawValue
    }
  }

  /// The first scene that a page was made with; nil for none.
  public var first: String? { items.first(where: \.group.isGiven)?.file.scene.name }

  /// What the front page shows: the first given scene, or an operator that can be understood by touching it.
  public var front: (kind: LibraryEntry.Kind, name: String) { first.map { (.scenes, $0) } ?? (.operators, "debounce") }

  /// The title of a scene and the sentence about it; nil when there is none of this name.
  public func scene(named name: String) -> (title: String, about: String)? {
    item(named: name).map { ($0.file.scene.title, $0.file.scene.about) }
  }

  /// The sentence about an operator; nil when there is none of this name.
  public func summary(ofOperator name: String) -> String? { catalogue[name]?.summary }

  func item(named name: String) -> Item? { items.first { $0.file.scene.name == name } }

  // MARK: JSON

  /// All scenes and operators in their groups.
  public var json: String {
    JSONObject { object in
      object.add("first", first)
      object.add("scenes", objects: groups.filter { $0.kind == .scenes }) { object, group in
        object.add("group", group.title)
        object.add("inOrder", group.isInOrder)
        object.add("isGiven", group.isGiven)
        object.add("members", objects: group.members) {
          $0.add("name", $1.name)
          $0.add("title", $1.title)
          $0.add("about", $1.about)
        }
      }
      object.add("operators", objects: groups.filter { $0.kind == .operators }) { object, group in
        object.add("group", group.title)
        object.add("members", objects: group.members.compactMap { catalogue[$0.name] }) {
          $0.add("name", $1.name)
          $0.add("about", $1.summary)
          $0.add("sample", $1.sample.expression)
          $0.add("rx", $1.rxName)
          $0.add("combine", $1.combineName)
          $0.add("names", $1.namesElsewhere)
        }
      }
      // What other libraries have, and marbled has not.
      object.add("elsewhere", objects: Self.lacking) {
        $0.add("name", $1.name)
        $0.add("answer", $1.answer)
      }
    }.text
  }

  /// The names of other libraries without an operator here, each with its answer.
  private static let lacking: [(name: String, answer: String)] = {
    let index = NameIndex.standard
    var seen: Set<String> = []
    return index.names.filter { known in
      index[known.name].allSatisfy { $0.operatorName == nil } && seen.insert(known.name.lowercased()).inserted
    }.map { known in (known.name, (index.clause(for: known.name) ?? known.clause) + ".") }
  }()

  /// The text of the scene that a page of this kind, `operators` or `scenes`, begins with; nil when there is none of this
  /// name.
  func text(kind: String, name: String) -> String? {
    guard kind == "operators" else { return item(named: name)?.file.text }
    return catalogue[name].map { Scene(sample: $0, catalogue: catalogue).yaml }
  }

  /// Whether a scene begins with hidden outputs.
  func predicts(kind: String, name: String) -> Bool {
    kind == "scenes" && item(named: name)?.file.scene.exercise?.isPrediction == true
  }

  /// A scene with its text; nil when there is none of this name.
  public func json(ofScene name: String) -> String? {
    item(named: name).map { item in
      JSONObject { object in
        object.add("name", item.file.scene.name)
        object.add("title", item.file.scene.title)
        object.add("about", item.file.scene.about)
        object.add("group", title(of: item.group))
        object.add("yaml", item.file.text)
      }.text
    }
  }

  /// The page of an operator; nil when there is none of this name.
  public func json(ofOperator name: String) -> String? {
    catalogue[name].map { called in
      let scene = Scene(sample: called, catalogue: catalogue)
      let guide = OperatorGuide(called, in: self)
      return JSONObject { object in
        object.add("name", called.name)
        object.add("category", called.category.rawValue)
        object.add("origin", guide.origin)
        object.add("signatures", guide.signatures)
        object.add("summary", called.summary)
        object.add("guidance", guide.guidance)
        object.add("related", guide.related)
        object.add("rx", guide.rx)
        object.add("combine", guide.combine)
        object.add("yaml", scene.yaml)
        object.add("comparisons", objects: guide.comparisons) {
          $0.add("name", $1.name)
          $0.add("about", $1.other.summary)
          $0.add("edits", $1.edits)
          $0.add("differences", $1.differences)
        }
        object.add("beside", objects: guide.beside) {
          $0.add("rows", $1.rows)
          $0.add("text", $1.text)
        }
        object.add("scenes", objects: guide.scenes) {
          $0.add("name", $1.name)
          $0.add("title", $1.title)
        }
      }.text
    }
  }

  /// An operator to compare with another one, and the edits that add it to the sample of the other one.
  struct Comparison: Sendable {
    var other: Operator
    var name: String { other.name }
    var edits: [String]
    /// What the two do differently in that sample: sentences with code between backticks.
    var differences: [String]
  }

  /// The operators that the guidance of an operator names, and those whose guidance names it, over the same inputs.
  func comparisons(of called: Operator, with scene: Scene) -> [Comparison] {
    let named = called.relatedNames.compactMap { catalogue[$0] }
    let naming = catalogue.operators.filter { $0.relatedNames.contains(called.name) }
    var known: Set<String> = [called.name]
    return (named + naming).filter { known.insert($0.name).inserted }.compactMap { other in
      var timed = other
      timed.sample.expression = other.sample.expression(withTimesOf: called.sample)
      timed.sample.reader = nil
      let sample = Scene(sample: timed, catalogue: catalogue)
      let edits = sample.rows.indices.compactMap { position -> String? in
        let row = sample.rows[position]
        // Inputs of the same name are shared.
        if row.expression == nil, scene.position(of: row.name) != nil { return nil }
        return "add \(row.name) = \(sample.text(ofRow: position))"
      }
      // Some samples are not written in the notation of edits.
      guard let both = try? edits.reduce(scene, { try $0.applying(try EditCommand.parse($1, in: $0)) }),
        let recording = try? BoundedRun(both, catalogue: catalogue).perform().get()
      else { return nil }
      return Comparison(
        other: other, edits: edits,
        differences: OperatorDifferences.sentences(of: [called.name, other.name], in: both, recording))
    }
  }

  /// The scenes with an expression that calls an operator.
  func scenes(using called: Operator) -> [Scene] {
    items.map(\.file.scene).filter { $0.calls(called) }
  }

  /// What can be written at a place of an unfinished expression.
  ///
  /// - Parameters:
  ///   - text: the expression.
  ///   - cursor: the number of characters before the cursor.
  ///   - rows: the names of the rows that it may use.
  public func completion(of text: String, at cursor: Int, rows: [String]) -> String {
    let completion = ExpressionCompletion(of: text, at: cursor, rows: rows, catalogue: catalogue)
    return JSONObject { object in
      object.add("start", completion.replaced.lowerBound)
      object.add("end", completion.replaced.upperBound)
      object.add("candidates", objects: completion.candidates) {
        $0.add("text", $1.text)
        $0.add("cursor", $1.cursor)
        $0.add("title", $1.title)
        $0.add("detail", $1.detail)
      }
      if let call = completion.call {
        object.add("call") {
          $0.add("signature", call.signature)
          $0.add("start", call.parameter?.lowerBound)
          $0.add("end", call.parameter?.upperBound)
        }
      }
    }.text
  }
}
