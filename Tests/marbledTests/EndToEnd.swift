import Testing

/// The real program, as users call it: on a pseudo terminal, in pipes, with mistakes.
@Suite(.ownThread, .timeLimit(.minutes(30))) struct EndToEnd {}
