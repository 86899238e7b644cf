import Testing

@testable import Operators

/// The lists of names are written from the documentation of each library, without the tables.
@Suite struct NameIndexTests {
  private static let index = NameIndex.standard

  /// The page "RxJS Operators" of RxJS 7, and what else its API exports.
  private static let rxJS = """
    ajax bindCallback bindNodeCallback defer EMPTY empty from fromEvent fromEventPattern generate interval of range
    throwError timer iif combineLatest concat forkJoin merge partition race zip buffer bufferCount bufferTime
    bufferToggle bufferWhen concatMap concatMapTo exhaust exhaustMap expand groupBy map mapTo mergeMap mergeMapTo
    mergeScan pairwise pluck scan switchScan switchMap switchMapTo window windowCount windowTime windowToggle
    windowWhen audit auditTime debounce debounceTime distinct distinctUntilChanged distinctUntilKeyChanged elementAt
    filter first ignoreElements last sample sampleTime single skip skipLast skipUntil skipWhile take takeLast takeUntil
    takeWhile throttle throttleTime combineLatestAll concatAll exhaustAll mergeAll switchAll startWith withLatestFrom
    multicast publish publishBehavior publishLast publishReplay share catchError retry retryWhen tap delay delayWhen
    dematerialize materialize observeOn subscribeOn timeInterval timestamp timeout timeoutWith toArray defaultIfEmpty
    every find findIndex isEmpty count max min reduce animationFrames connectable NEVER never onErrorResumeNext
    scheduled using webSocket fromFetch combineAll combineLatestWith concatWith connect endWith finalize flatMap
    mergeWith raceWith refCount repeat repeatWhen sequenceEqual shareReplay throwIfEmpty zipAll zipWith
    """

  /// Apple's page of `Publisher`, and the publishers of the framework.
  private static let combine = """
    map tryMap mapError replaceNil(with:) scan tryScan setFailureType(to:) filter tryFilter compactMap tryCompactMap
    removeDuplicates() removeDuplicates(by:) tryRemoveDuplicates(by:) replaceEmpty(with:) replaceError(with:) collect()
    collect(_:) collect(_:options:) ignoreOutput() reduce tryReduce count() max() max(by:) tryMax(by:) min() min(by:)
    tryMin(by:) contains(_:) contains(where:) tryContains(where:) allSatisfy tryAllSatisfy drop(untilOutputFrom:)
    dropFirst drop(while:) tryDrop(while:) append prepend prefix prefix(while:) tryPrefix(while:)
    prefix(untilOutputFrom:) first() first(where:) tryFirst(where:) last() last(where:) tryLast(where:) output(at:)
    output(in:) combineLatest merge(with:) zip flatMap(maxPublishers:_:) switchToLatest() assertNoFailure catch
    tryCatch retry measureInterval(using:options:) debounce(for:scheduler:options:)
    delay(for:tolerance:scheduler:options:) throttle(for:scheduler:latest:) timeout(_:scheduler:options:customError:)
    encode(encoder:) decode(type:decoder:) multicast share() buffer(size:prefetch:whenFull:) eraseToAnyPublisher()
    subscribe(on:options:) receive(on:options:) makeConnectable() autoconnect() connect breakpoint breakpointOnError()
    handleEvents print sink assign(to:on:) values Just Future Deferred Empty Fail Record Timer.publish(every:on:in:)
    PassthroughSubject CurrentValueSubject Published publisher
    """

  /// The package `kotlinx.coroutines.flow`.
  private static let kotlinFlow = """
    all any asFlow asSharedFlow asStateFlow buffer callbackFlow cancellable catch channelFlow chunked collect
    collectIndexed collectLatest combine combineTransform conflate consumeAsFlow count debounce distinctUntilChanged
    distinctUntilChangedBy drop dropWhile emit emitAll emptyFlow filter filterIsInstance filterNot filterNotNull first
    firstOrNull flatMapConcat flatMapLatest flatMapMerge flattenConcat flattenMerge flow flowOf flowOn fold last
    lastOrNull launchIn map mapLatest mapNotNull merge none onCompletion onEach onEmpty onStart onSubscription
    produceIn receiveAsFlow reduce retry retryWhen runningFold runningReduce sample scan shareIn single singleOrNull
    stateIn take takeWhile timeout toCollection toList toSet transform transformLatest transformWhile withIndex zip
    MutableSharedFlow MutableStateFlow SharedFlow StateFlow
    """

  /// The main operators of Rx.NET.
  private static let rxNET = """
    Select SelectMany Where Throttle Sample Buffer Window GroupBy Switch Amb StartWith Publish Replay RefCount Merge
    Concat Zip CombineLatest WithLatestFrom Do Delay Timeout Retry Catch Finally Distinct DistinctUntilChanged Skip
    SkipLast SkipUntil SkipWhile Take TakeLast TakeUntil TakeWhile Scan Aggregate Count Sum Average Max Min All Any
    Contains ToArray ToList DefaultIfEmpty SequenceEqual IsEmpty Repeat Return Empty Never Throw Range Interval Timer
    Generate Create Defer Materialize Dematerialize Timestamp TimeInterval ObserveOn SubscribeOn IgnoreElements
    OnErrorResumeNext Join GroupJoin ForkJoin Prepend Append ElementAt FirstAsync LastAsync SingleAsync OfType Cast
    """

  private static let words = [
    "unique", "rate limit", "latest of both", "wait until quiet", "every second", "in order", "batch", "pair", "retry",
    "timeout", "moving average", "group", "silence",
  ]

  @Test("each name of each library has an answer", arguments: KnownName.Library.allCases)
  func eachNameHasAnAnswer(library: KnownName.Library) {
    let names =
      switch library {
      case .rxJS: Self.split(Self.rxJS)
      case .combine: Self.split(Self.combine)
      case .kotlinFlow: Self.split(Self.kotlinFlow)
      case .rxNET: Self.split(Self.rxNET)
      case .words: Self.words
      }
    for name in names { #expect(Self.answers(name, library).isEmpty == false, "\(library.rawValue): \(name)") }
  }

  @Test func noNameAppearsTwiceInALibrary() {
    for library in KnownName.Library.allCases {
      // Lookup ignores case, blanks and hyphens.
      let names = Self.index.names.filter { $0.library == library }.map { name in
        name.name.lowercased().filter { $0 != " " && $0 != "-" }
      }
      #expect(!names.isEmpty)
      #expect(Set(names).count == names.count, "\(library.rawValue)")
    }
  }

  @Test func eachCitedOperatorIsInTheCatalogue() {
    for known in Self.index.names {
      guard let called = known.operatorName else { continue }
      #expect(Catalogue.standard[called] != nil, "\(known.name): \(called)")
      #expect(known.expression?.contains("\(called)") == true, "\(known.name): \(called)")
    }
  }

  @Test func theAnswersAreSentences() {
    for known in Self.index.names {
      #expect(known.sentence.hasSuffix(".") && !known.sentence.hasSuffix(".."), "\(known.sentence)")
      #expect(!known.sentence.contains("\n"), "\(known.sentence)")
      // A code in backticks has a pair of them.
      #expect(known.sentence.count { $0 == "`" }.isMultiple(of: 2), "\(known.sentence)")
      if case .none(let advice, let expression) = known.answer {
        #expect(advice != nil || expression != nil, "\(known.name)")
      }
    }
  }

  @Test("each answer leads to something to read or to do") func related() {
    for known in Self.index.names {
      #expect(!known.related.isEmpty, "\(known.name) of \(known.library)")
      for command in known.related {
        let words = command.split(separator: " ").map(String.init)
        #expect(words.count > 1 && ["explain", "learn"].contains(words[0]), "\(command)")
        for subject in words.dropFirst() where words[0] == "explain" {
          #expect(
            subject == "notation" || Catalogue.standard[subject] != nil || Concept.named(subject) != nil, "\(command)")
        }
      }
    }
  }

  @Test("a name without an operator has a page, too") func pages() {
    #expect(
      Self.index.page(for: "shareReplay") == """
        `shareReplay` of RxJS has no operator here: `share` does not replay, so a later reader misses the values before; in Swift, \
        keep them beside the stream, as in an actor, and let each reader begin with them; for a property of an `@Observable` model, \
        `Observations` begins with the current value.

        See also: `marbled explain share`, `marbled explain startWith`, `marbled learn lesson-unicast`.

        """)
    #expect(Self.index.page(for: "Subject")?.contains("`Subject` of RxJS, Combine and Rx.NET") == true)
    #expect(Self.index.page(for: "EMPTY")?.contains("`marbled explain notation`") == true)
    #expect(Self.index.page(for: "switchMap") == nil && Self.index.page(for: "frobnicate") == nil)
  }

  @Test("a name is exact more often than nearly so, and libraries have what marbled lacks")
  func counts() {
    for library in KnownName.Library.allCases where library != .words {
      let names = Self.index.names.filter { $0.library == library }
      let exact = names.count(where: \.isExact)
      let lacking = names.count { $0.operatorName == nil }
      #expect(exact > names.count / 5 && exact < names.count * 2 / 3, "\(library.rawValue): \(exact) of \(names.count)")
      #expect(names.count - exact - lacking < exact, "\(library.rawValue)")
      #expect(lacking > names.count / 5, "\(library.rawValue)")
    }
  }

  @Test(
    "what is easily confused",
    arguments: [
      ("buffer", .rxJS, "chunked", false), ("throttleTime", .rxJS, "throttle", false),
      ("auditTime", .rxJS, "throttle", false), ("takeUntil", .rxJS, "prefix", true),
      ("Throttle", .rxNET, "debounce", true), ("concatMap", .rxJS, "flatMap", true),
      ("switchMap", .rxJS, "flatMapLatest", true), ("flatMapConcat", .kotlinFlow, "flatMap", true),
      ("scan", .rxJS, "reductions", true), ("scan", .kotlinFlow, "reductions", false),
      ("collect()", .combine, "reduce", false), ("collect(_:)", .combine, "chunks", true),
      ("first()", .combine, "prefix", true), ("find", .rxJS, "first", false), ("buffer", .kotlinFlow, "buffer", true),
      ("conflate", .kotlinFlow, "buffer", true), ("debounce", .combine, "debounce", false),
      ("drop", .kotlinFlow, "dropFirst", true), ("drop(while:)", .combine, "drop", true),
      ("mergeMap", .rxJS, nil, false), ("flatMap", .rxJS, nil, false), ("exhaustMap", .rxJS, nil, false),
      ("shareReplay", .rxJS, nil, false), ("groupBy", .rxJS, "grouped", false), ("SelectMany", .rxNET, nil, false),
      ("group", .words, "grouped", true), ("GroupByUntil", .rxNET, "grouped", false),
      ("rate limit", .words, "throttle", true), ("wait until quiet", .words, "debounce", true),
    ] as [(String, KnownName.Library, String?, Bool)])
  func confusions(name: String, library: KnownName.Library, called: String?, isExact: Bool) throws {
    let known = try #require(Self.answers(name, library).first)
    #expect(known.operatorName == called)
    #expect(known.isExact == isExact)
  }

  @Test func noOtherOperatorIsClaimed() {
    // RxJS 7 has none of these.
    #expect(Self.index["some"].isEmpty)
    let named = { (name: String) in Catalogue.standard[name]?.rxName }
    #expect(named("buffer") == nil)
    #expect(named("contains") == nil)
    #expect(named("interspersed") == nil)
    #expect(named("prefix") == "take, takeUntil, takeWhile")
    #expect(named("flatMapLatest") == "switchMap, switchMapTo")
    #expect(named("throttle") == "throttle, audit, auditTime, throttleTime")
    #expect(Catalogue.standard["debounce"]?.combineName == "debounce")
  }

  @Test("an answer says what to write before why, and plain words are not of a library") func wordsOfAnswers() {
    #expect(
      Self.index.clause(for: "connectable")
        == "`connectable` of RxJS has no operator here: write `a.share()`; the first reader of `share` starts it, and nothing has "
        + "to be connected")
    #expect(
      Self.index.clause(for: "callback")?.hasPrefix("`callback` is no operator here: in Swift, an `AsyncStream`")
        == true)
  }

  @Test(
    "what people ask of subscriptions, schedulers and cancelling is answered in words of Swift",
    arguments: [
      ("sink", "`Task { for await"), ("subscribe", "`Task { for await"), ("collect (kotlin)", "`Task { for await"),
      ("AnyCancellable", "a task that is let go runs on"), ("unsubscribe", "keep the `Task` that reads"),
      ("subscribeOn", "where its task was started"), ("handleEvents", "the body of the loop"),
      ("eraseToAnyPublisher", "`some AsyncSequence<Int, Never>`"),
      ("PassthroughSubject", "an `AsyncStream` takes values"),
      ("fromEvent", "an `AsyncStream` takes the values of callbacks"),
      ("BehaviorSubject", "a property of an `@Observable` model"),
      ("memory leak", "`self`"), ("main thread", "`Task { @MainActor in for await"), ("finalize", "`defer`"),
      ("Deferred of Combine", "a function that makes the stream"),
      ("Empty of Combine", "`AsyncStream { $0.finish() }`"),
      ("mergeMap", "a task group"), ("CurrentValueSubject", "`Observations`"), ("values", "`publisher.values`"),
      ("Future", "`withCheckedContinuation`"), ("dataTaskPublisher", "URLSession.shared.data(from:"),
      ("emit", "`continuation.yield"),
      ("withContext", "the actor of a task"), ("runTest", "give a test one that it advances"),
      ("ToTask", "a `Task` begins at once"),
    ]) func wordsOfSwift(name: String, words: String)
  {
    #expect(Self.index.clause(for: name)?.contains(words) == true, "\(Self.index.clause(for: name) ?? "nothing")")
  }

  @Test(
    "types and `new` do not matter",
    arguments: ["Subject<Int>", "new Subject()", "new Subject<Int>()", "Subject<Map<A, B>>"])
  func types(text: String) { #expect(Self.index[text].first?.name == "Subject") }

  @Test("each operator that Swift lacks, or that is a function there, says what to write in Swift") func inSwift() {
    for called in Catalogue.standard.operators where called.origin == .marbled || called.category == .reducing {
      let isStream = called.origin == .asyncAlgorithms
      #expect(isStream || called.inSwift != nil, "\(called.name)")
    }
    for called in Catalogue.standard.operators {
      guard let text = called.inSwift else { continue }
      #expect(text.hasSuffix(".") && text.count { $0 == "`" }.isMultiple(of: 2), "\(called.name)")
    }
  }

  // MARK: Lookup

  @Test(
    "case, blanks, arguments and the library do not matter",
    arguments: [
      "switchmap", "SwitchMap()", "switchMap(x => y)", "`switchMap`", "rxjs.switchMap", "RxJS switchMap",
      "switchMap of RxJS", "switchMap (RxJS)", " switch map ", "switch-map",
    ])
  func spelling(text: String) {
    #expect(
      Self.index.clause(for: text)
        == "`switchMap` of RxJS is `flatMapLatest` here, as in `a.flatMapLatest { _ in b }`")
  }

  @Test func labelsSelectAForm() {
    #expect(Self.index["drop(untilOutputFrom:)"].map(\.form) == ["drop(until: b)"])
    #expect(Self.index["drop of Combine"].map(\.name) == ["drop(while:)", "drop(untilOutputFrom:)"])
    #expect(Self.index["collect(_:)"].map(\.form) == ["chunks(ofCount: 3)"])
  }

  @Test func aLibrarySelectsItsNames() {
    #expect(Self.index["throttle"].map(\.library) == [.rxJS, .combine, .rxNET])
    #expect(Self.index["Throttle"].map(\.library) == [.rxNET, .rxJS, .combine])
    #expect(Self.index["Rx.NET throttle"].map(\.library) == [.rxNET])
    #expect(Self.index["Observable.Throttle"].map(\.library) == [.rxNET])
    #expect(Self.index["kotlin flow debounce"].map(\.library) == [.kotlinFlow])
    // The library has no such name.
    #expect(Self.index["switchMap of Combine"].map(\.library) == [.rxJS])
    #expect(Self.index["combine"].map(\.library) == [.kotlinFlow])
    #expect(Self.index["combine latest"].first?.name == "combineLatest")
    for text in ["", " ", "()", "rxjs", "RxJS ", "frobnicate"] { #expect(Self.index[text].isEmpty, "\(text)") }
  }

  @Test func sentencesForErrorsAndExplain() {
    let index = Self.index
    #expect(
      index.clause(for: "scan")
        == "`scan` of RxJS, Combine and Rx.NET is `reductions` here, as in `a.reductions(0, +)`")
    #expect(
      index.clauses(for: "debounceTime")
        == ["`debounceTime` of RxJS is `debounce` here, as in `a.debounce(for: .seconds(1))`"])
    #expect(
      index.clause(for: "buffer (RxJS)")
        == "`buffer` of RxJS is nearly `chunked` here, as in `a.chunked(by: b)`: there are no empty arrays")
    #expect(
      index.clause(for: "shareReplay") == """
        `shareReplay` of RxJS has no operator here: `share` does not replay, so a later reader misses the values before; \
        in Swift, keep them beside the stream, as in an actor, and let each reader begin with them; for a property of an \
        `@Observable` model, `Observations` begins with the current value
        """)
    #expect(
      index.clause(for: "output(at:)")
        == "`output(at:)` of Combine has no operator here: write `a.dropFirst(2).prefix(1)`")
    #expect(index.clause(for: "rate limit") == "`rate limit` is `throttle` here, as in `a.throttle(for: .seconds(1))`")
    #expect(index.clauses(for: "collect").count == 4)
    #expect(index.clause(for: "frobnicate") == nil)
  }

  @Test(
    "advice for an unknown name",
    arguments: [
      ("switchMap", "`switchMap` of RxJS is `flatMapLatest` here, as in `a.flatMapLatest { _ in b }`"),
      ("flatmaplatest", "did you mean `flatMapLatest`?"),
      ("Zip", "`Zip` of Kotlin Flow and Rx.NET is `zip` here, as in"),
      ("swichmap", "did you mean `switchMap`? It is `flatMapLatest` here, as in `a.flatMapLatest { _ in b }`"),
      ("exhaustMpa", "did you mean `exhaustMap`? It has no operator here: "),
      ("debuonce", "did you mean `debounce`?"), ("frobnicate", nil),
    ] as [(String, String?)])
  func advice(name: String, start: String?) {
    let names = [Catalogue.standard.operators.map(\.name), Self.index.names.map(\.name)]
    let advice = Catalogue.standard.advice(for: name, among: names)
    #expect(start.map { advice?.hasPrefix($0) == true } ?? (advice == nil), "\(advice ?? "nothing")")
  }

  // MARK: Search

  @Test func searchFindsBeginningsFirst() {
    let index = Self.index
    #expect(
      index.search("rxjs buf").map(\.name) == ["buffer", "bufferCount", "bufferTime", "bufferToggle", "bufferWhen"])
    #expect(index.search("until").map(\.name).first == "until a signal")
    #expect(index.search("quiet wait").map(\.name) == ["wait until quiet"])
    #expect(index.search("frobnicate").isEmpty)
    // Rx.NET has `LastAsync`, and others have `last`.
    #expect(index.search("Rx.NET last").first?.name == "last")
    #expect(index.search("rxjs FirstAsync").map(\.name) == ["FirstAsync"])
    #expect(index.search(String(repeating: "a", count: 201)).isEmpty)
    #expect(index.search("").count == index.names.count)
  }

  @Test func eachOperatorHasWordsForLists() {
    // What only marbled has needs no other name.
    let withoutNames = Catalogue.standard.operators.filter(\.namesElsewhere.isEmpty).map(\.name)
    #expect(withoutNames == ["animation"])
  }

  // MARK: Helpers

  private static func split(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  private static func answers(_ name: String, _ library: KnownName.Library) -> [KnownName] {
    index[name].filter { $0.library == library }
  }
}
