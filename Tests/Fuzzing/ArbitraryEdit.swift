internal import Expressions
public import Marbles
internal import Operators
public import Scenes

/// Random edits of a scene: those that keys, the mouse and commands make. Most fit the scene.
public enum ArbitraryEdit {
  /// A random edit.
  public static func edit(of scene: Scene, _ random: inout SplitMix64) -> SceneEdit {
    let row = random.below(scene.rows.count + (random.below(20) == 0 ? 1 : 0))
    let count = scene.rows.indices.contains(row) ? scene.rows[row].timeline?.events.count ?? 0 : 0
    let key = EventKey(row: row, index: random.below(max(1, count)))
    let time = time(in: scene, &random)
    switch random.below(24) {
    case 0...3: return .moveEvent(key, to: time)
    case 4, 5: return .insertEvent(value(&random), row: row, at: time)
    case 6, 7: return .removeEvent(key)
    case 8, 9: return .setValue(key, value(&random))
    case 10: return .setColor(key, random.pick(MarbleColor.allCases))
    case 11:
      let message = random.pick(Arbitrary.strings.filter { $0.unicodeScalars.first != "\u{FEFF}" })
      return .setEnd(row: row, random.pick([.finish(time), .error(time, message: message), .open]))
    case 12:
      guard scene.rows.indices.contains(row), let text = scene.diagram(ofRow: row), let input = scene.rows[row].input
      else { return .removeRow(row) }
      // A diagram with another beginning, as if typed.
      let edited = random.pick(["1", "-", "'long'"]) + text
      return .setInput(row: row, (try? scene.input(ofRow: row, from: edited)) ?? input)
    case 13, 14: return .setExpression(row: row, expression(in: scene, &random))
    case 15: return .setRowColor(row: row, random.below(3) == 0 ? nil : random.pick(MarbleColor.allCases))
    case 16: return .setRowRefreshInterval(row: row, random.below(3) == 0 ? nil : .milliseconds(1 + random.below(900)))
    case 17 where random.below(4) == 0: return .setShowsStages(row: row, random.below(2) == 0)
    case 17: return .insertRow(newRow(in: scene, &random), at: random.below(scene.rows.count + 1))
    case 18: return .removeRow(row)
    case 19:
      return .renameRow(row, to: random.pick(["a", "b", "merge", "x1", "größe", "no name", "", "_", "true", "in"]))
    case 20: return .moveRow(row, to: random.below(scene.rows.count))
    case 21: return .setStep(.milliseconds(Int64(random.pick([0, 1, 250, 500, 1000, 3000]))))
    case 22: return .setDuration(random.below(2) == 0 ? nil : time)
    default:
      return random.pick([
        .setSpeedFactor(SpeedFactor(random.pick([0.5, 1, 2, 100])) ?? .normal),
        .setRefreshInterval(.milliseconds(1 + random.below(500))),
        .setTitle(random.pick(["", "a title", "'q' = 1: #", "größe"])),
        .setAbout(random.pick(["", "It waits.", "- a: b"])),
        .setNotes(random.pick(["", "none", "It waits.", "'q' = 1: #"])),
        .setRowNotes(row: row, random.pick(["", "none", "It waits.", "'q' = 1: #"])),
        .setStart(row: row, random.pick([.hot, .cold, .unbuffered])),
        .setOrder(random.pick([.inTurn, .together, .shuffled(seed: 7)])),
        .setLabel(row: row, random.pick([nil, try? ValueExpression(parsing: "\"it's \\($0)\"")])),
      ])
    }
  }

  /// A value that can be typed, and that a file can hold. A tuple can't be typed. Yams drops a byte order mark at the
  /// beginning of a text, so saving one is an error.
  private static func value(_ random: inout SplitMix64) -> Value {
    let value = Value(typed: Arbitrary.value(&random).typed)
    return value.json.unicodeScalars.contains("\u{FEFF}") ? .null : value
  }

  private static func time(in scene: Scene, _ random: inout SplitMix64) -> SceneTime {
    switch random.below(8) {
    case 0: .nanoseconds(Int64(truncatingIfNeeded: random.next()))
    case 1: .nanoseconds(Int64(random.below(20_000_000)) * 1000)
    // A step of centuries may be multiplied beyond all times, and is any time then.
    default: .nanoseconds(scene.step.nanoseconds / 2 &* Int64(random.below(40)))
    }
  }

  private static func expression(in scene: Scene, _ random: inout SplitMix64) -> Expression {
    let names = scene.rows.map(\.name)
    let (first, second) = (random.pick(names), random.pick(names))
    let text = random.pick([
      "\(first).map { $0 }", "merge(\(first), \(second))", "\(first).debounce(for: .seconds(1))",
      "zip(\(first),\(second))",
      " \(first) . filter { $0 != 2 } ", "\(first).flatMap { _ in \(second) }", "a.map { a in a }", "b", "[1, 2].async",
    ])
    do { return try Expression.parse(text) } catch { preconditionFailure("\(error)") }
  }

  private static func newRow(in scene: Scene, _ random: inout SplitMix64) -> Scene.Row {
    let name = random.pick(["a", "b", "new", "new2", "1x"])
    guard random.below(2) == 0 else {
      return Scene.Row(name: name, content: .output(expression(in: scene, &random)))
    }
    let text = random.pick(["1-2|", "", "-'long'-^", "a@0.3 |@2", "[12]-3"])
    return (try? scene.newInput(name, from: text))
      ?? Scene.Row(name: name, content: .input(Timeline(end: .finish(.zero))))
  }
}
