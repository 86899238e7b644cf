import Marbles

@testable import Formats

/// Closures by what they are about, with the values that they are called with.
enum SwiftClosureTable {
  static let all = objects + arrays + texts + numbers + patterns + constants + lists + unlike + combinations + pairs

  private static func table(
    _ types: [SwiftType], _ inputs: [[Value]], _ closures: [String]
  ) -> [ExportedClosure] {
    closures.map { ExportedClosure(source: $0, types: types, inputs: inputs) }
  }

  private static func table(_ type: SwiftType, _ inputs: [Value], _ closures: [String]) -> [ExportedClosure] {
    table([type], inputs.map { [$0] }, closures)
  }

  private static let hits: [Value] = [
    .object([
      "status": 503, "path": "/a/b", "tags": .array(["x", "y"]), "odd name": 1, "ms": 12.5, "ok": .bool(true),
      "user": .object(["name": "Ann", "age": 30]),
    ]),
    .object(["status": "503", "tags": .array([]), "ms": -3, "ok": .bool(false), "user": .null]),
    .object(["count": 7, "first": "f", "path": .null, "status": 200.0]),
    .object([:]), .null,
  ]

  static let objects = table(
    .value, hits,
    [
      "{ $0.status }", "{ $0.path }", "\\.path", "\\.user.name", "\\.self", "{ $0.user.name }", "{ $0.user?.age }",
      "{ $0[\"odd name\"] }", "{ $0[\"none\"] }", "{ $0[\"none\", default: 7] }", "{ $0[\"status\", default: \"-\"] }",
      "{ $0.tags[0] }", "{ $0.tags[1] }", "{ $0.tags[-1] }", "{ $0.tags?[9] }", "{ $0.none[0].x[\"y\"] }",
      "{ $0.status == 503 }", "{ $0.status != 503 }", "{ $0.status == \"503\" }", "{ $0.status == 503.0 }",
      "{ $0.status == nil }", "{ $0.status != nil }", "{ $0.ok == true }", "{ $0.ok }", "{ !$0.ok }",
      "{ $0.ok && $0.status != nil }", "{ $0.ok || $0.path == nil }", "{ $0.ms > 10 }", "{ $0.ms <= 12.5 }",
      "{ $0.ms + 1 }", "{ $0.ms * 2 - 0.5 }", "{ -$0.ms }", "{ $0.ms / 2 }", "{ $0.ms % 5 }", "{ 100 - $0.ms }",
      "{ $0.ms ?? 0 }", "{ $0.none ?? $0.ms ?? \"-\" }", "{ $0.path ?? \"none\" }", "{ $0.keys }", "{ $0.values }",
      "{ $0.count }", "{ $0.isEmpty }", "{ $0.first }", "{ $0.keys.count }", "{ $0.description }", "{ String($0) }",
      "{ \"\\($0.path): \\($0.ms)\" }", "{ [\"p\": $0.path, \"s\": $0.status] }", "{ [:] }",
      "{ [\"a\": 1, \"a\": $0.ms] }", "{ [($0.user.name ?? \"k\"): 1] }", "{ [\"a\": [\"b\": $0.ms]].a.b }",
      "{ $0.merging([\"ms\": 1, \"z\": 2]) { $0 + $1 } }", "{ $0.merging([\"status\": 1]) { a, b in b } }",
      "{ $0.tags.count }", "{ $0.tags.joined(separator: \"-\") }", "{ $0.tags.contains(\"x\") }",
      "{ $0.tags.map { $0.uppercased() } }", "{ $0.tags.first.map { $0 + \"!\" } }", "{ $0.tags.first }",
      "{ $0.tags.last ?? \"none\" }", "{ $0.path.split(separator: \"/\") }", "{ $0.path.split(\"/\")[1] }",
      "{ $0.path.hasPrefix(\"/a\") }", "{ $0.path.replacing(\"/\", with: \".\") }", "{ $0.user.name.count }",
      "{ $0.path.dropFirst() }", "{ $0.path.prefix(2) }", "{ $0.ms.description }", "{ abs($0.ms) }",
      "{ min($0.ms, 5) }", "{ max($0.ms, 5.5, 1) }", "{ round($0.ms) }", "{ pow($0.ms, 2) }", "{ Int($0.ms) }",
      "{ Double($0.ms) }", "{ Int($0.status) }", "{ Double($0.status) }", "{ ($0.status, $0.ms) }",
      "{ [$0.status, $0.ms] }", "{ [$0.status, nil, \"x\"] }", "{ $0.status! }", "{ $0.ok ? 1 : 2 }",
      "{ $0.ok ? \"yes\" : nil }", "{ $0.status > 400 ? $0.path : 0 }", "{ $0.status + \"!\" }",
      "{ $0.tags[0..<1] }", "{ $0.tags[$0.tags.count - 1] }", "{ $0[$0.keys[0]] }", "{ $0.path?.count ?? 0 }",
      "{ $0.tags.contains { $0 == \"x\" } }", "{ $0.user.merging($0) { $1 } }", "{ $0.tags.reduce(\"\") { $0 + $1 } }",
      "{ $0.status.description }", "{ $0.tags.map { $0.count }.sum() }", "{ $0.user.map { 1 } }",
      "{ $0 == [\"count\": 7] }", "{ $0.isEmpty == false }",
    ])

  private static let collections: [Value] = [
    .array([]), .array([1, 2, 3]), .array([3.5, 1, -2]), .array(["b", "a", "b"]), .array([.null, 1, 4]),
    .array([.array([1, 2]), .array([3])]), .array([.object(["n": 4]), .object([:])]), .array([.tuple([1, "a"])]),
    .array([9_007_199_254_740_993, 9_007_199_254_740_992]), .null,
  ]

  static let arrays = table(
    .value, collections,
    [
      "{ $0[0] }", "{ $0[2] }", "{ $0[-1] }", "{ $0[0..<2] }", "{ $0[1...2] }", "{ $0[0...0] }", "{ $0[0][1] }",
      "{ $0.first }", "{ $0.last }", "{ $0.count }", "{ $0.isEmpty }", "{ $0.sum() }", "{ $0.average() }",
      "{ $0.percentile(0.5) }", "{ $0.percentile(0.95) }", "{ $0.percentile(0) }", "{ $0.percentile(1) }",
      "{ $0.min() }", "{ $0.max() }", "{ $0.sorted() }", "{ $0.reversed() }", "{ $0.joined() }",
      "{ $0.joined(separator: \", \") }", "{ $0.contains(1) }", "{ $0.contains(1.0) }", "{ $0.contains(nil) }",
      "{ $0.contains(\"a\") }", "{ $0.contains(where: { $0 == 3 }) }", "{ $0.first(where: { $0 != 1 }) }",
      "{ $0.first { $0 == \"a\" } }", "{ $0.allSatisfy { $0 != nil } }", "{ $0.map { [$0, 1] } }",
      "{ $0.map { $0 == 1 } }", "{ $0.map(String) }", "{ $0.map(\\.n) }", "{ $0.compactMap { $0 } }",
      "{ $0.compactMap(\\.n) }", "{ $0.filter { $0 != 1 } }", "{ $0.filter { nil } }", "{ $0.map { 1 } }",
      "{ $0.reduce(0, +) }", "{ $0.reduce(0) { $0 + $1 } }", "{ $0.reduce(nil) { a, b in b } }",
      "{ $0.reduce([]) { $0 + [$1] } }", "{ $0.prefix(2) }", "{ $0.suffix(1) }", "{ $0.dropFirst() }",
      "{ $0.dropFirst(2) }", "{ $0.dropLast(5) }", "{ $0 + [1] }", "{ $0 == [1, 2, 3] }", "{ $0 == [] }",
      "{ $0 < [2] }", "{ $0.map { a, b in b } }", "{ $0.map { $0.0 } }", "{ $0.first.map { $0 * 2 } }",
      "{ $0.last.map { [$0] } }", "{ $0.map { x in $0.count } }", "{ $0.map { x in x == $0[0] } }",
      "{ $0.description }", "{ \"\\($0)\" }", "{ $0.map { $0.map { $0 + 1 } } }",
    ])

  private static let words: [Value] = [
    "", "a,b,,c", " x y \n", "GET 503 /a?x=1", "añb", "k=1;v=22", "e\u{301}x", "42", "-7.5", "HELLO", "5x",
    "2026-01-31T12:00:00Z", "2026-02-30T12:00:00.25+01:00", "👩‍👩‍👧 b", "\r\n", "a\"b\\c",
  ]

  static let texts = table(
    .string, words,
    [
      "{ $0[0] }", "{ $0[1] }", "{ $0[-1] }", "{ $0[99] }", "{ $0[0..<2] }", "{ $0[1...3] }", "{ $0.count }",
      "{ $0.isEmpty }", "{ $0.first }", "{ $0.last }", "{ $0.first ?? \"-\" }", "{ $0.first.map { $0 + $0 } }",
      "{ $0.capitalized }", "{ $0.isUppercase }", "{ $0.isLowercase }", "{ $0.isLetter }", "{ $0.isNumber }",
      "{ $0.description }", "{ $0.uppercased() }", "{ $0.lowercased() }", "{ $0.reversed() }", "{ $0.trimmed() }",
      "{ $0.trimmed().count }", "{ $0.hasPrefix(\"a\") }", "{ $0.hasSuffix(\"c\") }", "{ $0.contains(\"b\") }",
      "{ $0.contains(\"\") }", "{ $0.contains(\"e\") }", "{ $0.hasPrefix(\"e\") }", "{ $0.contains(\"👩\") }",
      "{ $0.contains(\"e\u{301}\") }", "{ $0.hasPrefix(\"\\r\") }", "{ $0.split(separator: \"\\n\") }",
      "{ $0.replacing(\"\\n\", with: \"|\") }", "{ [$0, 1][0].contains(\"\\n\") }", "{ $0.contains(\"\\n\") }",
      "{ $0.contains($0) }", "{ $0.split(separator: \",\") }", "{ $0.split(\" \") }",
      "{ $0.split(separator: \",\")[1] }", "{ $0.split(separator: \", \").count }", "{ $0.split(\",\").map(Int) }",
      "{ $0.split(\",\").last }", "{ $0.split(separator: \";\").map { $0.split(separator: \"=\") } }",
      "{ $0.replacing(\"a\", with: \"o\") }", "{ $0.replacing(\"x\", with: \"\") }", "{ $0.prefix(2) }",
      "{ $0.suffix(2) }", "{ $0.dropFirst(1) }", "{ $0.dropLast() }", "{ $0 + \"!\" }", "{ $0 == \"42\" }",
      "{ $0 < \"b\" }", "{ $0 == nil }", "{ $0 == 42 }", "{ Int($0) }", "{ Double($0) }", "{ Int($0) ?? 0 }",
      "{ Int($0) + 1 }", "{ Int($0) == 42 }", "{ Int($0) != nil }", "{ Double($0) ?? 0 }", "{ String($0) }",
      "{ Date($0, strategy: .iso8601) }", "{ Date($0, strategy: .iso8601) ?? -1 }",
      "{ [\"len\": $0.count, \"text\": $0] }", "{ \"<\\($0)|\\($0.count)>\" }", "{ \"\\($0.first)\" }",
      "{ $0.isEmpty ? nil : $0 }", "{ $0.count > 3 ? $0.count : $0 }", "{ Int($0) > 3 }", "{ -Int($0) }",
    ])

  static let patterns = table(
    .string, words,
    [
      "{ $0.contains(/[0-9]+/) }", "{ $0.contains(#/ 50[03] /#) }", "{ $0.hasPrefix(/[a-z]/) }",
      "{ $0.firstMatch(of: /[0-9]+/) }", "{ $0.firstMatch(of: /(\\w)=(\\d+)/) }",
      "{ $0.firstMatch(of: /(\\w)=(\\d+)/).2 }", "{ $0.firstMatch(of: /(?<k>\\w+)=(?<v>\\d+)/) }",
      "{ $0.firstMatch(of: /(?<k>\\w+)=(?<v>\\d+)/).v }", "{ $0.firstMatch(of: /(?<k>[a-z])|(?<n>[0-9])/).n }",
      "{ $0.wholeMatch(of: /-?\\d+/) }", "{ $0.wholeMatch(of: /\\d+/) != nil }", "{ $0.matches(of: /\\d/) }",
      "{ $0.matches(of: /(?<k>\\w)=(?<v>\\d+)/).map { $0.v } }", "{ $0.matches(of: /\\w+/).count }",
      "{ $0.matches(of: /x*/).count }", "{ $0.split(separator: /[ ,;]+/) }", "{ $0.split(separator: /x*/) }",
      "{ $0.replacing(/[0-9]+/, with: \"#\") }", "{ $0.replacing(/x*/, with: \"-\") }",
      "{ $0.contains(/^a.*c$/) }", "{ $0.contains(/(?i)hello/) }", "{ $0.firstMatch(of: /./) }",
      "{ $0.firstMatch(of: /\\b\\w/) }", "{ $0.contains(#/a/b|\\?x/#) }", "{ $0.contains(/\"b\\\\/) }",
      "{ Int($0.firstMatch(of: /\\d+/)) ?? 0 }",
    ])

  static let numbers =
    table(
      .int, [0, 1, -1, 7, -7, 100, .int(.max), .int(.min)],
      [
        "{ $0 * 2 + 1 }", "{ $0 / 2 }", "{ $0 % 3 }", "{ -$0 }", "{ -0 }", "{ $0 + 0.5 }", "{ $0 / 2.0 }",
        "{ 1.5 * -0 }", "{ $0 * -0 }", "{ 1 / 2 + 0.5 }", "{ Double(1 / 2) }", "{ Double($0) / 3 }", "{ $0 == 1.0 }",
        "{ $0 < 1.5 }", "{ $0 == \"1\" }", "{ $0 == nil }", "{ $0 ?? 5 }", "{ abs($0) }", "{ min($0, 3) }",
        "{ max($0, 3, -2) }", "{ min($0, 0.5) }", "{ round($0) }", "{ floor($0 / 2.0) }", "{ sqrt($0) }",
        "{ pow($0, 2) }", "{ pow(2, 10) }", "{ log($0) }", "{ log2($0) }", "{ log10($0) }", "{ exp(1) }",
        "{ String($0) }", "{ String(1 + 2) }", "{ $0.description }", "{ $0.isMultiple(of: 2) }", "{ Int($0) }",
        "{ 9223372036854775807 - $0 }", "{ $0 - 1 < 0 || $0 > 5 && $0 != 7 }", "{ $0 == 1 ? nil : $0 }",
        "{ $0 > 0 ? $0 : -0.5 }", "{ \"\\($0 + 1) of \\($0 * 0.5)\" }", "{ 1...3 }", "{ (0..<3).map { $0 * 2 } }",
        "{ $0 % 2.5 }", "{ [$0, 1].max() }", "{ [$0, 1.5].sum() }", "{ [$0, -$0][1] }", "{ ($0, \"a\").1 }",
        "{ 1 + $0 - 2 * 3 + $0 / 4 - 5 + $0 % 6 + 7 - $0 + 8 * 9 + 10 - 11 + $0 }", "{ !($0 > 1) }",
        "{ $0 > 1 == true }", "{ [3, 1, 2].sorted().map { $0 + 1 }.sum() }", "{ [1, 2].contains($0) }",
        "{ (3...2).count }", "{ 5 == 5.0 }", "{ --$0 }",
      ])
    + table(
      .double, [0.0, -0.0, 1.5, -2.5, 1e20, 9_007_199_254_740_993.0, 0.1],
      [
        "{ $0 + 1 }", "{ $0 * -0 }", "{ $0 + 1 / 2 }", "{ $0 - 0.1 }", "{ $0 / 3 }", "{ $0 % 2 }", "{ -$0 }",
        "{ $0 == 0 }", "{ $0 == 9007199254740993 }", "{ $0 > 1 }", "{ $0.rounded() }", "{ Int($0) }", "{ round($0) }",
        "{ floor($0) + ceil($0) }", "{ abs($0) }", "{ max($0, 0.0) }", "{ min(-0.0, $0) }", "{ sqrt(abs($0)) }",
        "{ Double($0) }", "{ String($0) }", "{ \"\\($0)\" }", "{ $0 == 1.5 ? 1 : $0 }", "{ [$0, 1].sorted() }",
        "{ [$0, $0].sum() }", "{ [0.5, $0].average() }", "{ [$0, 2.5, 1.0].percentile(0.5) }", "{ $0 < 1 / 2 }",
        "{ Int(round($0 / 1e19)) }",
      ])

  static let constants = table(
    .value, [1, 2, 9, -1, 2.5, .null],
    [
      "{ let y = $0 * 2; return y + 1 }", "{ let a = 1 let b = a + 1 return [a, b] }",
      "{ x in let y = x; let x = 5; return x + y }", "{ let y = $0\n  let z = y + 1\n  return z }",
      "{ if $0 > 1 { \"many\" } else { \"one\" } }",
      "{ if $0 > 9 { 3 } else if $0 > 1 { 2 } else { let x = 1; return x } }",
      "{ if $0 == nil { nil } else { let y = $0 + 1; return y * y } }", "{ let max = $0; return max }",
      "{ let Value = $0; return Value }", "{ let value1 = $0; return [1].map { x in [x, value1, $0] } }",
      "{ [1, (if $0 == 1 { let x = 5; return x } else { 6 })] }",
      "{ 1 + (if $0 > 1 { let x = 5; return x } else { 6 }) }",
      "{ let f = [1, 2].map { $0 + 1 }; return f.sum() + ($0 ?? 0) }", "{ let n = nil; return n ?? $0 }",
      "{ let zero = 0; return $0 == nil ? zero : $0 }", "{ let t = (1, \"a\"); return t.1 + \"\\(t.0)\" }",
      "{ let x = 1; let x = x + 1; return x }", "{ _ in let x = 1; return x }", "{ value1 in [value1].map { $0 } }",
      "{ if $0 > 1 { let a = \"x\"; return a } else { let a = 2; return a } }",
      "{ let k = \"n\"; return [k: $0][k] }", "{ (if $0 > 1 { let x = 5; return x } else { 6 }) + 1 }",
      "{ if (\"\\($0)\".split(separator: \".\").map { $0.count }.sum() > 2) { let a = 1; return a } else { 2 } }",
      "{ if ([$0, nil].first.map { $0 == 1 }) { let a = 1; return a } else { 2 } }",
    ])

  static let lists =
    table(
      .array(.int), [.array([]), .array([3, 1, 2]), .array([5])],
      [
        "{ $0.first }", "{ $0.last ?? 0 }", "{ $0.first + 1 }", "{ $0.first == 3 }", "{ $0.first == nil }",
        "{ $0.first > 1 }", "{ $0[1] }", "{ $0[7] }", "{ $0.count + 1 }", "{ $0.map { $0 * 2 } }",
        "{ $0.filter { $0 > 1 } }", "{ $0.sum() }", "{ $0.reduce(0, +) }", "{ $0.reduce(1) { $0 * $1 } }",
        "{ $0.average() }", "{ $0.percentile(0.9) }", "{ $0.sorted() }", "{ $0.max() }", "{ $0.min() ?? -1 }",
        "{ $0.contains(3) }", "{ $0.contains(3.0) }", "{ $0.contains(where: { $0 > 4 }) }",
        "{ $0.first(where: { $0 < 3 }) }", "{ $0.allSatisfy { $0 > 0 } }", "{ $0.compactMap { $0 > 1 ? $0 : nil } }",
        "{ $0.joined(separator: \",\") }", "{ $0.prefix(2) }", "{ $0.reversed() }", "{ $0 + [1] }", "{ $0 + [\"a\"] }",
        "{ $0 == [5] }", "{ $0 == [5.0] }", "{ $0.map { \"n\\($0)\" }.joined() }", "{ $0.first.map { $0 + 1 } }",
        "{ $0.last.map { \"\\($0)\" } ?? \"-\" }", "{ $0.map { x in x + $0.count } }", "{ $0.description }",
        "{ $0.map { $0 > 2 ? $0 : nil } }", "{ $0.map { $0 > 2 ? $0 : \"s\" } }", "{ $0.map(Double) }",
        "{ $0.map { [$0, $0] } }",
      ])
    + table(
      .array(.string), [.array([]), .array(["b", "a", "é"])],
      [
        "{ $0.sorted() }", "{ $0.joined(separator: \"-\") }", "{ $0.first }", "{ $0.map { $0.count } }", "{ $0.max() }",
        "{ $0.contains(\"a\") }", "{ $0.first?.uppercased() }", "{ $0.map { $0.first } }", "{ $0.map(\\.count).sum() }",
        "{ $0.filter { $0.hasPrefix(\"a\") }.count }", "{ $0.map { $0.first ?? \"\" } }", "{ $0[0] == \"b\" }",
        "{ if ($0.map { $0.count }.sum() > 2) { let a = $0.first; return a } else { nil } }",
      ])
    + table(
      .array(.double), [.array([]), .array([1.5, 2.5, -0.5])],
      ["{ $0.sum() }", "{ $0.average() }", "{ $0.max() }", "{ $0.sorted() }", "{ $0.map { Int($0) } }", "{ $0[2] }"])

  static let unlike = table(
    .value, [1, 1.0, "1", .bool(true), .null, .array([1]), .object(["a": 1]), .tuple([1, 2])],
    [
      "{ $0 == 1 }", "{ $0 == 1.0 }", "{ $0 == \"1\" }", "{ $0 == true }", "{ $0 == nil }", "{ $0 == [1] }",
      "{ $0 != 1 }", "{ $0 < 2 }", "{ $0 >= \"0\" }", "{ $0 + 1 }", "{ $0 ?? 3 }", "{ $0 == (1, 2) }",
      "{ $0 == [\"a\": 1] }", "{ $0.description }", "{ $0.count }", "{ $0.0 }", "{ [$0, 1].contains(1) }",
      "{ [$0] == [1] }", "{ $0 == true ? 1 : 0 }", "{ \"\\($0)\" }", "{ $0 && true }", "{ String($0) }", "{ abs($0) }",
      "{ Int($0) }", "{ $0[0] }", "{ $0[\"a\"] }", "{ -$0 }", "{ $0! }", "{ max($0, 1) }", "{ $0.a }",
    ])

  static let pairs =
    table(
      .tuple([.int, .string]), [.tuple([1, "a"]), .tuple([-2, ""])],
      [
        "{ $0.0 }", "{ $0.1 }", "{ \"\\($0)\\($1)\" }", "{ n, text in text + \"\\(n)\" }", "{ $0 }",
        "{ $1.count + $0 }", "{ $0.0 > 0 && $0.1 != \"\" }", "{ pair in [\"n\": pair.0, \"t\": pair.1] }",
        "{ ($0.1, $0.0) }", "{ $0 == (1, \"a\") }", "{ [$0] }", "{ \"\\([$0])\" }", "{ $1.isEmpty ? nil : ($0, $1) }",
      ])
    + table(
      [.int, .int], [[1, 2], [-3, 5], [4, 4]],
      ["+", "{ $0 * $1 }", "{ a, b in a - b }", "<", "==", "{ $0 }", "{ a, _ in a }", "{ [$1, $0] }", "max"])
    + table(
      [.value, .int], [[.null, 2], [.object(["n": 1]), 5], [3, 4]],
      ["+", "{ [\"n\": ($0.n ?? 0) + $1] }", "{ $0 == $1 }", "==", "{ _, b in b }", "{ $0 ?? $1 }"])
    + table(
      .optional(.int), [1, .null, -4],
      [
        "{ $0 ?? 0 }", "{ $0 + 1 }", "{ $0 == nil }", "{ $0 == 1 }", "{ $0 > 0 }", "{ $0! }", "{ [$0, 2] }",
        "{ \"\\($0)\" }", "{ $0 ?? \"none\" }", "{ $0 ?? 1.5 }", "{ ($0, $0) }", "{ $0 }", "{ [\"a\": $0] }",
      ])

  static let combinations = table(
    .value, hits + [.object(["line": "10.0.0.7 GET /a 503 12ms", "items": .array([.object(["n": 1, "k": "a"])])])],
    [
      "{ $0.line.firstMatch(of: /(?<ip>\\S+) .* (?<status>\\d+) /).status }",
      "{ let m = $0.line.firstMatch(of: /(?<ip>\\S+) (?<verb>[A-Z]+)/); return [\"ip\": m.ip, \"verb\": m.verb] }",
      "{ let words = $0.line.split(separator: \" \"); return if words.count > 3 { words[3] } else { nil } }",
      "{ $0.items.map { [\"k\": $0.k.uppercased(), \"n\": $0.n * 2] } }",
      "{ $0.items.reduce([:]) { $0.merging([$1.k: $1.n]) { $0 + $1 } } }",
      "{ $0.items.filter { $0.n > 0 }.map { $0.k }.joined(separator: \",\") }",
      "{ let n = $0.items.compactMap(\\.n).sum() ?? 0; return n > 0 ? \"some\" : \"none\" }",
      "{ Int($0.line.split(\" \")[3]) ?? 0 > 400 }",
      "{ ($0.status ?? 0) == 503 || ($0.line ?? \"\").contains(/5\\d\\d/) }",
      "{ $0.merging([\"level\": ($0.ms ?? 0) > 10 ? \"slow\" : \"fast\"]) { old, new in new } }",
      "{ if $0.user == nil { \"nobody\" } else { let u = $0.user; return \"\\(u.name) (\\(u.age))\" } }",
      "{ [$0.ms ?? 0, 5, 7].sorted().map { $0 * 2 }.max() }",
      "{ let ms = $0.ms ?? 0; return round(ms * 10) / 10 }",
      "{ [\"a\", \"b\"].map { k in [\"k\": k, \"v\": $0[k] ?? $0.ms] } }",
      "{ $0.tags.map { t in $0.path.hasPrefix(t) ? t : \"\\(t)?\" } }",
      "{ $0.status == 503 && $0.ms > 10 && $0.ok && $0.tags.count == 2 && $0.user.age >= 30 && $0.path != nil }",
      "{ $0.keys.filter { $0.count > 2 }.map { k in $0[k] } }",
      "{ let d = [\"x\": 1]; return d[\"x\", default: 0] + d[\"y\", default: 10] }",
    ])
}
