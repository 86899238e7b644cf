import ArgumentParser
import CommandSupport
import Formats
import Inputs
import Marbles
import Operators
import SceneFiles
import Scenes

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List scenes, operators, keys, themes and other things that have a name.",
    discussion: """
      Without a subject, it lists the scenes. Words after the subject choose entries: those of an operator may be a name of \
      another library, or plain words.

        marbled list
        marbled list operators rate limit
        marbled list scenes --json
      """)

  /// The lists to choose from.
  enum Subject: String, CaseIterable {
    case scenes, operators, keys, themes, sources, functions, clocks, lints

    /// What a word means: also one without the `s` at its end.
    init?(word: String) {
      guard let subject = Subject(rawValue: word) ?? Subject(rawValue: word + "s") else { return nil }
      self = subject
    }
  }

  @Argument(
    help: ArgumentHelp(
      "What to list: \(Subject.allCases.map(\.rawValue).joined(separator: ", ")), and words to look for.",
      valueName: "subject"))
  var words: [String] = []

  @Flag(help: "Print a JSON object for each entry, one on each line.")
  var json = false

  @Flag(help: "List the scenes of a daemon.")
  var daemon = false

  @Option(help: ArgumentHelp("With --daemon: the folder of the daemon's sockets.", valueName: "dir"))
  var socket: String?

  @Option(help: ArgumentHelp("With --daemon: the name of the daemon.", valueName: "name"))
  var instance: String?

  @Option(help: ArgumentHelp("With --daemon: how long to wait for an answer (default: 5s).", valueName: "duration"))
  var timeout: String?

  @OptionGroup var library: SceneLibraryOptions
  @OptionGroup var colors: TextColorOption

  /// The subject, and the words to look for; nil without a subject.
  private var subject: Subject? { words.first.flatMap { Subject(word: $0) } }
  private var filter: [String] { subject == nil ? words : Array(words.dropFirst()) }

  func validate() throws {
    if daemon, (subject ?? .scenes) != .scenes || !filter.isEmpty {
      throw ValidationError("--daemon lists all scenes of a daemon; other things are the same in every daemon")
    }
    if daemon, json { throw ValidationError("--json can't be used with --daemon; `marbled status --format json` can") }
    if !daemon, socket != nil || instance != nil || timeout != nil {
      throw ValidationError("--socket, --instance and --timeout need --daemon")
    }
  }

  func run() throws {
    if daemon {
      let flags = [("--socket", socket), ("--instance", instance), ("--timeout", timeout)].flatMap { flag, value in
        value.map { [flag, $0] } ?? []
      }
      try NetworkProgram.become("scenes", flags)
    }
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported {
      let found = try subject.map { try lists(of: $0) } ?? self.found()
      if json { return StandardStreams.print(found.lists.map(\.jsonLines).joined()) }
      let text = found.clauses + (found.clauses.isEmpty || found.lists.isEmpty ? "" : "\n")
      StandardStreams.printText(text, highlights: .prose)
      for (place, list) in found.lists.enumerated() {
        StandardStreams.printText((place == 0 ? "" : "\n") + list.text, highlights: .list)
      }
      if words.isEmpty {
        let others = Subject.allCases.dropFirst().map(\.rawValue).joined(separator: ", ")
        StandardStreams.printText("\n`marbled list SUBJECT` lists \(others).\n", highlights: .prose)
      }
    }
  }

  /// The entries of a subject that have the words; never none.
  private func lists(of subject: Subject) throws -> (clauses: String, lists: [Listing]) {
    if subject == .operators, !filter.isEmpty { return try operators() }
    let all = list(of: subject)
    let found = all.matching(filter)
    guard found.isEmpty else { return ("", [found]) }
    if filter.isEmpty { return ("", []) }
    let advice = Suggestion.nearest(to: filter.joined(separator: " "), among: all.names)
    throw CommandFailure(
      .notFound,
      "no \(subject.rawValue.dropLast()) is found for `\(filter.joined(separator: " "))`; "
        + (advice.map { "did you mean `\($0)`?" } ?? "`marbled list \(subject.rawValue)` lists all of them"))
  }

  /// Everything that has the words, if they name no subject; the scenes without words.
  private func found() throws -> (clauses: String, lists: [Listing]) {
    if filter.isEmpty { return ("", [list(of: .scenes)]) }
    let others = Subject.allCases.filter { $0 != .operators }.map { list(of: $0).matching(filter) }
    let operators = try? operators()
    let lists = (operators?.lists ?? []) + others.filter { !$0.isEmpty }
    guard !lists.isEmpty || operators != nil else {
      let subjects = Subject.allCases.map(\.rawValue)
      let advice = Suggestion.nearest(to: filter.joined(separator: " "), among: subjects)
      throw CommandFailure(
        .notFound,
        "nothing is found for `\(filter.joined(separator: " "))`; "
          + (advice.map { "did you mean `marbled list \($0)`?" }
            ?? "expected a subject, one of \(subjects.joined(separator: ", ")), or other words"))
    }
    return (operators?.clauses ?? "", lists)
  }

  private static let sources = Listing(
    "sources",
    [Listing.Group("Sources of rows", InputSpec.forms.map { form in Listing.Entry(form.text, form.meaning) })])

  private func list(of subject: Subject) -> Listing {
    switch subject {
    case .scenes: .scenes(of: library.library)
    case .operators: .operators(.standard)
    case .keys: .keys
    case .themes: .themes
    case .sources: Self.sources
    case .functions: .functions
    case .clocks: .clocks
    case .lints: .lints
    }
  }

  private func operators() throws -> (clauses: String, lists: [Listing]) {
    let text = filter.joined(separator: " ")
    if let found = OperatorPage.list(.standard, matching: text) {
      return (found.clauses, found.operators.isEmpty ? [] : [found.operators])
    }
    let names = [Catalogue.standard.operators.map(\.name), NameIndex.standard.names.map(\.name)]
    let advice = Catalogue.standard.advice(for: text, among: names)
    throw CommandFailure(
      .notFound, "no operator is found for `\(text)`" + "; \(advice ?? "`marbled list operators` lists all of them")")
  }
}
