import Foundation
import Marbles
import TestSupport
import Testing

@testable import Expressions
@testable import Formats

/// A closure, the types of its arguments, and what it is called with.
struct ExportedClosure: CustomTestStringConvertible, Sendable {
  var source: String
  var types: [SwiftType]
  var inputs: [[Value]]

  var testDescription: String { source }

  /// The closure of `a.reduce(0, …)`, `a.map …` and so on.
  func syntax() throws -> Syntax {
    if ["+", "<", "=="].contains(source) { return Syntax(kind: .operatorReference(source), column: 1) }
    var parser = SyntaxParser(text: source, tokens: Lexer.tokens(of: source))
    return try parser.parse()
  }

  /// What marbled's own evaluator gives for each input; nil where it fails.
  func expected() throws -> [Value?] {
    let syntax = try syntax()
    return inputs.map { try? Evaluator(scope: .empty).call(syntax, $0) }
  }
}

/// A Swift program with exported closures, which prints what they give.
struct SwiftClosureProgram {
  /// Those that are exported.
  private(set) var closures: [ExportedClosure] = []
  /// Why others are not.
  private(set) var problems: [String] = []
  private let helpers = SwiftHelperUse()
  private var functions: [String] = []

  init(_ all: [ExportedClosure]) {
    for closure in all {
      do {
        functions.append(try function(of: closure))
        closures.append(closure)
      } catch {
        problems.append("\(closure.source): \((error as? Untranslatable)?.sentence ?? "\(error)")")
      }
    }
  }

  /// A function that calls a closure with arguments of its types.
  private func function(of closure: ExportedClosure) throws -> String {
    let scope = SwiftScope(helpers: helpers)
    let code = try SwiftClosures.closure(closure.syntax(), closure.types, in: scope)
    let types = closure.types.compactMap(\.text)
    try #require(types.count == closure.types.count)
    let result = try #require(code.type.text)
    let arguments = types.indices.map { argument($0, closure.types[$0]) }.joined(separator: ", ")
    let call = SwiftCode(text: "call(\(arguments))", type: code.type)
    return """
      // \(closure.source.replacing("\n", with: " "))
      func closure\(closures.count)(_ values: [Value]) -> Value {
        let call: (\(types.joined(separator: ", "))) -> \(result) = (\(code.text))
        return \(try SwiftClosures.lifted(call, in: scope, at: 1).text)
      }
      """
  }

  /// The kind and the text of a value: `int 1`, `double 1.0`.
  static func spelled(_ value: Value) -> String {
    switch value {
    case .null: "nil"
    case .bool: "bool \(value)"
    case .int: "int \(value)"
    case .double: "double \(value)"
    case .string: "string \(value.json)"
    case .array(let elements): "[\(elements.map(spelled).joined(separator: ", "))]"
    case .tuple(let elements): "(\(elements.map(spelled).joined(separator: ", ")))"
    case .object(let members):
      "{\(members.keys.sorted().map { "\($0): \(spelled(members[$0] ?? .null))" }.joined(separator: ", "))}"
    }
  }

  /// The source of the program.
  var source: String {
    let (imports, text) = SwiftHelper.source(of: helpers.names.union(["Value"]))
    let inputs = closures.enumerated().map { index, closure in
      "inputs[\(index)] = [\(closure.inputs.map { "[\($0.map(Self.code).joined(separator: ", "))]" }.joined(separator: ", "))]"
    }
    return """
      \(imports.union(["Foundation"]).sorted().map { "import \($0)" }.joined(separator: "\n"))

      \(functions.joined(separator: "\n"))

      let closures: [([Value]) -> Value] = [
      \(closures.indices.map { "  closure\($0)," }.joined(separator: "\n"))
      ]
      var inputs: [[[Value]]] = Array(repeating: [], count: closures.count)
      \(inputs.joined(separator: "\n"))

      func int(_ value: Value) -> Int {
        guard case .int(let int) = value else { fatalError() }
        return int
      }

      func double(_ value: Value) -> Double {
        guard case .double(let double) = value else { fatalError() }
        return double.value
      }

      func string(_ value: Value) -> String {
        guard case .string(let string) = value else { fatalError() }
        return string
      }

      func elements(_ value: Value) -> [Value] {
        switch value {
        case .array(let elements), .tuple(let elements): elements
        default: fatalError()
        }
      }

      func spelled(_ value: Value) -> String {
        switch value {
        case .null: "nil"
        case .bool: "bool \\(value)"
        case .int: "int \\(value)"
        case .double: "double \\(value)"
        case .string: "string \\(value.json)"
        case .array(let elements): "[\\(elements.map(spelled).joined(separator: ", "))]"
        case .tuple(let elements): "(\\(elements.map(spelled).joined(separator: ", ")))"
        case .object(let members):
          "{\\(members.keys.sorted().map { "\\($0): \\(spelled(members[$0] ?? .null))" }.joined(separator: ", "))}"
        }
      }

      // Each argument is the numbers of a closure and of an input, as `12.0`.
      for argument in CommandLine.arguments.dropFirst() {
        let numbers = argument.split(separator: ".").map { Int($0)! }
        print(argument, spelled(closures[numbers[0]](inputs[numbers[0]][numbers[1]])))
      }

      \(text)
      """
  }

  /// The argument at an index, with its static type.
  private func argument(_ index: Int, _ type: SwiftType) -> String { Self.lowered("values[\(index)]", type) }

  private static func lowered(_ text: String, _ type: SwiftType) -> String {
    switch type {
    case .int: return "int(\(text))"
    case .double: return "double(\(text))"
    case .string: return "string(\(text))"
    case .array(let element): return "elements(\(text)).map { \(lowered("$0", element)) }"
    case .optional(let wrapped): return "\(text) == .null ? nil : \(lowered(text, wrapped))"
    case .tuple(let elements):
      let texts = elements.enumerated().map { lowered("elements(\(text))[\($0)]", $1) }
      return "(\(texts.joined(separator: ", ")))"
    default: return text
    }
  }

  /// A value as Swift code.
  static func code(_ value: Value) -> String {
    switch value {
    case .null: "Value.null"
    case .bool(let bool): "Value.bool(\(bool))"
    case .int(let int): "Value.int(\(int == .min ? "Int.min" : "\(int)"))"
    case .double(let double): "Value.double(\(double.value))"
    case .string(let text): "Value.string(\(SwiftLiteral.string(text)))"
    case .array(let elements): "Value.array([\(elements.map(code).joined(separator: ", "))])"
    case .tuple(let elements): "Value.tuple([\(elements.map(code).joined(separator: ", "))])"
    case .object: "try! Value(json: \(SwiftLiteral.string(value.json)))"
    }
  }
}

/// The compiler that is given wherever tests run, and what it compiles.
struct SwiftCompiler {
  let folder: TemporaryFolder
  let program: String

  /// Compiles a program that imports Marbles.
  init(_ source: String) throws {
    folder = try TemporaryFolder()
    program = folder.file("program")
    let file = folder.file("main.swift")
    try source.write(toFile: file, atomically: true, encoding: .utf8)
    let build = URL(filePath: try Binary.path()).deletingLastPathComponent()
    var objects: [String] = []
    for module in ["Marbles", "Platform"] {
      let folder = build.appending(path: "\(module).build").path
      objects += try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".swift.o") }.sorted().map { "\(folder)/\($0)" }
    }
    try Self.compile([file, "-o", program] + objects, in: folder)
  }

  /// Checks files of one module, each with its own declarations.
  static func check(_ sources: [String]) throws {
    let folder = try TemporaryFolder()
    var files: [String] = []
    for (index, source) in sources.enumerated() {
      files.append(folder.file("file\(index).swift"))
      try source.write(toFile: files[index], atomically: true, encoding: .utf8)
    }
    try compile(["-typecheck"] + files, in: folder)
  }

  private static func compile(_ arguments: [String], in folder: TemporaryFolder) throws {
    let modules = URL(filePath: try Binary.path()).deletingLastPathComponent().appending(path: "Modules").path
    let command = try RunningCommand(
      "/usr/bin/env", ["swiftc", "-Onone", "-suppress-warnings", "-I", modules] + arguments,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path])
    let outcome = try command.ended()
    guard outcome.ending == .exited(0) else {
      throw Problem("swiftc: \(outcome.ending)\n\(outcome.output)\(outcome.error)")
    }
  }

  /// Runs it.
  func run(_ arguments: [String]) throws -> Outcome {
    try RunningCommand(program, arguments, environment: ["SWIFT_BACKTRACE": "enable=no"]).ended()
  }
}
