import Marbles
import Testing

/// Diagrams of the validation library of swift-async-algorithms.
extension DiagramErrorTests {
  @Test(
    "dialect asv",
    arguments: [
      (
        ";-;",
        """
        error: row r, column 3: found a second `;`, expected at most one in a row
          ;-;
            ^
        """
      ),
      (
        ";@1 ;@2",
        """
        error: row r, column 5: found a second `;`, expected at most one in a row
          ;@1 ;@2
              ^
        """
      ),
      (
        "[a",
        """
        error: row r, column 1: found a group `[` that is never closed, expected `]` after its values
          [a
          ^
        """
      ),
    ])
  func asv(diagram: String, rendered: String) { #expect(message(diagram, .asv) == rendered) }

  @Test(
    "dialect asv, what is expected of an output",
    arguments: [
      (
        "a|-b",
        """
        error: row r, column 4: found `b` after the end `|`, expected nothing more
          a|-b
             ^
        """
      ),
      (
        "[|^]",
        """
        error: row r, column 3: found `^` after the end `|`, expected nothing more
          [|^]
            ^
        """
      ),
      (
        "|@1 a@2",
        """
        error: row r, column 5: found `a` after the end `|`, expected nothing more
          |@1 a@2
              ^
        """
      ),
    ])
  func asvExpectation(diagram: String, rendered: String) {
    #expect(message(diagram, .asv, isExpectation: true) == rendered)
  }

  @Test(
    "a sheet that cannot be read",
    arguments: [
      (
        "step 0s\na b",
        """
        error: row step, column 1: found this first line, expected `step` and a time step longer than 0s, such as `step 500ms`
          step 0s
          ^
        """
      ),
      (
        "a b",
        """
        error: row step, column 1: found this first line, expected `step` and a time step longer than 0s, such as `step 500ms`
          a b
          ^
        """
      ),
      (
        "step 1s\n\"a b",
        """
        error: row step, column 1: found a name that is not a JSON string, expected a name, or one in double quotes
          "a b
          ^
        """
      ),
      (
        "step 1s\nr  a[",
        """
        error: row r, column 2: found a group `[` that is never closed, expected `]` after its values
          a[
           ^
        """
      ),
    ])
  func sheet(text: String, rendered: String) {
    let error = #expect(throws: DiagramError.self) { try DiagramTable.parse(text) }
    #expect(error?.description == rendered)
  }

  @Test("a sheet without a line, and a time step of nothing") func nothing() {
    let error = #expect(throws: DiagramError.self) { try DiagramTable.parse("") }
    #expect(error?.found == "no first line")
    #expect(message("a", step: .zero).hasPrefix("error: row r, column 1: found a time step of 0s, expected one longer"))
  }
}
