public import Marbles
public import Playback

// Functions with a fixed number of inputs, because they give the closure's parameters names and types.

/// Tests a stream with one input: replays `input`, and compares what the stream emits with `expected`.
///
/// The test takes no real time and runs on one thread. It has the same result every time, unless the stream uses
/// another executor: <doc:TestAnOperator> lists what a test can't control.
///
/// ```swift
/// @Test func emitsAfterTwoSecondsOfSilence() throws {
///   try expectMarbles("ab-----|", gives: "---b---|") { input, clock in
///     input.debounce(for: .seconds(2), clock: clock)
///   }
/// }
/// ```
///
/// - Parameters:
///   - input: the diagram of the input.
///   - expected: the diagram of what the stream emits. It stays open unless the diagram ends with `|` or `^`.
///   - results: names for values in `expected`; a value without a name is written as its text.
///   - step: the time of one character, more than 0.
///   - duration: when the test ends, for a stream that never does; nil for the time at which no timer is left.
///   - dialect: the notation of the diagrams. With `Dialect.asv`, `;` cancels the consumer, `,` delays its requests,
///     and the first character is at one step.
///   - order: the order of what is due at one instant. A stream whose result depends on it has a race; test it in several orders.
///   - fileID: the module and the file of the call, as `#fileID`. A helper passes on those of its caller.
///   - filePath: the file of the call, as `#filePath`.
///   - line: the line of the call, from 1.
///   - column: the column of the call, from 1.
///   - operation: makes the stream, of the input and of a clock on which all its operators must sleep.
/// - Throws: ``MarbleTestFailure`` when the stream emits something else, `DiagramError` for a malformed diagram, and
///   ``MarbleInputError`` for a value that the input can't have. In a test of Swift Testing, or of XCTest on Linux,
///   these are failures of the test instead, at the line of the call, and the test goes on.
public func expectMarbles<Stream: AsyncSequence>(
  _ input: String,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  through operation: @escaping @Sendable (MarbleInput<String>, PlaybackClock) async throws -> Stream
) throws where Stream.Element: Sendable {
  try CallSite(fileID, filePath, line, column).check {
    var test = try MarbleTest(expected, results, step, duration, dialect, order)
    let source = try test.input(input, .strings, isOnly: true)
    try test.run(OneInput(source: source, make: operation))
  }
}

/// Tests a stream with two inputs. At one instant, the values of `first` come before those of `second`.
///
/// ```swift
/// try expectMarbles("1-2-|", "-a-b|", gives: "1a2b|") { a, b, _ in merge(a, b) }
/// ```
///
/// The other parameters and the errors are those of
/// ``expectMarbles(_:gives:results:step:duration:dialect:order:fileID:filePath:line:column:through:)-(String,_,_,_,_,_,_,_,_,_,_,_)``.
public func expectMarbles<Stream: AsyncSequence>(
  _ first: String, _ second: String,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  through operation:
    @escaping @Sendable (MarbleInput<String>, MarbleInput<String>, PlaybackClock) async throws -> Stream
) throws where Stream.Element: Sendable {
  try CallSite(fileID, filePath, line, column).check {
    var test = try MarbleTest(expected, results, step, duration, dialect, order)
    let sources = (try test.input(first, .strings), try test.input(second, .strings))
    try test.run(TwoInputs(sources: sources, make: operation))
  }
}

/// Tests a stream with three inputs. At one instant, values come in the order of the inputs.
///
/// ```swift
/// try expectMarbles("a|", "-b|", "--c|", gives: "abc|") { a, b, c, _ in chain(a, b, c) }
/// ```
///
/// The other parameters and the errors are those of
/// ``expectMarbles(_:gives:results:step:duration:dialect:order:fileID:filePath:line:column:through:)-(String,_,_,_,_,_,_,_,_,_,_,_)``.
public func expectMarbles<Stream: AsyncSequence>(
  _ first: String, _ second: String, _ third: String,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  through operation:
    @escaping @Sendable (MarbleInput<String>, MarbleInput<String>, MarbleInput<String>, PlaybackClock) async throws ->
    Stream
) throws where Stream.Element: Sendable {
  try CallSite(fileID, filePath, line, column).check {
    var test = try MarbleTest(expected, results, step, duration, dialect, order)
    let sources = (try test.input(first, .strings), try test.input(second, .strings), try test.input(third, .strings))
    try test.run(ThreeInputs(sources: sources, make: operation))
  }
}

/// Tests a stream with any number of inputs, such as none.
///
/// ```swift
/// try expectMarbles([], gives: "--t-t", duration: .seconds(5)) { _, clock in
///   AsyncTimerSequence(interval: .seconds(2), clock: clock).map { _ in "t" }
/// }
/// ```
///
/// The other parameters and the errors are those of
/// ``expectMarbles(_:gives:results:step:duration:dialect:order:fileID:filePath:line:column:through:)-(String,_,_,_,_,_,_,_,_,_,_,_)``.
public func expectMarbles<Stream: AsyncSequence>(
  _ inputs: [String],
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  through operation: @escaping @Sendable ([MarbleInput<String>], PlaybackClock) async throws -> Stream
) throws where Stream.Element: Sendable {
  try CallSite(fileID, filePath, line, column).check {
    var test = try MarbleTest(expected, results, step, duration, dialect, order)
    let sources = try inputs.map { try test.input($0, .strings, isOnly: inputs.count == 1) }
    try test.run(AnyInputs(sources: sources, make: operation))
  }
}

// MARK: Values of any type

/// Tests a stream whose input has values of any type: `values` says which marble stands for which value.
///
/// If the stream emits values of the same type, the names also stand for them in `expected`. Two values are the same if
/// they are equal, or, for a type that is not `Equatable`, if their texts are.
///
/// ```swift
/// try expectMarbles("a-b|", values: ["a": User(age: 17), "b": User(age: 18)], gives: "--b|") { users, _ in
///   users.filter { $0.age >= 18 }
/// }
/// ```
///
/// The other parameters and the errors are those of
/// ``expectMarbles(_:gives:results:step:duration:dialect:order:fileID:filePath:line:column:through:)-(String,_,_,_,_,_,_,_,_,_,_,_)``.
public func expectMarbles<Element: Sendable, Stream: AsyncSequence>(
  _ input: String, values: MarbleValues<Element>,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  through operation: @escaping @Sendable (MarbleInput<Element>, PlaybackClock) async throws -> Stream
) throws where Stream.Element: Sendable {
  try CallSite(fileID, filePath, line, column).check {
    var test = try MarbleTest(expected, results, step, duration, dialect, order)
    let source = try test.input(input, values, isOnly: true)
    try test.run(OneInput(source: source, make: operation))
  }
}

/// Tests a stream whose two inputs have values of any type.
///
/// The parameters and the errors are those of
/// ``expectMarbles(_:values:gives:results:step:duration:dialect:order:fileID:filePath:line:column:through:)-(String,_,_,_,_,_,_,_,_,_,_,_,_)``.
public func expectMarbles<Element: Sendable, Stream: AsyncSequence>(
  _ first: String, _ second: String, values: MarbleValues<Element>,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  through operation:
    @escaping @Sendable (MarbleInput<Element>, MarbleInput<Element>, PlaybackClock) async throws -> Stream
) throws where Stream.Element: Sendable {
  try CallSite(fileID, filePath, line, column).check {
    var test = try MarbleTest(expected, results, step, duration, dialect, order)
    let sources = (try test.input(first, values), try test.input(second, values))
    try test.run(TwoInputs(sources: sources, make: operation))
  }
}

/// Tests a stream whose three inputs have values of any type.
///
/// The parameters and the errors are those of
/// ``expectMarbles(_:values:gives:results:step:duration:dialect:order:fileID:filePath:line:column:through:)-(String,_,_,_,_,_,_,_,_,_,_,_,_)``.
public func expectMarbles<Element: Sendable, Stream: AsyncSequence>(
  _ first: String, _ second: String, _ third: String, values: MarbleValues<Element>,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  through operation:
    @escaping @Sendable (MarbleInput<Element>, MarbleInput<Element>, MarbleInput<Element>, PlaybackClock) async throws
    -> Stream
) throws where Stream.Element: Sendable {
  try CallSite(fileID, filePath, line, column).check {
    var test = try MarbleTest(expected, results, step, duration, dialect, order)
    let sources = (try test.input(first, values), try test.input(second, values), try test.input(third, values))
    try test.run(ThreeInputs(sources: sources, make: operation))
  }
}

/// Tests a stream with any number of inputs, which have values of any type.
///
/// The parameters and the errors are those of
/// ``expectMarbles(_:values:gives:results:step:duration:dialect:order:fileID:filePath:line:column:through:)-(String,_,_,_,_,_,_,_,_,_,_,_,_)``.
public func expectMarbles<Element: Sendable, Stream: AsyncSequence>(
  _ inputs: [String], values: MarbleValues<Element>,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  through operation: @escaping @Sendable ([MarbleInput<Element>], PlaybackClock) async throws -> Stream
) throws where Stream.Element: Sendable {
  try CallSite(fileID, filePath, line, column).check {
    var test = try MarbleTest(expected, results, step, duration, dialect, order)
    let sources = try inputs.map { try test.input($0, values, isOnly: inputs.count == 1) }
    try test.run(AnyInputs(sources: sources, make: operation))
  }
}

// MARK: Inputs of different types

/// Tests a stream whose two inputs have values of different types.
///
/// ```swift
/// try expectMarbles("1-2-|", values: .ints, "-a-b|", values: .strings, gives: "-'(1, a)'-'(2, b)'|") { numbers, letters, _ in
///   zip(numbers, letters)
/// }
/// ```
///
/// - Parameters:
///   - first: the diagram of the first input.
///   - firstValues: the values of the first input.
///   - second: the diagram of the second input.
///   - secondValues: the values of the second input.
///   - expected: the diagram of what the stream emits.
///   - results: names for values in `expected`, beside those of the inputs of the same type.
///   - step: the time of one character, more than 0.
///   - duration: when the test ends, for a stream that never does.
///   - dialect: the notation of the diagrams.
///   - order: the order of what is due at one instant. A stream whose result depends on it has a race; test it in several orders.
///   - fileID: the module and the file of the call, as `#fileID`.
///   - filePath: the file of the call, as `#filePath`.
///   - line: the line of the call, from 1.
///   - column: the column of the call, from 1.
///   - operation: makes the stream, of the inputs and of a clock on which all its operators must sleep.
/// - Throws: ``MarbleTestFailure`` when the stream emits something else, `DiagramError` for a malformed diagram, and
///   ``MarbleInputError`` for a value that an input can't have. In a test of Swift Testing, or of XCTest on Linux,
///   these are failures of the test instead.
public func expectMarbles<First: Sendable, Second: Sendable, Stream: AsyncSequence>(
  _ first: String, values firstValues: MarbleValues<First>, _ second: String, values secondValues: MarbleValues<Second>,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  through operation: @escaping @Sendable (MarbleInput<First>, MarbleInput<Second>, PlaybackClock) async throws -> Stream
) throws where Stream.Element: Sendable {
  try CallSite(fileID, filePath, line, column).check {
    var test = try MarbleTest(expected, results, step, duration, dialect, order)
    let sources = (try test.input(first, firstValues), try test.input(second, secondValues))
    try test.run(TwoInputs(sources: sources, make: operation))
  }
}

/// Tests a stream whose three inputs have values of different types.
///
/// The parameters and the errors are those of
/// ``expectMarbles(_:values:_:values:gives:results:step:duration:dialect:order:fileID:filePath:line:column:through:)``.
public func expectMarbles<First: Sendable, Second: Sendable, Third: Sendable, Stream: AsyncSequence>(
  _ first: String, values firstValues: MarbleValues<First>, _ second: String, values secondValues: MarbleValues<Second>,
  _ third: String, values thirdValues: MarbleValues<Third>,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  through operation:
    @escaping @Sendable (MarbleInput<First>, MarbleInput<Second>, MarbleInput<Third>, PlaybackClock) async throws ->
    Stream
) throws where Stream.Element: Sendable {
  try CallSite(fileID, filePath, line, column).check {
    var test = try MarbleTest(expected, results, step, duration, dialect, order)
    let sources = (
      try test.input(first, firstValues), try test.input(second, secondValues), try test.input(third, thirdValues)
    )
    try test.run(ThreeInputs(sources: sources, make: operation))
  }
}
