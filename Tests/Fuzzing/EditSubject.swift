public import Marbles
internal import SceneFiles
internal import SceneUpdating
internal import Scenes

/// Random sequences of edits, undo and redo of the shipped scenes, saved to their files.
///
/// A text names a scene and the seed of its edits.
public struct EditSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "edits"
  /// A sequence plays a scene up to 25 times.
  public let limit = Duration.seconds(5)

  private static let shipped: [String: SceneFile] = {
    let files = SceneLibrary.shipped.names.compactMap { try? SceneLibrary.shipped.file(named: $0) }
    let editable = files.filter { !$0.scene.isLive && !$0.scene.rows.isEmpty }
    return Dictionary(uniqueKeysWithValues: editable.map { ($0.scene.name, $0) })
  }()
  private static let names = shipped.keys.sorted()

  /// The maximum number of edits of a sequence.
  private static let longest = 12
  /// Every tenth sequence is saved, because saving takes longer than the edits.
  private static let savedOnes: UInt64 = 10

  /// Creates the subject.
  public init() {}

  /// The name of a scene, and a seed.
  public func text(_ random: inout SplitMix64) -> String { "\(random.pick(Self.names)) \(random.next())" }

  /// The scene must stay valid; undoing everything must give the first scene; the commands of an edit must make it
  /// again; and the file must have the scene and all its comments after saving.
  public func verdict(on text: String) -> FuzzVerdict {
    let words = text.split(separator: " ")
    guard words.count == 2, let file = Self.shipped[String(words[0])], let seed = UInt64(words[1]) else {
      return .rejected
    }
    var random = SplitMix64(seed: seed)
    var history = EditHistory(file.scene)
    var isRefused = false
    for _ in 0..<1 + random.below(Self.longest) {
      switch random.below(8) {
      case 0: history.undo()
      case 1: history.redo()
      case 2: try? history.preview(ArbitraryEdit.edit(of: history.scene, &random))
      default:
        history.keep()
        let (edit, before) = (ArbitraryEdit.edit(of: history.scene, &random), history.scene)
        guard (try? history.apply(edit)) == true else {
          if history.scene != before { return .failed("a refused edit changed the scene: \(edit)") }
          isRefused = true
          continue
        }
        isRefused = false
        if let problem = Self.problem(of: edit, in: before, giving: history.scene) { return .failed(problem) }
      }
    }
    history.keep()
    let (edited, count) = (history.scene, history.edits.count)
    if seed % Self.savedOnes == 0, let problem = Self.problem(ofSaving: edited, in: file) { return .failed(problem) }
    while history.canUndo { history.undo() }
    if history.scene != file.scene { return .failed("undoing everything gives another scene") }
    while history.edits.count < count { history.redo() }
    if history.scene != edited { return .failed("redoing everything gives another scene") }
    return isRefused ? .rejected : .accepted
  }

  private static func problem(of edit: SceneEdit, in scene: Scene, giving edited: Scene) -> String? {
    do { try edited.check() } catch { return "an edit made a scene that can't be played: \(edit): \(error)" }
    if (try? edited.applying(edit.inverse(in: scene))) != scene { return "the inverse gives another scene: \(edit)" }
    guard let commands = edit.commands(in: scene) else { return nil }
    var again = scene
    for command in commands {
      do { again = try again.applying(EditCommand.parse(command, in: again)) } catch {
        return "the command `\(command)` is refused: \(error)"
      }
    }
    return again == edited ? nil : "the commands \(commands) make another scene than \(edit)"
  }

  private static func problem(ofSaving scene: Scene, in file: SceneFile) -> String? {
    do throws(SceneFileError) {
      let saved = try file.updated(to: scene)
      if saved.scene != scene { return "saved, it is another scene:\n\(saved.text)" }
      let lost = comments(in: file.text).subtracting(comments(in: saved.text))
      return lost.isEmpty ? nil : "saving lost the comments \(lost):\n\(saved.text)"
    } catch {
      return "it can't be saved: \(error)\n\(scene.yaml)"
    }
  }

  /// The lines that are comments; the shipped scenes have no other ones that begin like them.
  private static func comments(in text: String) -> Set<Substring> {
    Set(text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("#") })
  }
}
