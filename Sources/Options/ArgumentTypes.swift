public import ArgumentParser
public import Exports
public import Marbles
public import Stage
public import Terminal

extension ColorChoice: ExpressibleByArgument {}
extension Dialect: ExpressibleByArgument {}
extension Connector.Choice: ExpressibleByArgument {}
extension PlainText: ExpressibleByArgument {}
extension Theme.Name: ExpressibleByArgument {}
