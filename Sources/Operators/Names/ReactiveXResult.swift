/// What ReactiveX for Python does with the inputs of an expression, as it was recorded in virtual time.
///
/// `.ci/reactivex-results.py` makes the recordings. Inputs are hot: they emit at their times, whether anything subscribes or
/// not.
public struct ReactiveXResult: Hashable, Sendable {
  /// The operator of marbled that the call is compared with.
  public let operatorName: String
  /// The inputs, and an expression over them that calls the operator.
  public let sample: Operator.Sample
  /// The call in Python, over the same inputs: `a.pipe(ops.debounce(1.5))`. `cold` makes a stream that begins when something
  /// subscribes.
  public let call: String
  /// What an observer of the call received, as a diagram with times in seconds.
  public let diagram: String
  private let name: String

  init(of operatorName: String, _ name: String, _ sample: Operator.Sample, call: String, diagram: String) {
    (self.operatorName, self.name, self.sample, self.call, self.diagram) = (operatorName, name, sample, call, diagram)
  }

  /// What the index of names says about the called operator, under its name in RxJS, or else in Rx.NET; nil for nothing.
  public var known: KnownName? {
    let names = NameIndex.standard.names(of: operatorName).filter { $0.name == name }
    return names.first { $0.library == .rxJS } ?? names.first { $0.library == .rxNET }
  }

  /// The results for an operator; that of its sample comes first.
  public static func results(of called: Operator) -> [ReactiveXResult] {
    recorded.filter { $0.operatorName == called.name }
  }
}
