internal import HubCore
public import Marbles
internal import Scenes
internal import Wire

/// Random sequences of events of a daemon's hub: requests, plans that succeed, fail in every way, arrive late or never,
/// a full queue, ticks, ends of scenes, uploads, new taps, reloads and the shutdown.
///
/// A text is a line of steps, each a letter and a number, such as `r3 s0 t5000 e0`; ``HubModel`` executes them.
public struct HubSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "hub"

  private static let letters = Array("rrrrrrwwwwsssssssssffffffttttttttteeelunxyqppp")

  /// Creates the subject.
  public init() {}

  /// Up to 60 steps; some texts contain an unknown step.
  public func text(_ random: inout SplitMix64) -> String {
    let count = 1 + random.below(60)
    var steps = (0..<count).map { _ in
      let letter = random.pick(Self.letters)
      // The shutdown is rare, so that many steps precede it.
      return letter == "q" && random.below(8) > 0 ? "t100" : "\(letter)\(random.below(12_000))"
    }
    if random.below(3) == 0 { steps.insert(random.pick(["z1", "r", "s-1", "é", "t9x"]), at: random.below(count)) }
    return steps.joined(separator: " ")
  }

  /// A text with an unknown step is rejected; otherwise every invariant must hold after every step.
  public func verdict(on text: String) -> FuzzVerdict {
    var steps: [HubModel.Step] = []
    for word in text.split(separator: " ") {
      guard let step = HubModel.Step(word) else { return .rejected }
      steps.append(step)
    }
    var model = HubModel()
    for (index, step) in steps.enumerated() {
      model.perform(step)
      if let problem = model.problem { return .failed("after step \(index + 1), \(step): \(problem)") }
    }
    model.settle()
    return model.problem.map { .failed("when nothing more came: \($0)") } ?? .accepted
  }
}
