public import Marbles
public import Playback

// The functions of ExpectMarbles.swift in their first form. A trailing closure reads better, but tests have this one, too.

/// Tests a stream with one input, with the closure before the expectation.
public func expectMarbles<Stream: AsyncSequence>(
  _ input: String,
  through operation: @escaping @Sendable (MarbleInput<String>, PlaybackClock) async throws -> Stream,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws where Stream.Element: Sendable {
  try expectMarbles(
    input, gives: expected, results: results, step: step, duration: duration, dialect: dialect,
    order: order, fileID: fileID, filePath: filePath, line: line, column: column, through: operation)
}

/// Tests a stream with two inputs, with the closure before the expectation.
public func expectMarbles<Stream: AsyncSequence>(
  _ first: String, _ second: String,
  through operation:
    @escaping @Sendable (
      MarbleInput<String>, MarbleInput<String>, PlaybackClock
    ) async throws -> Stream,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws where Stream.Element: Sendable {
  try expectMarbles(
    first, second, gives: expected, results: results, step: step, duration: duration, dialect: dialect,
    order: order, fileID: fileID, filePath: filePath, line: line, column: column, through: operation)
}

/// Tests a stream with three inputs, with the closure before the expectation.
public func expectMarbles<Stream: AsyncSequence>(
  _ first: String, _ second: String, _ third: String,
  through operation:
    @escaping @Sendable (
      MarbleInput<String>, MarbleInput<String>, MarbleInput<String>, PlaybackClock
    ) async throws -> Stream,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws where Stream.Element: Sendable {
  try expectMarbles(
    first, second, third, gives: expected, results: results, step: step, duration: duration, dialect: dialect,
    order: order, fileID: fileID, filePath: filePath, line: line, column: column, through: operation)
}

/// Tests a stream with any number of inputs, such as none, with the closure before the expectation.
public func expectMarbles<Stream: AsyncSequence>(
  _ inputs: [String],
  through operation: @escaping @Sendable ([MarbleInput<String>], PlaybackClock) async throws -> Stream,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws where Stream.Element: Sendable {
  try expectMarbles(
    inputs, gives: expected, results: results, step: step, duration: duration, dialect: dialect,
    order: order, fileID: fileID, filePath: filePath, line: line, column: column, through: operation)
}

// MARK: Values of any type

/// Tests a stream whose input has values of any type, with the closure before the expectation.
public func expectMarbles<Element: Sendable, Stream: AsyncSequence>(
  _ input: String, values: MarbleValues<Element>,
  through operation: @escaping @Sendable (MarbleInput<Element>, PlaybackClock) async throws -> Stream,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws where Stream.Element: Sendable {
  try expectMarbles(
    input, values: values, gives: expected, results: results, step: step, duration: duration, dialect: dialect,
    order: order, fileID: fileID, filePath: filePath, line: line, column: column, through: operation)
}

/// Tests a stream whose two inputs have values of any type, with the closure before the expectation.
public func expectMarbles<Element: Sendable, Stream: AsyncSequence>(
  _ first: String, _ second: String, values: MarbleValues<Element>,
  through operation:
    @escaping @Sendable (
      MarbleInput<Element>, MarbleInput<Element>, PlaybackClock
    ) async throws -> Stream,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws where Stream.Element: Sendable {
  try expectMarbles(
    first, second, values: values, gives: expected, results: results, step: step, duration: duration, dialect: dialect,
    order: order, fileID: fileID, filePath: filePath, line: line, column: column, through: operation)
}

/// Tests a stream whose three inputs have values of any type, with the closure before the expectation.
public func expectMarbles<Element: Sendable, Stream: AsyncSequence>(
  _ first: String, _ second: String, _ third: String, values: MarbleValues<Element>,
  through operation:
    @escaping @Sendable (
      MarbleInput<Element>, MarbleInput<Element>, MarbleInput<Element>, PlaybackClock
    ) async throws -> Stream,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws where Stream.Element: Sendable {
  try expectMarbles(
    first, second, third, values: values, gives: expected, results: results, step: step, duration: duration,
    dialect: dialect,
    order: order, fileID: fileID, filePath: filePath, line: line, column: column, through: operation)
}

/// Tests a stream with any number of inputs, which have values of any type, with the closure before the expectation.
public func expectMarbles<Element: Sendable, Stream: AsyncSequence>(
  _ inputs: [String], values: MarbleValues<Element>,
  through operation: @escaping @Sendable ([MarbleInput<Element>], PlaybackClock) async throws -> Stream,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws where Stream.Element: Sendable {
  try expectMarbles(
    inputs, values: values, gives: expected, results: results, step: step, duration: duration, dialect: dialect,
    order: order, fileID: fileID, filePath: filePath, line: line, column: column, through: operation)
}

// MARK: Inputs of different types

/// Tests a stream whose two inputs have values of different types, with the closure before the expectation.
public func expectMarbles<First: Sendable, Second: Sendable, Stream: AsyncSequence>(
  _ first: String, values firstValues: MarbleValues<First>, _ second: String, values secondValues: MarbleValues<Second>,
  through operation:
    @escaping @Sendable (
      MarbleInput<First>, MarbleInput<Second>, PlaybackClock
    ) async throws -> Stream,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws where Stream.Element: Sendable {
  try expectMarbles(
    first, values: firstValues, second, values: secondValues, gives: expected, results: results, step: step,
    duration: duration, dialect: dialect,
    order: order, fileID: fileID, filePath: filePath, line: line, column: column, through: operation)
}

/// Tests a stream whose three inputs have values of different types, with the closure before the expectation.
public func expectMarbles<First: Sendable, Second: Sendable, Third: Sendable, Stream: AsyncSequence>(
  _ first: String, values firstValues: MarbleValues<First>, _ second: String, values secondValues: MarbleValues<Second>,
  _ third: String, values thirdValues: MarbleValues<Third>,
  through operation:
    @escaping @Sendable (
      MarbleInput<First>, MarbleInput<Second>, MarbleInput<Third>, PlaybackClock
    ) async throws -> Stream,
  gives expected: String, results: [String: Stream.Element] = [:],
  step: Duration = .seconds(1), duration: Duration? = nil, dialect: Dialect = .marbled,
  order: InstantOrder = .inTurn,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws where Stream.Element: Sendable {
  try expectMarbles(
    first, values: firstValues, second, values: secondValues, third, values: thirdValues, gives: expected,
    results: results, step: step, duration: duration, dialect: dialect,
    order: order, fileID: fileID, filePath: filePath, line: line, column: column, through: operation)
}
