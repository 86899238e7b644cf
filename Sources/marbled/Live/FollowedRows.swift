import CommandSupport
import Expressions
import Marbles
import Operators
import Scenes

/// Follows values from one live row to another: `--follow id`.
enum FollowedRows {
  /// How long a value is remembered, until it comes in the other row.
  static let memory = "60"

  /// Adds a row to a scene with two live rows that pairs their values by a member.
  ///
  /// - Throws: `CommandFailure` if the scene has another number of live rows.
  static func follow(_ member: MemberPath, in scene: inout Scene) throws {
    let live = scene.rows.filter { $0.live != nil }.map(\.name)
    guard live.count == 2 else {
      let found = live.isEmpty ? "none" : live.count == 1 ? "only `\(live[0])`" : "\(live.count)"
      throw CommandFailure(
        .usage,
        "--follow needs two live rows, and found \(found) in `\(scene.name)`; name two, as in `marbled play tap:orders tap:paid --follow id`"
      )
    }
    let text = "\(live[0]).innerJoin(\(live[1]), on: { $0\(path(of: member)) }, within: .seconds(\(memory)))"
    let names = ["way"] + (2...scene.rows.count + 2).map { "way\($0)" }
    var row: Scene.Row
    do throws(ExpressionError) {
      row = Scene.Row(
        name: names.first { scene.position(of: $0) == nil } ?? "way",
        content: .output(try Expression.parse(text, catalogue: .standard)))
      // What both values of a pair have in common.
      row.label = try ValueExpression(parsing: "$0.0\(path(of: member))")
    } catch {
      throw CommandFailure(.malformed, "--follow: \(error.description)")
    }
    scene.rows.append(row)
  }

  /// As expressions write it behind a value: `.order.id`, `.items[0]`, `["odd name"]`.
  private static func path(of member: MemberPath) -> String {
    member.steps.map { step in
      switch step {
      case .element(let index): "[\(index)]"
      case .member(let name)
      where name.first.map { $0.isLetter || $0 == "_" } == true
        && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }:
        ".\(name)"
      case .member(let name): "[\(Value.string(name).json)]"
      }
    }.joined()
  }
}
