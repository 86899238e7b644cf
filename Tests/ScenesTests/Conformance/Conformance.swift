import Marbles
import Operators
import Scenes

/// How our run of a block compares with what upstream expects of it.
///
/// It conforms when what we find wrong is what upstream expects to be found wrong, which is nothing for most:
/// - our recording, compared with the expected diagram instant by instant, differs at the same ticks and there in the
///   same things;
/// - or a diagram can't be read, and the error's column is at the character that breaks the same rule.
enum Conformance: Equatable {
  case conforms
  /// It has no counterpart here.
  case untranslatable(String)
  /// What was found and not expected, and what was expected and not found.
  case differs(found: [String], missed: [String])

  init(of block: ValidateBlock, order: InstantOrder = .inTurn) {
    let found: Set<String>
    do {
      var scene = try block.scene(catalogue: .conformance)
      scene.order = order
      let recording = try scene.recorded(catalogue: .conformance)
      found = UpstreamDifference.between(
        expected: scene.rows.last!.expectation!.diagram.timeline, recorded: recording.rows.last!.timeline,
        step: scene.step)
    } catch let error as Untranslatable {
      self = .untranslatable(error.description)
      return
    } catch let error as DiagramError {
      found = [UpstreamDifference.inWords(error)]
    } catch {
      found = [String(describing: error)]
    }
    let expected = block.expectedFailures
    self =
      found == expected
      ? .conforms
      : .differs(found: found.subtracting(expected).sorted(), missed: expected.subtracting(found).sorted())
  }
}

extension Conformance: CustomStringConvertible {
  var description: String {
    switch self {
    case .conforms: "conforms"
    case .untranslatable(let reason): "can't be said here: \(reason)"
    case .differs(let found, let missed): "found \(found), and not \(missed)"
    }
  }
}
