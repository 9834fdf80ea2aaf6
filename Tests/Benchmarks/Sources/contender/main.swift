import Dispatch
import Glibc
import PathMonitoring

// Follows the path and logs when the handler is called; at SIGTERM prints what it holds to be true.
var set = sigset_t()
unsafe sigemptyset(&set)
unsafe sigaddset(&set, SIGTERM)
unsafe pthread_sigmask(SIG_BLOCK, &set, nil)

let log = EventLog()
let count = unsafe getenv("BENCH_N").flatMap { unsafe Int(String(cString: $0)) } ?? 1
let monitors = (0..<count).map { _ in PathMonitor() }
for monitor in monitors {
  let queue = DispatchQueue(label: "contender")
  let isFirst = FirstFlag()
  monitor.pathUpdateHandler = { path in
    if isFirst.take() { log.begin() } else { log.add(path.status == .satisfied) }
  }
  monitor.start(queue: queue)
}
var signal: Int32 = 0
unsafe sigwait(&set, &signal)
let path = monitors[0].currentPath
print("{\"default4\":\(path.supportsIPv4),\"if_up\":null,\"links\":-1,\"routes4\":-1}")
exit(0)
