import Testing

@testable import Operators

/// How public declarations are found in source, on made-up sources.
@Suite struct PublicAPITests {
  private func spelled(_ sources: String...) throws -> [String] {
    try PublicAPI(sources: sources).members.map(\.spelled).sorted()
  }

  private func missing(_ source: String, exceptions: [String: String] = [:]) throws -> [String] {
    APICoverage(of: try PublicAPI(sources: [source]), by: .standard, exceptions: exceptions).missing
  }

  @Test func aNewOperatorIsMissing() throws {
    #expect(
      try missing("extension AsyncSequence { public func foo() -> Foo<Self> { Foo(self) } }") == [
        "AsyncSequence.foo()"
      ])
    #expect(try missing("public func braid<A, B>(_ a: A, _ b: B) -> Braid<A, B> { Braid(a, b) }") == ["braid(_:_:)"])
    #expect(
      try missing("extension AsyncSequence where Element: Sendable { public var echo: Self { self } }") == [
        "AsyncSequence.echo"
      ])
    #expect(try missing("public struct AsyncTickSequence: AsyncSequence {}") == ["AsyncTickSequence"])
  }

  @Test func aNewFormOfAnOperatorIsMissing() throws {
    let source = """
      extension AsyncSequence {
        public func debounce<C: Clock>(for interval: C.Duration, tolerance: C.Duration? = nil, clock: C) -> D { D() }
        public func debounce(for interval: Duration, leading: Bool) -> D { D() }
      }
      """
    #expect(try missing(source) == ["AsyncSequence.debounce(for:leading:)"])
    #expect(try missing("public func merge<A, B, C>(_ a: A, _ b: B, _ c: C) -> M { M() }") == [])
    // Methods and functions are different.
    #expect(try missing("public func debounce(for interval: Duration) -> D { D() }") == ["debounce(for:)"])
    #expect(
      try missing("extension AsyncSequence { public func merge<B>(_ b: B) -> M { M() } }") == [
        "AsyncSequence.merge(_:)"
      ])
  }

  @Test func whatTheCatalogueHasNeedsNoException() throws {
    let source =
      "extension AsyncSequence { public func compacted() -> Compacted { Compacted() } }\n"
      + "public struct Compacted {}"
    #expect(try missing(source) == [])
    let exceptions = ["AsyncSequence.compacted()": "?", "Gone": "?"]
    let coverage = APICoverage(of: try PublicAPI(sources: [source]), by: .standard, exceptions: exceptions)
    #expect(coverage.stale == ["AsyncSequence.compacted()", "Gone"])
    #expect(coverage.misattributed.contains("zip") && !coverage.misattributed.contains("compacted"))
    let ours = try PublicAPI(sources: ["extension AsyncSequence { public func delay(for: Duration) -> D { D() } }"])
    #expect(APICoverage(of: ours, by: .standard, exceptions: [:]).misattributed.contains("delay"))
  }

  @Test func onlyWhatIsPublicCounts() throws {
    let found = try spelled(
      """
      public func a() {}
      func b() {}
      @usableFromInline internal func c() {}
      public struct S { public func d() { func e() {} }; func f() {}; package func g() {} }
      struct Hidden { public func h() {} }
      public extension S { func i() {}; internal func j() {}; private(set) public var k: Int { 1 } }
      open class T { open class func l() {}; public static func m() {} }
      """,
      "extension Hidden { public func n() {} }")
    #expect(found == ["S.d()", "S.i()", "S.k", "T.l()", "T.m()", "a()"])
  }

  @Test func commentsAndStringsHideNothing() throws {
    let found = try spelled(
      #"""
      // public func a() {}
      /* public func b() {} /* } */ public func c() {} */
      /// `public func d() {}`
      public func e(_ text: String = "public func f() { \("}" + "\(1)") //") {}
      public let g = """
        public func h() { "" {
        """, i = #"a " \("}\#("}")"#
      public func j() { print("\\", "\"{") }
      """#)
    #expect(found == ["e(_:)", "g", "j()"])
  }

  @Test func attributesGenericsAndDefaultsAreSteppedOver() throws {
    let found = try spelled(
      """
      @available(macOS 15, *) @inlinable
      public func a<T, U: Collection<T>>(
        @Builder _ first: @Sendable @escaping (T, U) -> Bool, by other: Dictionary<T, U> = [:], in range: Int = 1 < 2 ? 3 : 4,
        `for` last: (A, B) = (.init(x: 1, y: 2), { a, b in a })
      ) async throws(Failure) -> some Sequence<T> where T: Sendable, U.Element == T { .init(last) }
      @attribute.dotted(x) public nonisolated(nonsending) mutating func b() {}
      public static func == (left: Self, right: Self) -> Bool { true }
      public init?<T>(_ value: T) {}
      public subscript(index: Int) -> Int { get { 1 } set {} }
      @preconcurrency import struct Other.Thing
      public var c = { func d() {} }(), e: Int
      public protocol P { func f() -> Int
        func g() }
      """)
    #expect(found == ["==(left:right:)", "a(_:by:in:for:)", "b()", "c", "init(_:)", "subscript(index:)"])
    let members = try PublicAPI(sources: ["public func a() -> Outer<Inner.Deep> where A: C {}\npublic func b() {}"])
      .members
    let results: [Set<String>] = members.map(\.result).sorted { $0.count < $1.count }
    let expected: [Set<String>] = [[], ["Outer"]]
    #expect(results == expected)
  }

  @Test func allBranchesOfAConditionAreRead() throws {
    let found = try spelled(
      """
      #if os(Linux)  // {
      public func a() {
      #elseif X
      public func b() {
      #else
      public func c() {
      #endif
      }
      public func d() {
        #if X
        if x {
        #else
        if y {
        #endif
        }
      }
      public func e() {}
      """)
    #expect(found == ["a()", "b()", "c()", "d()", "e()"])
  }

  @Test(arguments: ["public func a() {", "}", "#if X", "#endif", "\"", "/*", "\"\"\"\n\"", "\"\\("])
  func whatCannotBeReadIsAnError(source: String) {
    #expect(throws: SwiftSourceError.self) { try PublicAPI(sources: [source]) }
  }
}
