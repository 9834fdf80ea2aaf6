#if canImport(Network)
  import Network
#else
  import NetworkCompat
#endif

/// Nobody keeps the monitor: it keeps itself.
func watchForEver(_ monitor: NWPathMonitor, _ changed: @escaping @Sendable (Bool) -> Void) {
  monitor.pathUpdateHandler = { changed($0.status == .satisfied) }
  monitor.start(queue: .global())
}
