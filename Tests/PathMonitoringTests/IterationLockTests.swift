import Dispatch
import Foundation
import TestSupport
import Testing

@testable import PathMonitoring

/// Tasks are woken in no lock of a monitor's: who cancels one holds a lock of the runtime's and asks for the
/// monitor's, and both threads would wait for ever.
@Suite struct IterationLockTests {
  /// Runs tasks; before, it sees whether another thread can use the monitor while a task is being woken.
  private final class Onlooker: TaskExecutor {
    private let queue = DispatchQueue(label: "onlooker")
    private let monitor: PathMonitor
    private let state = Lock((looks: 0, refusals: 0))

    init(_ monitor: PathMonitor) { self.monitor = monitor }

    var looks: (looks: Int, refusals: Int) { state.withLock { $0 } }

    func enqueue(_ job: consuming ExecutorJob) {
      let done = DispatchSemaphore(value: 0)
      let monitor = monitor
      Thread.detachNewThread {
        _ = monitor.currentPath
        done.signal()
      }
      let isRefused = done.wait(timeout: .now() + patience) == .timedOut
      state.withLock {
        $0.looks += 1
        if isRefused { $0.refusals += 1 }
      }
      let job = UnownedJob(job)
      queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  @Test func pathWakesATaskInNoLock() async {
    let backend = ScriptedBackend(.online("a"))
    let monitor = PathMonitor(backend: backend)
    let onlooker = Onlooker(monitor)
    let (seen, seeing) = AsyncStream<String?>.makeStream()
    let task = Task(executorPreference: onlooker) {
      for await path in monitor { seeing.yield(path.availableInterfaces.first?.name) }
    }
    var names = seen.makeAsyncIterator()
    #expect(await names.next() == "a")
    for name in ["b", "c", "d"] {
      backend.send(.online(name))
      #expect(await names.next() == name)
    }
    task.cancel()
    _ = await task.result
    #expect(onlooker.looks.looks > 1 && onlooker.looks.refusals == 0)
  }
}
