import Testing

@testable import Server

/// Documents with places.
@Suite struct PageTemplateTests {
  @Test("places are filled, and what is inserted is not searched for places")
  func filled() {
    let template = PageTemplate("{{a}}<p>{{b}}</p>{ } }} {{a}}")
    #expect(template.filled { $0 == "a" ? "{{b}}" : "(\($0))" } == "{{b}}<p>(b)</p>{ } }} {{b}}")
    #expect(PageTemplate("none").filled { _ in "x" } == "none" && PageTemplate("").filled { _ in "x" } == "")
  }
}
