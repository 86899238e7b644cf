extension MarbleInput {
  /// The same input as a sequence that throws no errors, for code that needs `Failure == Never`.
  ///
  /// ```swift
  /// try expectMarbles("a-b|", through: { input, _ in words(of: input.nonthrowing) }, gives: "a-b|")
  /// ```
  ///
  /// A diagram with `^` has an error, so the test fails when it comes.
  public var nonthrowing: Nonthrowing { Nonthrowing(input: self) }

  /// An input of a marble test that throws no errors.
  public struct Nonthrowing: AsyncSequence, Sendable {
    /// No errors.
    public typealias Failure = Never

    let input: MarbleInput

    /// Starts an independent pass.
    public func makeAsyncIterator() -> Iterator { Iterator(input: input, base: input.makeAsyncIterator()) }

    /// One pass over the input.
    public struct Iterator: AsyncIteratorProtocol {
      /// No errors.
      public typealias Failure = Never

      let input: MarbleInput
      var base: MarbleInput.Iterator

      /// Waits for the next value; nil at the end, at an error, or when the task is cancelled.
      public mutating func next() async -> Element? {
        do { return try await base.next() } catch {
          let row = input.source.spokenRow
          input.waits.note(mistake: "\(row) is `nonthrowing`, and its diagram has an error; write `|` instead of `^`")
          return nil
        }
      }
    }
  }
}
