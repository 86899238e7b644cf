import ArgumentParser
import Drawing
import Expressions
import Foundation
import Marbles
import Operators
import SceneFiles
import Scenes
import Terminal

/// Questions that a picture of a scene should answer, made from its recording: what came, what was lost, where, why, and what
/// waited. A reader gets the picture and the questions; the answers are in another file.
struct PictureQuiz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quiz", abstract: "Write pictures of scenes, questions about them, and the answers.")

  @Argument(help: "Files of scenes, or names of shipped ones. (default: all shipped scenes that are not live)")
  var scenes: [String] = []

  @Option(help: "The size of the pictures, as in 80x24.") var size = "80x24"
  @Option(help: "Seed of the questions.") var seed: UInt64 = 1
  @Option(help: "The folder to write to.") var output = "quiz"

  /// The questions about one picture.
  private static let count = 5

  func run() throws {
    let numbers = size.split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2 else { throw ValidationError("--size: expected columns and rows, as in 80x24") }
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    let names = scenes.isEmpty ? SceneLibrary.shipped.names : scenes
    for name in names {
      let scene = try Self.scene(name)
      guard !scene.isLive, scene.kind == .timelines else { continue }
      let recording = try BoundedRun(scene, stages: .all).perform().get()
      var random = SplitMix64(seed: seed)
      let questions = QuizQuestions(scene, recording).picked(Self.count, &random)
      let shown = StageExpansion(of: scene, recording) { scene.rows[$0].showsStages }
      let drawing = SceneDrawing(scene: shown.scene, plan: shown.recording)
      let moment = FrameState(time: recording.duration, state: .finished)
      let frame = drawing.frame(shown.recording, at: moment, size: Size(columns: numbers[0], rows: numbers[1]))
      try write(frame.lines.joined(separator: "\n") + "\n", to: "\(scene.name).txt")
      try write(
        questions.enumerated().map { "\($0 + 1). \($1.question)\n" }.joined(), to: "\(scene.name).questions.txt")
      try write(questions.enumerated().map { "\($0 + 1). \($1.answer)\n" }.joined(), to: "\(scene.name).answers.txt")
    }
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(output)/\(name)", atomically: true, encoding: .utf8)
  }

  private static func scene(_ name: String) throws -> Scene {
    if let shipped = try SceneLibrary.shipped.file(named: name) { return shipped.scene }
    return try SceneFile(parsing: String(contentsOfFile: name, encoding: .utf8), path: name).scene
  }
}

/// Everything that can be asked about a recording.
struct QuizQuestions {
  struct Item: Hashable {
    /// Questions of different kinds are preferred.
    var kind: Int
    var question: String
    var answer: String
  }

  private let scene: Scene
  private let recording: Recording

  init(_ scene: Scene, _ recording: Recording) { (self.scene, self.recording) = (scene, recording) }

  /// `count` questions, of as many kinds as there are.
  func picked(_ count: Int, _ random: inout SplitMix64) -> [Item] {
    var rest = Dictionary(grouping: all, by: \.kind)
    var picked: [Item] = []
    while picked.count < count, !rest.isEmpty {
      for kind in rest.keys.sorted() where picked.count < count {
        guard var items = rest[kind], !items.isEmpty else {
          rest[kind] = nil
          continue
        }
        picked.append(items.remove(at: random.below(items.count)))
        rest[kind] = items
      }
    }
    return picked
  }

  private var all: [Item] { came + lost + made + waited + ended }

  private func seconds(_ time: SceneTime) -> String { "\(time.inMilliseconds) s" }

  private func name(_ key: EventKey) -> String {
    "\(recording.rows[key.row].name) \(recording[key]?.value.summary() ?? "")"
  }

  private var outputs: [(position: Int, row: Recording.Row)] {
    recording.rows.enumerated().filter { !$1.isInput }.map { ($0, $1) }
  }

  private var came: [Item] {
    outputs.flatMap { _, row in
      Dictionary(grouping: row.timeline.events, by: \.time).sorted { $0.key < $1.key }.map { time, events in
        Item(
          kind: 0, question: "What does row \(row.name) give at \(seconds(time))?",
          answer: events.map { $0.value.summary() }.joined(separator: ", "))
      }
    }
  }

  private var lost: [Item] {
    outputs.flatMap { position, row -> [Item] in
      let expression = scene.rows[position].expression
      return row.notes.compactMap { note in
        guard let reason = note.note.reason, ![.ended, .idle].contains(reason), let value = note.note.value else {
          return nil
        }
        let isChain = (expression?.stages.count ?? 0) > 1
        let place = isChain ? note.note.stage.flatMap { expression?.stageNames[$0] } : nil
        return Item(
          kind: 1,
          question: "Row \(row.name) loses a value at \(seconds(note.time)), or learns then that it is lost: which one"
            + (isChain ? ", in which operator, and why?" : ", and why?"),
          answer: "\(value.summary())\(place.map { ", in \($0)" } ?? ""): \(reason)")
      }
    }
  }

  private var made: [Item] {
    outputs.flatMap { _, row in
      row.timeline.events.compactMap { event -> Item? in
        let keys = event.from.newest(4).filter { $0.row < recording.rows.count }
        guard !keys.isEmpty, keys.count < 4 else { return nil }
        return Item(
          kind: 2,
          question:
            "Row \(row.name) gives \(event.value.summary()) at \(seconds(event.time)): from which values of which rows?",
          answer: keys.map(name).joined(separator: ", "))
      }
    }
  }

  private var waited: [Item] {
    outputs.flatMap { _, row in
      row.timeline.events.compactMap { event -> Item? in
        let times = event.from.newest(8).compactMap { recording[$0]?.time }
        guard let oldest = times.min(), oldest < event.time else { return nil }
        return Item(
          kind: 3,
          question: "Row \(row.name) gives \(event.value.summary()) at \(seconds(event.time)): "
            + "how old is the oldest value that it is made of?",
          answer: "\(seconds(event.time - oldest)), within a tenth of the width between two ticks")
      }
    }
  }

  private var ended: [Item] {
    outputs.map { _, row in
      let answer =
        switch row.timeline.end {
        case .finish(let time): "it finishes at \(seconds(time))"
        case .error(let time, let message): "it fails at \(seconds(time)): \(message)"
        case .open: row.cancelled.map { "its reader leaves it at \(seconds($0))" } ?? "it goes on"
        }
      return Item(kind: 4, question: "How and when does row \(row.name) end?", answer: answer)
    }
  }
}
