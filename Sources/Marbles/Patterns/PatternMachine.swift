/// Runs a program over a text: all ways at once, in the order of their preference.
///
/// Pike's machine: at each character there is a list of threads, at most one for each state of the program. A thread is a
/// place in the program with what its groups have matched. A thread that reaches a state that another has reached at the
/// same character is dropped, because whatever it can do, the other does, too, and is preferred. So the result is that of
/// trying one way after another, as `Regex` does, in a time of at most states × characters.
struct PatternMachine {
  /// Where a match may be.
  enum Mode {
    /// Anywhere behind the start.
    case search
    /// From the start.
    case prefix
    /// From the start to the end of the text.
    case whole
  }

  /// Threads, the preferred first, with the places in the text that each remembers.
  private struct Threads {
    var places: [Int] = []
    var slots: [Int] = []

    mutating func removeAll() {
      places.removeAll(keepingCapacity: true)
      slots.removeAll(keepingCapacity: true)
    }
  }

  /// What is still to do while the threads of one character are collected.
  private enum Task {
    case visit(Int, unread: Int)
    case restore(slot: Int, Int)
  }

  /// The number of steps after which they are charged.
  static let interval = 4096

  private let program: PatternProgram
  private let text: PatternText
  /// The number of places that a thread remembers: none when only the existence of a match matters.
  private let slotCount: Int
  /// The threads at the character in hand.
  private var threads = Threads()
  /// Those that are about to take it.
  private var readers = Threads()
  /// The places that the thread in hand remembers.
  private var slots: [Int]
  /// For each state the last round in which a thread reached it.
  private var marks: [Int]
  private var round = 0
  /// For each class, the last character that isn't ASCII, and whether it is in the class.
  private var answers: [(position: Int, isIn: Bool)]
  private var tasks: [Task] = []
  /// Steps that are not charged yet.
  private var steps: Int

  init(_ program: PatternProgram, _ text: PatternText, remembersGroups: Bool) {
    self.program = program
    self.text = text
    slotCount = remembersGroups ? 2 + 2 * program.groupCount : 0
    slots = Array(repeating: -1, count: slotCount)
    marks = Array(repeating: 0, count: program.stateCount)
    answers = Array(repeating: (-1, false), count: program.classes.count)
    // Reading the text, and the memory.
    steps = text.count / 8 + program.stateCount / 8
  }

  /// Charges the steps since the last charge.
  mutating func charge<Failure>(_ charging: (Int) throws(Failure) -> Void) throws(Failure) {
    let due = steps
    steps = 0
    if due > 0 { try charging(due) }
  }

  /// The first match from a place on: the start and end of the whole match and of each group, or -1 where a group took no
  /// part. Without groups to remember, the result has no elements.
  mutating func run<Failure>(
    from start: Int, _ mode: Mode, charging: (Int) throws(Failure) -> Void
  ) throws(Failure) -> [Int]? {
    var found: [Int]?
    var position = start
    threads.removeAll()
    round += 1
    while position <= text.count {
      if threads.places.isEmpty {
        guard found == nil, mode == .search || position == start else { break }
        if program.beginsAtStart, position > 0 { break }
        if mode == .search { position = skip(from: position) }
        if position == text.count, program.beginnings != nil { break }
      }
      if found == nil, mode == .search || position == start, !program.beginsAtStart || position == 0 {
        for slot in slots.indices { slots[slot] = -1 }
        if slotCount > 0 { slots[0] = position }
        add(0, at: position)
      }
      advance(position, mode, &found)
      if slotCount == 0, found != nil { break }
      position += 1
      if steps >= Self.interval { try charge(charging) }
    }
    return found
  }

  /// The next place where a match can begin.
  private mutating func skip(from start: Int) -> Int {
    guard let beginnings = program.beginnings else { return start }
    var position = start
    while position < text.count {
      let code = text.codes[position]
      if code >= 0x80 || beginnings.contains(code) { break }
      position += 1
    }
    steps += (position - start) / 8
    return position
  }

  /// Lets each thread take the character at a place; those that can are the next threads.
  private mutating func advance(_ position: Int, _ mode: Mode, _ found: inout [Int]?) {
    round += 1
    swap(&readers, &threads)
    threads.removeAll()
    for index in readers.places.indices {
      steps += 1
      let place = readers.places[index]
      switch program.instructions[place] {
      case .take(let set):
        guard position < text.count, takes(set, at: position) else { continue }
        let first = index * slotCount
        for slot in 0..<slotCount { slots[slot] = readers.slots[first + slot] }
        add(place + 1, at: position + 1)
      default:
        guard mode != .whole || position == text.count else { continue }
        found = Array(readers.slots[(index * slotCount)..<((index + 1) * slotCount)])
        if slotCount > 0 { found?[1] = position }
        // The other threads are less preferred.
        return
      }
    }
  }

  /// Whether a class contains the character at a place. Classes can be long, so each is asked once for a character.
  private mutating func takes(_ set: Int, at position: Int) -> Bool {
    let code = text.codes[position]
    if code < 0x80 { return program.classes[set].contains(ascii: code) }
    if answers[set].position != position {
      steps += program.classes[set].members.count
      answers[set] = (position, text.isOther(at: position, in: program.classes[set]))
    }
    return answers[set].isIn
  }

  /// Follows all ways from a place in the program up to the next character; adds a thread for each.
  private mutating func add(_ start: Int, at position: Int) {
    tasks.append(.visit(start, unread: 0))
    while let task = tasks.popLast() {
      switch task {
      case .restore(let slot, let value): slots[slot] = value
      case .visit(let place, let unread): visit(place, unread: unread, at: position)
      }
    }
  }

  /// Follows one way as far as it goes; `unread` is the number of turns around it that have read nothing yet.
  ///
  /// Turns are nested, and an inner one begins later. So those that have read nothing are always the innermost ones, and
  /// their number says which they are.
  private mutating func visit(_ start: Int, unread count: Int, at position: Int) {
    var (place, unread) = (start, count)
    while true {
      steps += 1
      let instruction = program.instructions[place]
      var state = program.firstStates[place]
      switch instruction {
      case .take, .accept: break
      default: state += unread
      }
      guard marks[state] != round else { return }
      marks[state] = round
      switch instruction {
      case .take, .accept:
        threads.places.append(place)
        threads.slots.append(contentsOf: slots)
        steps += slotCount / 16
        return
      case .fork(let first, let second):
        tasks.append(.visit(second, unread: unread))
        place = first
      case .jump(let target): place = target
      case .remember(let slot):
        if slotCount > 0 {
          tasks.append(.restore(slot: slot, slots[slot]))
          slots[slot] = position
        }
        place += 1
      case .check(let anchor):
        guard text.holds(anchor, at: position) else { return }
        place += 1
      case .beginTurn:
        unread += 1
        place += 1
      case .endTurn(let again, let exit):
        place = unread > 0 ? exit : again
        unread = max(0, unread - 1)
      }
    }
  }
}
