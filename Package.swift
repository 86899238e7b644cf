// swift-tools-version: 6.2

import PackageDescription

// A package that only the programs and the tests need. A package that uses a library with `traits: []` doesn't clone it.
func program(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Programs"]))
}

let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let asyncAlgorithms = program("AsyncAlgorithms", "swift-async-algorithms")
let argumentParser = program("ArgumentParser", "swift-argument-parser")
let yams = program("Yams", "Yams")
let hummingbird = program("Hummingbird", "hummingbird")
let hummingbirdCore = program("HummingbirdCore", "hummingbird")
let httpTypes = program("HTTPTypes", "swift-http-types")
let lifecycle = program("ServiceLifecycle", "swift-service-lifecycle")
let signals = program("UnixSignals", "swift-service-lifecycle")
let logging = program("Logging", "swift-log")
let nio = ["NIOCore", "NIOPosix", "NIOHTTP1"].map { program($0, "swift-nio") }
let subprocess = program("Subprocess", "swift-subprocess")
let system = program("SystemPackage", "swift-system")
// The pages of the daemon and of `marbled serve`.
let viewerFiles =
  ["html", "css", "js"].flatMap { ["Viewer/viewer.\($0)", "Remote/remote.\($0)"] } + ["OpenAPI/openapi.json"]
let pageFiles = [
  "page.html", "page.css", "panels.css", "print.css", "main.js", "api.js", "picture.js", "motion.js", "player.js",
  "hands.js", "editor.js", "lesson.js", "predict.js", "rows.js", "field.js", "chooser.js", "settings.js",
  "connection.js", "visit.js", "edits.js", "dom.js", "index.js", "links.js", "share.js", "titles.js", "trouble.js",
  "story.js", "cards.js", "differences.js", "findings.js", "glyphs.js", "present.js", "list.html", "list.css",
  "theme.js", "icon.svg", "favicon.ico", "start.js", "site.js", "site.css",
].map { "Page/\($0)" }
// The C client library of Redis. Without the trait, SwiftPM neither looks for it nor links it.
let hiredis = Target.Dependency.byName(name: "CHiredis", condition: .when(traits: ["Redis"]))

// Release builds (systemd/build.sh) link statically and fold identical functions, which saves a quarter of the memory. Other
// builds don't, because tests link `marbled`, too, and can't be linked this way.
let isStatic = Context.environment["MARBLED_STATIC"] == "1"
let wholeProgram: [LinkerSetting] =
  isStatic ? [.unsafeFlags(["-static-executable", "-Xlinker", "--icf=safe"], .when(platforms: [.linux]))] : []

// The commit that `--version` shows. Only systemd/build.sh sets it, because other builds would relink after each commit.
let commit = (Context.environment["MARBLED_COMMIT"] ?? "").filter { $0.isLetter || $0.isNumber || $0 == "." }

// An asynchronous function stays on the executor of its caller. Otherwise each call asks the runtime twice which executor is
// wanted, and there are several calls for each value.
let inPlace: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let package = Package(
  name: "marbled",
  // The first systems with the module Synchronization. The programs are for macOS and Linux.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "marbled", targets: ["marbled"]),
    .executable(name: "marbled-daemon", targets: ["marbled-daemon"]),
    .library(name: "Marbles", targets: ["Marbles"]),
    .library(name: "Playback", targets: ["Playback"]),
    .library(name: "MarbleTap", targets: ["MarbleTap"]),
    .library(name: "MarblesTesting", targets: ["MarblesTesting"]),
    .plugin(name: "MarbledCommand", targets: ["MarbledCommand"]),
  ],
  traits: [
    .default(enabledTraits: ["Programs"]),
    .trait(
      name: "Programs",
      description: "The programs and all tests. The libraries alone, with `traits: []`, need swift-collections only."),
    // `--traits default,Redis`: a list of traits drops the default, unless it names it.
    .trait(name: "Redis", description: "Read and write streams of a Redis server. Needs the C library hiredis."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    // The commands of live rows, `exec:COMMAND`: starts them and waits for them without blocking a thread.
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    // Of marbled-daemon alone.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // In the order in which data flows: a target depends only on targets above it.
    // The C library under one name, and what differs among systems.
    .target(name: "Platform"),
    // Compressed bytes.
    .target(name: "Gzip"),
    .systemLibrary(
      name: "CHiredis", pkgConfig: "hiredis", providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]),
    // Streams of a Redis server; without the trait it explains how to get it.
    .target(name: "RedisClient", dependencies: ["Platform", hiredis]),
    // Reports the streams of other programs; only examples and tests of this package use it.
    .target(name: "MarbleTap", dependencies: ["Platform"]),
    .target(name: "Marbles", dependencies: ["Platform"]),
    .target(name: "CPlayback"),
    .target(name: "Playback", dependencies: ["Platform", "Marbles", "CPlayback", deque, heap]),
    // Tests of streams with diagrams, for other packages; no program of this package uses it.
    .target(name: "MarblesTesting", dependencies: ["Platform", "Marbles", "Playback"]),
    .target(
      name: "Operators", dependencies: ["Marbles", "Playback", asyncAlgorithms, deque], swiftSettings: inPlace),
    .target(
      name: "Expressions", dependencies: ["Platform", "Marbles", "Playback", "Operators"], swiftSettings: inPlace),
    .target(
      name: "Scenes", dependencies: ["Marbles", "Playback", "Operators", "Expressions", asyncAlgorithms, deque],
      swiftSettings: inPlace),
    // What crosses a process, as values: each with one encoder and one decoder.
    .target(name: "Wire", dependencies: ["Marbles", "Expressions", "Scenes"]),
    .target(
      name: "Inputs",
      dependencies: ["Platform", "Gzip", "RedisClient", "Marbles", "Scenes", "Wire", deque, subprocess, system]),
    .target(
      name: "SceneFiles",
      dependencies: ["Marbles", "Playback", "Operators", "Expressions", "Scenes", "Inputs", "Narrations", yams]),
    // Edited scenes, written into their files.
    .target(name: "SceneUpdating", dependencies: ["Marbles", "Playback", "Operators", "Scenes", "SceneFiles", yams]),
    .target(name: "Narrations", dependencies: ["Marbles", "Operators", "Expressions", "Scenes"]),
    .target(name: "Terminal", dependencies: ["Platform"]),
    .target(name: "Layout", dependencies: ["Marbles", "Operators", "Expressions", "Scenes"]),
    .target(
      name: "Drawing",
      dependencies: ["Marbles", "Expressions", "Scenes", "Narrations", "Layout", "Terminal"]),
    .target(
      name: "Player",
      dependencies: [
        "Marbles", "Platform", "Playback", "Operators", "Expressions", "Scenes", "Wire", "Narrations", "Layout",
        "Terminal", "Drawing", deque,
      ]),
    .target(
      name: "Formats",
      dependencies: [
        "Marbles", "Operators", "Expressions", "Scenes", "Wire", "SceneFiles", "Narrations", "Layout", "Terminal",
        "Drawing",
      ]),
    // Messages of JSON-RPC.
    .target(name: "JSONRPC", dependencies: ["Marbles"]),
    // What an editor shows of scenes, as a value: messages in, actions out.
    .target(
      name: "LanguageServer",
      dependencies: ["JSONRPC", "Marbles", "Playback", "Operators", "Expressions", "Scenes", "SceneFiles", "Formats"]),
    .target(name: "CVersion", cSettings: commit.isEmpty ? [] : [.define("MARBLED_COMMIT", to: commit)]),
    .target(
      name: "CommandSupport",
      dependencies: [
        "CVersion", "Platform", "Marbles", "Operators", "Expressions", "Scenes", "Inputs", "SceneFiles", "Terminal",
        "Drawing",
        "Player",
        "Formats", argumentParser,
      ]),
    // Scenes for a page: text in; events, sentences and a picture out.
    .target(
      name: "Playground",
      dependencies: [
        "Marbles", "Playback", "Operators", "Expressions", "Scenes", "Wire", "SceneFiles", "SceneUpdating",
        "Narrations", "Drawing", "Formats",
      ]),
    // A server for agents, as a value: messages in, messages out.
    .target(
      name: "AgentTools",
      dependencies: [
        "JSONRPC", "Marbles", "Playback", "Expressions", "Scenes", "Inputs", "SceneFiles", "Narrations", "Terminal",
        "Formats", "Playground",
      ]),
    .executableTarget(
      name: "marbled",
      dependencies: [
        "Platform", "RedisClient", "Marbles", "Playback", "Operators", "Expressions", "Scenes", "Inputs", "SceneFiles",
        "SceneUpdating", "Narrations", "Terminal", "Drawing", "Player", "Formats", "LanguageServer", "CommandSupport",
        "JSONRPC",
        "AgentTools", argumentParser,
      ],
      linkerSettings: wholeProgram),
    // The state of a daemon as a value, without the network: built, tested and fuzzed by itself.
    .target(name: "HubCore", dependencies: ["Marbles", "Playback", "Expressions", "Scenes", "Wire"]),
    // The network stack takes minutes to build, and few users need it. So the daemon is a separate program.
    .target(
      name: "Server",
      dependencies: [
        "Platform", "Gzip", "RedisClient", "Marbles", "Playback", "Operators", "Scenes", "Wire", "Inputs",
        "SceneFiles", "Terminal", "Drawing", "Player", "HubCore", "Playground", hummingbird, hummingbirdCore,
        httpTypes, lifecycle, signals, logging,
      ] + nio, resources: (viewerFiles + pageFiles).map { .embedInCode("HTTP/\($0)") }),
    .target(
      name: "Client",
      dependencies: [
        "Platform", "Marbles", "Playback", "Expressions", "Scenes", "Wire", "Inputs", "SceneFiles", "Terminal",
        "Drawing", "Player",
      ]
        + nio),
    .executableTarget(
      name: "marbled-daemon",
      dependencies: [
        "Platform", "Marbles", "Scenes", "Wire", "Inputs", "SceneFiles", "Terminal", "Drawing", "Player", "Server",
        "Client", "CommandSupport", argumentParser,
      ]),
    // `swift package marbled check`, in other packages. It names no target, and has the program built when it runs.
    .plugin(
      name: "MarbledCommand",
      capability: .command(
        intent: .custom(
          verb: "marbled", description: "Check the scenes of the package's documents, and draw their pictures.")),
      path: "Sources/MarbledCommand"),
    // A small service with taps, for those who try them.
    .executableTarget(name: "TapExample", dependencies: ["MarbleTap", asyncAlgorithms, argumentParser]),
    // Terminals for programs to run on.
    .target(name: "TestSupport", dependencies: ["Platform"], path: "Tests/Support"),
    // Scenes for tests, and what they do in words.
    .target(
      name: "SceneTestSupport",
      dependencies: ["Marbles", "Platform", "Playback", "Operators", "Expressions", "Scenes"],
      path: "Tests/SceneSupport"),

    .target(
      name: "Fuzzing",
      dependencies: [
        "Gzip", "Marbles", "Playback", "Operators", "Expressions", "Scenes", "Wire", "Inputs", "SceneFiles",
        "SceneUpdating", "Narrations", "Layout", "Terminal", "Drawing", "Player", "Formats", "HubCore", "Playground",
        "JSONRPC", "AgentTools", "LanguageServer", "TestSupport", "SceneTestSupport",
      ], path: "Tests/Fuzzing"),

    .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
    .testTarget(name: "GzipTests", dependencies: ["Gzip", "Marbles", "TestSupport"]),
    .testTarget(name: "MarblesTests", dependencies: ["Marbles", "Fuzzing", "SceneTestSupport"]),
    .testTarget(name: "PlaybackTests", dependencies: ["Platform", "Marbles", "Playback", asyncAlgorithms]),
    .testTarget(
      name: "MarbleTapTests",
      dependencies: ["Platform", "Marbles", "Scenes", "Wire", "Inputs", "MarbleTap", "TestSupport", asyncAlgorithms]),
    .testTarget(
      name: "TapExampleTests", dependencies: ["MarblesTesting", "TapExample", asyncAlgorithms]),
    .testTarget(
      name: "MarblesTestingTests",
      dependencies: ["MarbleTap", "Marbles", "Playback", "MarblesTesting", asyncAlgorithms]),
    .testTarget(name: "OperatorsTests", dependencies: ["Marbles", "Operators"]),
    .testTarget(
      name: "ExpressionsTests", dependencies: ["Marbles", "Playback", "Operators", "Expressions", "SceneTestSupport"]),
    .testTarget(
      name: "ScenesTests",
      dependencies: [
        "Platform", "Marbles", "Playback", "Operators", "Expressions", "Scenes", "Inputs", "SceneFiles",
        "Narrations", "Formats", "Player", "Fuzzing",
        "SceneTestSupport", asyncAlgorithms,
      ]),
    .testTarget(name: "WireTests", dependencies: ["Platform", "Marbles", "Expressions", "Scenes", "Wire"]),
    .testTarget(name: "RedisClientTests", dependencies: ["Platform", "RedisClient", "TestSupport"]),
    .testTarget(
      name: "InputsTests",
      dependencies: ["Platform", "Gzip", "RedisClient", "Marbles", "Scenes", "Inputs", "TestSupport"]),
    .testTarget(
      name: "SceneFilesTests",
      dependencies: [
        "Marbles", "Playback", "Operators", "Expressions", "Scenes", "Inputs", "SceneFiles", "Narrations",
        "SceneTestSupport",
      ]),
    .testTarget(
      name: "SceneUpdatingTests",
      dependencies: [
        "Marbles", "Operators", "Expressions", "Scenes", "SceneFiles", "SceneUpdating", "SceneTestSupport",
      ]),
    .testTarget(
      name: "NarrationsTests",
      dependencies: [
        "Marbles", "Playback", "Operators", "Expressions", "Scenes", "SceneFiles", "Narrations", "Player",
        "SceneTestSupport", "TestSupport",
      ]),
    .testTarget(name: "TerminalTests", dependencies: ["Platform", "Terminal", "TestSupport"], exclude: ["Emulators"]),
    .testTarget(
      name: "DrawingTests",
      dependencies: [
        "Marbles", "Playback", "Operators", "Expressions", "Scenes", "Wire", "SceneFiles", "Narrations", "Layout",
        "Terminal", "Drawing", "Formats", "SceneTestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "PlayerTests",
      dependencies: [
        "Platform", "Marbles", "Playback", "Operators", "Expressions", "Scenes", "Inputs", "SceneFiles", "Narrations",
        "Layout", "Terminal", "Drawing", "Player", "Fuzzing", "TestSupport", "SceneTestSupport",
      ]),
    .testTarget(
      name: "FormatsTests",
      dependencies: [
        "Marbles", "Operators", "Expressions", "Scenes", "Inputs", "SceneFiles", "Narrations", "Layout", "Terminal",
        "Drawing", "Formats", "TestSupport", "SceneTestSupport",
      ]),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: ["JSONRPC", "Marbles", "Playback", "SceneFiles", "LanguageServer", "TestSupport"]),
    .testTarget(
      name: "HubCoreTests",
      dependencies: ["Marbles", "Scenes", "Wire", "SceneFiles", "HubCore", "Fuzzing", "SceneTestSupport"]),
    .testTarget(
      name: "PlaygroundTests",
      dependencies: ["Marbles", "Playback", "Operators", "Scenes", "SceneFiles", "Playground", "TestSupport"]),
    .testTarget(name: "JSONRPCTests", dependencies: ["Marbles", "JSONRPC"]),
    .testTarget(name: "AgentToolsTests", dependencies: ["Marbles", "Playback", "JSONRPC", "AgentTools"]),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Platform", "Gzip", "RedisClient", "Marbles", "Playback", "Scenes", "Wire", "SceneFiles", "Terminal",
        "Drawing", "Player", "Inputs", "HubCore", "Playground", "Server", "Client", "Fuzzing", "TestSupport",
        hummingbird, httpTypes, lifecycle, logging, program("NIOEmbedded", "swift-nio"),
      ] + nio),
    .testTarget(
      name: "ClientTests",
      dependencies: [
        "Platform", "Marbles", "Playback", "Scenes", "Wire", "SceneFiles", "Narrations", "Terminal", "Drawing",
        "Player", "Client", "TestSupport",
      ] + nio),
    .testTarget(name: "ArchitectureTests"),
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "Gzip", "RedisClient", "Marbles", "Operators", "Expressions", "Scenes", "Wire", "Inputs", "SceneFiles",
        "SceneUpdating",
        "Narrations", "Layout", "Terminal", "LanguageServer", "Playground", "JSONRPC", "Server", "Fuzzing",
        "TestSupport",
        "SceneTestSupport",
      ]),
    .testTarget(
      name: "marbledTests",
      dependencies: [
        "Platform", "Gzip", "RedisClient", "Marbles", "Playback", "Operators", "Expressions", "Scenes", "Inputs",
        "Terminal",
        "Wire", "SceneFiles", "Drawing", "Formats", "CommandSupport", "marbled", "marbled-daemon", "Server", "Client",
        "Fuzzing", "TestSupport", "SceneTestSupport", argumentParser,
      ],
      exclude: ["Agents", "Browser", "LanguageServer", "Snapshots", "Traces"]),
  ],
  swiftLanguageModes: [.v6]
)

// Tools that neither users nor tests need: `MARBLED_TOOLS=1 swift run -c release Benchmarks`.
if Context.environment["MARBLED_TOOLS"] == "1" {
  package.dependencies.append(
    // A command, `swift package generate-documentation`.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
  package.targets += [
    // Taps on many threads, for ThreadSanitizer: builds without the rest of the package.
    .executableTarget(name: "TapStress", dependencies: ["Platform", "MarbleTap"], path: "Tests/TapStress"),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Platform", "Marbles", "Playback", "Operators", "Expressions", "Scenes", "Inputs", "SceneFiles", "Terminal",
        "Drawing", "Player", "MarbleTap", "CAllocations", "Fuzzing", "TestSupport", asyncAlgorithms,
        argumentParser,
      ], path: "Tests/Benchmarks"),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Platform", "Fuzzing", "Marbles", "SceneFiles", "Scenes", "Terminal", "TestSupport", argumentParser,
      ], path: "Tests/Fuzz"),
  ]
}

// Some of the test targets alone: `MARBLED_TESTS=InputsTests,ServerTests swift build --build-tests`.
if let names = Context.environment["MARBLED_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// In CI a warning is an error; elsewhere it may wait until the work is done.
let strict: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

let inC = ["CPlayback", "CVersion", "CAllocations"]
for target in package.targets
where !inC.contains(target.name) && target.type != .system && target.type != .plugin {
  target.swiftSettings =
    strict + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
