import Dispatch
import PathMonitoring
let monitor = PathMonitor()
let queue = DispatchQueue(label: "x")
monitor.pathUpdateHandler = { print($0, $0.gateways) }
monitor.start(queue: queue)
dispatchMain()
