internal import Marbles

/// Many texts for one subject. A seed and an index determine each text, so that any text can be repeated alone.
public struct FuzzRun: Sendable {
  /// A text on which the subject failed.
  public struct Failure: Hashable, Sendable {
    /// The index of the text for its seed.
    public var index: Int
    /// The text.
    public var text: String
    /// The problem.
    public var reason: String
  }

  /// The results of all texts.
  public struct Report: Sendable {
    /// The number of accepted texts.
    public var accepted = 0
    /// The number of rejected texts.
    public var rejected = 0
    /// The number of failed texts.
    public var failed = 0
    /// The first failures, at most ``keptFailures``.
    public var failures: [Failure] = []
    /// The longest time that a text took.
    public var slowest = Duration.zero

    /// The number of texts without a failure.
    public var passed: Int { accepted + rejected }
  }

  /// The maximum number of stored failures; all are counted.
  public static let keptFailures = 20

  /// The subject that reads the texts.
  public var subject: any FuzzSubject
  /// The seed of the texts.
  public var seed: UInt64
  /// The indices of the texts.
  public var indices: Range<Int>

  /// Creates a run.
  public init(_ subject: any FuzzSubject, seed: UInt64, indices: Range<Int>) {
    self.subject = subject
    self.seed = seed
    self.indices = indices
  }

  /// The text at `index`; does not depend on `indices`.
  public func text(at index: Int) -> String {
    var seeds = SplitMix64(seed: seed)
    var random = SplitMix64(seed: seeds.next() &+ UInt64(index))
    return subject.text(&random)
  }

  /// Generates and reads every text.
  ///
  /// - Parameters:
  ///   - clock: the clock that measures each text.
  ///   - willRead: called with the index of each text before it is read, so that a crash or a hang can be reported.
  public func report<C: Clock>(
    clock: C = ContinuousClock(), willRead: (Int) -> Void = { _ in }
  ) -> Report where C.Duration == Duration {
    var report = Report()
    for index in indices {
      let text = text(at: index)
      willRead(index)
      let start = clock.now
      var verdict = subject.verdict(on: text)
      let time = start.duration(to: clock.now)
      report.slowest = max(report.slowest, time)
      if time > subject.limit, verdict == .accepted || verdict == .rejected { verdict = .failed("took \(time)") }
      switch verdict {
      case .accepted: report.accepted += 1
      case .rejected: report.rejected += 1
      case .failed(let reason):
        report.failed += 1
        if report.failures.count < Self.keptFailures {
          report.failures.append(Failure(index: index, text: text, reason: reason))
        }
      }
    }
    return report
  }
}
