internal import Marbles

/// Many texts for one subject, each made of a seed and its own index alone, so that any can be had again by itself.
public struct FuzzRun: Sendable {
  /// A text on which the subject failed.
  public struct Failure: Hashable, Sendable {
    /// Which text of its seed it is.
    public var index: Int
    /// The text.
    public var text: String
    /// What went wrong.
    public var reason: String
  }

  /// What came of all texts.
  public struct Report: Sendable {
    /// Texts that were read.
    public var accepted = 0
    /// Texts that were refused.
    public var rejected = 0
    /// Texts that failed.
    public var failed = 0
    /// The first ``keptFailures`` of them.
    public var failures: [Failure] = []
    /// The longest that a text took.
    public var slowest = Duration.zero

    /// Texts with which all is well.
    public var passed: Int { accepted + rejected }
  }

  /// How many failures are kept; all are counted.
  public static let keptFailures = 20

  /// What reads the texts.
  public var subject: any FuzzSubject
  /// What the texts are made of.
  public var seed: UInt64
  /// Which texts of the seed are made.
  public var indices: Range<Int>

  /// Creates a run.
  public init(_ subject: any FuzzSubject, seed: UInt64, indices: Range<Int>) {
    self.subject = subject
    self.seed = seed
    self.indices = indices
  }

  /// The text at `index`, whatever is run.
  public func text(at index: Int) -> String {
    var seeds = SplitMix64(seed: seed)
    var random = SplitMix64(seed: seeds.next() &+ UInt64(index))
    return subject.text(&random)
  }

  /// Makes and reads every text.
  ///
  /// - Parameters:
  ///   - clock: what the time of each text is taken with.
  ///   - willRead: called with the index of each text before it is read, so that a crash or a hang can be told.
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
