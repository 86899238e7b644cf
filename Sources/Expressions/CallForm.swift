internal import Operators

/// A way to call an operator, a method of a clock, or `.repeating`: its signature and its parameters.
struct CallForm {
  var signature: String
  var parameters: [Parameter]

  /// More arguments than any operator takes; calls with more are not looked at.
  private static let maximumArguments = 100

  /// The parameters that the next argument may be for; nil when the arguments before it don't fit this form.
  ///
  /// As in ``Planner``, a clock may stand at any position.
  func parameters(after given: [ExpressionContext.Argument]) -> [Parameter]? {
    guard given.count <= Self.maximumArguments else { return nil }
    var rest = parameters.filter { !$0.isClock }[...]
    var streams = 0
    for argument in given where argument.label != "clock" && argument.label != "tolerance" {
      while true {
        guard let parameter = rest.first else { return nil }
        if case .streams(let count) = parameter.kind {
          if argument.fits(parameter), streams < count.upperBound {
            streams += 1
            break
          }
          guard count.contains(streams) else { return nil }
          streams = 0
        } else if argument.fits(parameter) {
          rest = rest.dropFirst()
          break
        } else if !parameter.isOptional {
          return nil
        }
        rest = rest.dropFirst()
      }
    }
    var next: [Parameter] = []
    for parameter in rest {
      if case .streams(let count) = parameter.kind {
        if streams < count.upperBound { next.append(parameter) }
        if streams < count.lowerBound { break }
      } else {
        next.append(parameter)
        if !parameter.isOptional { break }
      }
    }
    if !given.contains(where: { $0.label == "clock" }) { next += parameters.filter(\.isClock) }
    return next
  }

  /// The text of a parameter in the signature, without its label and its default: `Duration` of `for: Duration`.
  func typeText(of parameter: Parameter) -> String? {
    guard let label = parameter.label, let part = parts.first(where: { $0.label == label }) else { return nil }
    var type = ""
    var depth = 0
    for character in part.text.dropFirst(label.count + 1).drop(while: { $0 == " " }) {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == "=", depth == 0, type.hasSuffix(" ") { return String(type.dropLast()) }
      type.append(character)
    }
    return type
  }

  /// The place of a parameter in the signature, in characters.
  ///
  /// - Parameter position: the number of arguments without labels before it.
  func range(of parameter: Parameter, position: Int) -> Range<Int>? {
    if let label = parameter.label { return parts.first { $0.label == label }?.range }
    let unlabelled = parts.filter { $0.label == nil }
    return unlabelled.isEmpty ? nil : unlabelled[min(position, unlabelled.count - 1)].range
  }

  private struct Part {
    var text: String
    var range: Range<Int>

    /// `for` of `for: Duration`; nil for `_ base1` and `…`.
    var label: String? {
      let name = text.prefix { $0.isNamePart }
      return !name.isEmpty && text[name.endIndex...].first == ":" ? String(name) : nil
    }
  }

  /// The parameters in the signature, without the blanks between them.
  private var parts: [Part] {
    let characters = Array(signature)
    guard let open = characters.firstIndex(of: "(") else { return [] }
    var parts: [Part] = []
    var (start, depth) = (open + 1, 0)
    for place in open..<characters.count {
      switch characters[place] {
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      let isEnd = depth == 0
      guard isEnd || (depth == 1 && characters[place] == ",") else { continue }
      while start < place, characters[start] == " " { start += 1 }
      if start < place { parts.append(Part(text: String(characters[start..<place]), range: start..<place)) }
      if isEnd { break }
      start = place + 1
    }
    return parts
  }
}

extension ExpressionContext.Argument {
  /// Whether the argument may be meant for `parameter`, by its label and its first token.
  func fits(_ parameter: Parameter) -> Bool {
    guard label == parameter.label else { return false }
    return switch parameter.kind {
    case .closure, .inner, .grouping: shape == .closure || shape == .symbol
    case .duration, .policy, .repeating, .choice: shape == .implicitMember
    case .count: shape == .integer
    case .flag, .nothing: shape == .literal
    case .clock: true
    case .stream, .streams: shape == .other
    case .value: shape == .integer || shape == .literal || shape == .other
    }
  }
}
