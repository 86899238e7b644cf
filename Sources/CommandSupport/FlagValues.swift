internal import ArgumentParser
package import Expressions
package import Marbles
package import Scenes
package import Terminal

/// Parsers for the values of flags; each error says what was expected.
package enum FlagValue {
  /// Parses a speed factor.
  package static func speedFactor(_ text: String) throws -> SpeedFactor {
    guard let factor = SpeedFactor(parsing: text) else {
      throw ValidationError("the speed factor is `\(text)`; expected \(SpeedFactor.expectation)")
    }
    return factor
  }

  /// Parses the order of what is due at one instant.
  package static func order(_ text: String) throws -> InstantOrder {
    guard let order = InstantOrder(text) else {
      let suggestion = Suggestion.clause(for: text, among: InstantOrder.names)
      throw ValidationError(
        "`\(text)` is not an order of one instant\(suggestion); expected \(InstantOrder.expectation)")
    }
    return order
  }

  /// Parses a duration greater than 0.
  package static func duration(_ text: String) throws -> SceneTime {
    let time = try self.time(text)
    guard time > .zero else { throw ValidationError("`\(text)`: the duration must be greater than 0") }
    return time
  }

  /// Parses a time of 0 or later.
  package static func time(_ text: String) throws -> SceneTime {
    do throws(DurationNotation.Problem) { return try DurationNotation.parse(text) } catch {
      throw ValidationError("`\(text)` \(error)")
    }
  }

  /// Parses `NAME=DURATION`.
  package static func rowRefresh(_ text: String) throws -> RowRefresh {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw ValidationError("`\(text)` is not NAME=DURATION, as in zip=200ms")
    }
    return RowRefresh(row: String(parts[0]), interval: try duration(String(parts[1])))
  }

  /// Parses `NAME=FORM`.
  package static func rowForm(_ text: String) throws -> RowShow {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw ValidationError("`\(text)` is not NAME=FORM, as in cpu=curve")
    }
    let word = String(parts[1])
    guard let form = Scene.Row.Form(rawValue: word) else {
      let names = Scene.Row.Form.allCases.map(\.rawValue)
      let hint = Suggestion.clause(for: word, among: names)
      throw ValidationError(
        "`\(word)` is not a way to show a row\(hint)\(hint.isEmpty ? ";" : "") "
          + "expected one of \(names.joined(separator: ", "))")
    }
    return RowShow(row: String(parts[0]), form: form)
  }

  /// Parses `NAME=EXPRESSION`.
  package static func rowExpression(_ text: String) throws -> RowExpression {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ValidationError("`\(text)` is not NAME=EXPRESSION, as in 'hits=$0.status'")
    }
    do throws(ExpressionError) {
      return RowExpression(row: String(parts[0]), expression: try ValueExpression(parsing: String(parts[1])))
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Parses the path to a member; its first dot may be left out, as in `order.id`.
  package static func member(_ text: String) throws -> MemberPath {
    do throws(MemberPath.Malformed) {
      return try MemberPath(parsing: [".", "$", "["].contains { text.hasPrefix($0) } ? text : ".\(text)")
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Parses `NAME=PATH`.
  package static func rowPath(_ text: String) throws -> RowPath {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ValidationError("`\(text)` is not NAME=PATH, as in hits=.price")
    }
    do throws(MemberPath.Malformed) {
      return RowPath(row: String(parts[0]), path: try MemberPath(parsing: String(parts[1])))
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Parses `NAME=FORMAT`.
  package static func rowLines(_ text: String) throws -> RowLines {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw ValidationError(
        "`\(text)` is not NAME=FORMAT, as in log=csv; a format is \(LineSettings.Form.expectation)")
    }
    do throws(LineSettings.Form.Malformed) {
      return RowLines(row: String(parts[0]), form: try LineSettings.Form(parsing: String(parts[1])))
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Parses `COLSxROWS`.
  package static func size(_ text: String) throws -> Size {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...1000).contains(columns),
      (1...1000).contains(rows)
    else { throw ValidationError("`\(text)` is not a size; expected COLSxROWS, each from 1 to 1000, as in 80x24") }
    return Size(columns: columns, rows: rows)
  }
}

/// The value of `--row-refresh NAME=DURATION`.
package struct RowRefresh: Hashable {
  package var row: String
  package var interval: SceneTime
}

/// The value of `--show NAME=FORM`.
package struct RowShow: Hashable {
  package var row: String
  package var form: Scene.Row.Form
}

/// The value of `--label NAME=EXPRESSION` and `--color-by NAME=EXPRESSION`.
package struct RowExpression: Hashable {
  package var row: String
  package var expression: ValueExpression
}

/// The value of `--value NAME=PATH`, `--time NAME=PATH` and `--id NAME=PATH`.
package struct RowPath: Hashable {
  package var row: String
  package var path: MemberPath
}

/// The value of `--lines NAME=FORMAT`.
package struct RowLines: Hashable {
  package var row: String
  package var form: LineSettings.Form
}
