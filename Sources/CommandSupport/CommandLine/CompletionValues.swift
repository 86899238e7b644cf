internal import Foundation
internal import Inputs
internal import Operators
internal import Platform
internal import SceneFiles
internal import Scenes

/// Finds the values that an argument may have.
struct CompletionValues {
  /// What is typed already: it may name folders of scenes, scenes and rows.
  var typed: TypedArguments

  /// The values that begin with `current`.
  func candidates(of source: CompletionSource, _ current: String) -> [CompletionCandidate] {
    switch source {
    case .choices(let choices): choices.filter { $0.text.hasPrefix(current) }
    case .files(let extensions): CompletedFiles.candidates(for: current, extensions)
    case .folders: CompletedFiles.candidates(for: current, onlyFolders: true)
    case .scenes: named(scenes(beginningWith: current), current)
    case .operators: named(Catalogue.standard.operators.map { ($0.name, $0.summary) }, current)
    case .subjects: named(subjects, current)
    case .lessons: named(lessons, current)
    case .rows: named(rows.map { ($0, "") }, current)
    case .row(let value): pair(value, current)
    case .input: inputs(current)
    case .control(let verbs): control(verbs, current)
    case .either(let sources): unique(sources.flatMap { candidates(of: $0, current) })
    case .none: []
    }
  }

  private func named(_ names: [(String, String)], _ current: String) -> [CompletionCandidate] {
    names.filter { $0.0.hasPrefix(current) }.map { CompletionCandidate($0.0, $0.1) }
  }

  private func unique(_ candidates: [CompletionCandidate]) -> [CompletionCandidate] {
    var seen: Set<String> = []
    return candidates.filter { seen.insert($0.text).inserted }
  }

  // MARK: Names

  private var library: SceneLibrary { .ofUser(with: typed.values["--scenes"] ?? []) }

  /// The scenes with their titles. To read all of them takes longer than a key press may, so only those that fit are read.
  private func scenes(beginningWith current: String) -> [(String, String)] {
    let library = library
    let names = library.names.filter { $0.hasPrefix(current) }
    let isShort = names.count <= Self.describedScenes
    return names.map { ($0, isShort ? (try? library.file(named: $0))??.scene.title ?? "" : "") }
  }

  /// If more scenes fit, none is read for its title.
  private static let describedScenes = 20

  private var subjects: [(String, String)] {
    let operators = Catalogue.standard.operators.map { ($0.name, $0.summary) }
    let concepts = Concept.all.map { ($0.name, $0.summary) }
    let elsewhere = NameIndex.standard.names.map { ($0.name, "") }
    return unique(
      (operators + concepts + [("notation", "How diagrams are written.")] + elsewhere)
        .map { CompletionCandidate($0.0, $0.1) }
    ).map { ($0.text, $0.description) }
  }

  private var lessons: [(String, String)] {
    SceneGroup.lessons.names.enumerated().flatMap { place, name -> [(String, String)] in
      let title = (try? SceneLibrary.shipped.file(named: name))??.scene.title ?? ""
      return [(String(place + 1), title), (name, title)]
    }
  }

  /// The rows of `-i`, and of the scenes that are named.
  private var rows: [String] {
    let given = ["-i", "--input", "--inputs"].flatMap { typed.values[$0] ?? [] }.map { String($0.prefix { $0 != "=" }) }
    let library = library
    let targets = typed.positionals.isEmpty && given.isEmpty ? ["sample"] : typed.positionals
    let named = targets.prefix(Self.readScenes).flatMap { target -> [String] in
      guard Self.mayBeRead(target) else { return [] }
      let request = SceneRequest(targets: [target], library: library)
      return ((try? request.scenes()) ?? []).flatMap { $0.rows.map(\.name) }
    }
    var seen: Set<String> = []
    return (given + named).filter { seen.insert($0).inserted }
  }

  private static let readScenes = 4

  /// Whether a target is a name or a file. Standard input is the terminal of the shell, and a FIFO would wait.
  private static func mayBeRead(_ target: String) -> Bool {
    if target == "-" { return false }
    let path = target.hasPrefix("~/") ? NSHomeDirectory() + target.dropFirst() : target
    guard let status = FileStatus(path: path) else { return true }
    return status.kind == .regular
  }

  private func control(_ verbs: [(usage: String, help: String)], _ current: String) -> [CompletionCandidate] {
    guard let verb = typed.positionals.first else {
      return unique(named(verbs.map { (String($0.usage.prefix { $0 != " " }), $0.help) }, current))
    }
    guard typed.positionals.count == 1 else { return [] }
    return switch verb {
    case "scene": candidates(of: .scenes, current)
    case "speed": named([("scene", "return to the speed of each scene")], current)
    default: []
    }
  }

  // MARK: NAME=VALUE

  private func pair(_ value: CompletionSource, _ current: String) -> [CompletionCandidate] {
    guard let equals = current.firstIndex(of: "=") else {
      return rows.filter { $0.hasPrefix(current) }.map { CompletionCandidate($0 + "=", isOpen: true) }
    }
    let prefix = String(current[...equals])
    return candidates(of: value, String(current.dropFirst(prefix.count))).map { $0.after(prefix) }
  }

  private static let specifications = InputSpec.forms.dropFirst().map { form in
    let start = String(form.text.prefix { !$0.isUppercase })
    return CompletionCandidate(start, form.meaning, isOpen: start != form.text)
  }

  private func inputs(_ current: String) -> [CompletionCandidate] {
    for prefix in ["@", "tail:"] where current.hasPrefix(prefix) {
      return CompletedFiles.candidates(for: String(current.dropFirst(prefix.count))).map { $0.after(prefix) }
    }
    return Self.specifications.filter { $0.text.hasPrefix(current) }
  }
}
