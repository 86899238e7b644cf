import Testing

@testable import Server

/// Codes and sessions, as values in virtual time.
@Suite struct RemoteAccessTests {
  private let second: Int64 = 1_000_000_000

  /// An access that changes in place, which expectations may ask.
  private final class Access {
    private var value = RemoteAccess()
    var nextEnd: Int64? { value.nextEnd }

    func code(at now: Int64) -> String? { value.code(at: now) }
    func sessionCount(at now: Int64) -> Int { value.sessionCount(at: now) }
    func press(at now: Int64, new: String) { value.press(at: now, new: new) }
    @discardableResult
    func ask(at now: Int64, new: String) throws(RemoteAccess.TooSoon) -> Bool { try value.ask(at: now, new: new) }
    func enter(_ text: String, at now: Int64, token: String) -> RemoteAccess.Entry {
      value.enter(text, at: now, token: token)
    }
    func isOpen(_ token: String, at now: Int64) -> Bool { value.isOpen(token, at: now) }
    func use(_ token: String, at now: Int64) throws(RemoteAccess.TooSoon) -> Bool { try value.use(token, at: now) }
    func end(_ token: String) { value.end(token) }
  }

  /// An access whose screen shows the code `12345678` since the time 0.
  private var shown: Access {
    let access = Access()
    access.press(at: 0, new: "12345678")
    return access
  }

  @Test("a code is valid once, for two minutes, with or without a blank")
  func code() {
    let access = shown
    #expect(access.enter("1234 5678", at: 119 * second, token: "t") == .accepted)
    #expect(access.enter("12345678", at: 119 * second, token: "u") == .noCode)
    #expect(access.isOpen("t", at: 119 * second) && !access.isOpen("u", at: 119 * second))
    let late = shown
    let isShown = late.code(at: 120 * second - 1) == "12345678"
    #expect(isShown && late.nextEnd == 120 * second)
    #expect(late.enter("12345678", at: 120 * second, token: "t") == .noCode)
    #expect(late.code(at: 120 * second) == nil)
  }

  @Test("of a thousand guesses, five count: then the code is void, also the right one")
  func guesses() {
    let access = shown
    var entries: [RemoteAccess.Entry] = []
    for guess in 0..<1000 {
      entries.append(access.enter(guess == 5 ? "12345678" : "\(10_000_000 + guess)", at: second, token: "t"))
    }
    #expect(entries[..<5] == [4, 3, 2, 1, 0].map { .wrong(left: $0) }[...])
    #expect(entries[5...].allSatisfy { $0 == .noCode })
    #expect(access.sessionCount(at: second) == 0 && access.code(at: second) == nil)
    // The next code counts anew.
    access.press(at: 2 * second, new: "87654321")
    #expect(access.enter("1", at: 2 * second, token: "t") == .wrong(left: 4))
    #expect(access.enter("87654321", at: 2 * second, token: "t") == .accepted)
  }

  @Test("pages that ask for codes that nobody enters wait twice as long each time, up to half an hour")
  func asking() throws {
    let access = Access()
    var (now, waits) = (0 as Int64, [] as [Int])
    for _ in 0..<9 {
      try access.ask(at: now, new: "12345678")
      for _ in 0..<RemoteAccess.maximumGuesses { _ = access.enter("0", at: now, token: "t") }
      let error = #expect(throws: RemoteAccess.TooSoon.self) { try access.ask(at: now, new: "1") }
      waits.append(error?.seconds ?? 0)
      now += Int64(waits.last ?? 0) * second
    }
    #expect(waits == [30, 60, 120, 240, 480, 960, 1800, 1800, 1800])
    // Somebody at the screen need not wait, and pages begin again.
    access.press(at: now - second, new: "12345678")
    #expect(access.enter("12345678", at: now, token: "t") == .accepted)
    try access.ask(at: now, new: "12345678")
    // A code that is shown stays.
    #expect(try !access.ask(at: now, new: "00000000"))
    #expect(access.code(at: now) == "12345678")
  }

  @Test("who guesses all day has fewer than 300 tries, however they time them")
  func day() {
    for pause in [1, 30, 60, 90, 600, 1800, 3600].map({ Int64($0) * second }) {
      let access = Access()
      var (now, tries) = (0 as Int64, 0)
      while now < 86_400 * second {
        _ = try? access.ask(at: now, new: "12345678")
        while access.enter("0", at: now, token: "t") != .noCode { tries += 1 }
        now += pause
      }
      #expect((1..<300).contains(tries), "\(pause / second) s")
    }
  }

  @Test("a session ends after ten minutes without steering, after eight hours, and by the key while a code is shown")
  func sessions() throws {
    var access = shown
    _ = access.enter("12345678", at: 0, token: "t")
    // To look is not to steer.
    let isOpen = access.isOpen("t", at: 599 * second)
    #expect(isOpen && access.nextEnd == 600 * second)
    #expect(try !access.use("t", at: 600 * second))

    access = shown
    _ = access.enter("12345678", at: 0, token: "t")
    var now: Int64 = 0
    while try access.use("t", at: now) { now += 500 * second }
    #expect(now == 29_000 * second)

    access = shown
    _ = access.enter("12345678", at: 0, token: "t")
    access.press(at: second, new: "87654321")
    #expect(access.sessionCount(at: second) == 1 && access.code(at: second) == "87654321")
    access.press(at: second, new: "11111111")
    #expect(access.sessionCount(at: second) == 0 && access.code(at: second) == nil)
    #expect(access.enter("11111111", at: second, token: "u") == .noCode)
  }

  @Test("a session steers at most twenty times a second")
  func rate() throws {
    let access = shown
    _ = access.enter("12345678", at: 0, token: "t")
    for _ in 0..<RemoteAccess.maximumRate { #expect(try access.use("t", at: second)) }
    #expect(throws: RemoteAccess.TooSoon(seconds: 1)) { try access.use("t", at: 2 * second - 1) }
    #expect(try access.use("t", at: 2 * second))
  }

  @Test("a fifth phone takes the place of the one that was idle for longest, and a page can end its own session")
  func places() throws {
    let access = Access()
    for number in 0..<5 {
      let now = Int64(number) * second
      access.press(at: now, new: "12345678")
      #expect(access.enter("12345678", at: now, token: "\(number)") == .accepted)
      if number == 3 { _ = try access.use("0", at: now) }
    }
    #expect(access.sessionCount(at: 5 * second) == RemoteAccess.maximumSessions)
    let open = (0..<5).filter { access.isOpen("\($0)", at: 5 * second) }
    #expect(open == [0, 2, 3, 4])
    access.end("3")
    access.end("x")
    #expect(access.sessionCount(at: 5 * second) == 3)
  }

  @Test("codes have eight digits, and another is made each time")
  func random() {
    let codes = Set((0..<100).map { _ in RemoteControl.randomCode() })
    #expect(codes.count > 90 && codes.allSatisfy { $0.wholeMatch(of: /[0-9]{8}/) != nil })
  }
}
