public import ArgumentParser
public import Exports
public import Marbles
public import Terminal

extension ColorChoice: ExpressibleByArgument {}
extension Dialect: ExpressibleByArgument {}
extension PlainText: ExpressibleByArgument {}
