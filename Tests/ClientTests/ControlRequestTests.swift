import Marbles
import Testing
import Wire

@testable import Client

@Suite struct ControlRequestTests {
  private func words(_ text: String) -> String {
    do { return try ControlRequest(words: text.split(separator: " ").map(String.init)).json } catch {
      return "\(error)"
    }
  }

  private func json(_ text: String) throws -> String {
    let value = try Value(json: text)
    do throws(ControlRequest.Invalid) {
      let request = try ControlRequest(value)
      return request.json
    } catch {
      return error.description
    }
  }

  @Test(
    "what is typed is sent",
    arguments: [
      ("speed 4", #"{"speedFactor":4}"#), ("speed 0.5", #"{"speedFactor":0.5}"#),
      ("speed scene", #"{"speedFactor":"scene"}"#), ("pause", #"{"paused":true}"#), ("resume", #"{"paused":false}"#),
      ("step", #"{"step":1}"#), ("step 3", #"{"step":3}"#), ("seek 2.5", #"{"seek":2.5}"#),
      ("seek 500ms", #"{"seek":0.5}"#), ("scene zip", #"{"scene":"zip"}"#), ("scene next", #"{"scene":"next"}"#),
      ("next", #"{"scene":"next"}"#), ("previous", #"{"scene":"previous"}"#),
      ("message Back in 5 minutes", #"{"message":"Back in 5 minutes"}"#), ("message", #"{"message":""}"#),
      ("edit set zip = a.zip(b)", #"{"edit":"set zip = a.zip(b)"}"#), ("undo", #"{"undo":true}"#),
      ("redo", #"{"redo":true}"#), ("reload", #"{"reload":true}"#), ("quit", #"{"quit":true}"#),
    ])
  func verbs(line: String, sent: String) throws {
    #expect(words(line) == sent)
    #expect(try json(sent) == sent)
  }

  @Test(
    "what can't be done is said",
    arguments: [
      ("speed -1", "`speed -1` is invalid; expected a number from 0.000001 to 1000000, such as 2 or 0.5, or `scene`"),
      ("speed nan", "`speed nan` is invalid; expected a number from 0.000001 to 1000000, such as 2 or 0.5, or `scene`"),
      ("step 0", "`step 0` is invalid; expected a whole number from 1 to 1000"),
      ("seek soon", "`seek soon` is invalid; expected seconds, or a number with a unit: 2.5, 500ms, 2m"),
      ("seek 9000000000", "`seek 9000000000` is longer than 100 years"),
    ])
  func badWords(line: String, message: String) { #expect(words(line) == message) }

  @Test("a verb that there is not is compared with those that there are")
  func unknownVerb() { #expect(words("paus").hasPrefix("unknown command `paus`; did you mean `pause`?")) }

  @Test(
    "a request that makes no sense is explained",
    arguments: [
      ("[]", #"a list; expected an object such as {"speedFactor":2}"#),
      (
        "{}",
        "an empty object; expected one or more of speedFactor, paused, scene, seek, step, message, edit, undo, redo, "
          + "in, editor, reload, quit"
      ),
      (#"{"speedfactor":2}"#, "unknown key `speedfactor`; did you mean `speedFactor`?"),
      (
        #"{"speedFactor":0}"#,
        #"`speedFactor` is `0`; expected a number from 0.000001 to 1000000, such as 2 or 0.5, or "scene""#
      ),
      (
        #"{"speedFactor":"fast"}"#,
        #"`speedFactor` is `"fast"`; expected a number from 0.000001 to 1000000, such as 2 or 0.5, or "scene""#
      ),
      (#"{"paused":1}"#, "`paused` is `1`; expected true or false"),
      (#"{"seek":-1}"#, "`seek` is `-1`; expected a number of seconds from 0 to 100 years"),
      (#"{"seek":3155760001}"#, "`seek` is `3155760001`; expected a number of seconds from 0 to 100 years"),
      (#"{"quit":false}"#, "`quit` is `false`; expected true"),
      (#"{"message":{}}"#, "`message` is an object; expected a text of at most 1000 characters"),
      (#"{"in":"sample"}"#, "`in` names the scene of an edit; expected `edit`, `undo` or `redo` with it"),
      (#"{"edit":1}"#, "`edit` is `1`; expected a command or a list of commands"),
      (#"{"edit":["remove a",2]}"#, "`edit` is a list; expected a command or a list of commands"),
      (#"{"edit":[]}"#, "`edit` has 0 commands; expected 1 to 100"),
      (#"{"undo":false}"#, "`undo` is `false`; expected true"),
      (
        #"{"undo":true,"redo":true}"#,
        "`undo` can't be combined with another edit; expected one of `edit`, `undo` and `redo`"
      ),
      (#"{"editor":"ada"}"#, "`editor` names who edits; expected `edit`, `undo` or `redo` with it"),
      (#"{"edit":"remove a","editor":""}"#, #"`editor` is `""`; expected a name of 1 to 100 characters"#),
      (
        #"{"edit":"remove a","seek":2}"#,
        "an edit can't be combined with `scene`, `seek` or `step`; expected two requests"
      ),
    ])
  func badRequests(text: String, message: String) throws { #expect(try json(text) == message) }

  @Test("an edit has at most 100 commands, and 100,000 characters")
  func limits() throws {
    func edit(_ commands: [String]) throws -> String {
      var request = ControlRequest()
      request.edit = .commands(commands)
      return try json(request.json)
    }
    let most = Array(repeating: String(repeating: "x", count: 1000), count: 100)
    #expect(try edit(most).hasPrefix(#"{"edit":["xxx"#))
    #expect(try edit(most + [""]) == "`edit` has 101 commands; expected 1 to 100")
    #expect(try edit([most.joined() + "x"]) == "`edit` has 100001 characters; expected at most 100000")
    let name = String(repeating: "x", count: 101)
    #expect(try json(#"{"undo":true,"editor":"\#(name)"}"#).hasSuffix("expected a name of 1 to 100 characters"))
  }

  @Test("one request can have several commands")
  func several() throws {
    let text = #"{"speedFactor":2,"paused":true,"scene":"zip","message":"x"}"#
    #expect(try json(text) == text)
  }
}
