// What the daemon does is a module without the network; whoever uses the daemon uses its types, too.
@_exported public import HubCore
