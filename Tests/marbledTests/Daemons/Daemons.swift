import Testing

/// The real daemon and its clients, as users and systemd run them.
@Suite(.ownThread, .timeLimit(.minutes(30))) struct Daemons {}
