internal import CLinuxHeaders
internal import Glibc
internal import Netlink

/// SIGINT, SIGTERM and SIGHUP, as something to wait for instead of a sudden end. SIGHUP is left alone where it is ignored,
/// as nohup(1) has it.
package struct EndSignals: ~Copyable {
  private var set = sigset_t()

  /// Keeps them from ending the process, for all threads begun from here on: call it first.
  package init() {
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGINT)
    unsafe sigaddset(&set, SIGTERM)
    var hangUp = sigaction()
    if unsafe sigaction(SIGHUP, nil, &hangUp) == 0, unsafe hangUp.__sigaction_handler.sa_handler == nil {
      unsafe sigaddset(&set, SIGHUP)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Lets one of them end the process with status 0, also while all other threads compute.
  package static func endProcess() {
    let thread: Void? = try? SystemThread.start("pm-signals") {
      _ = EndSignals().wait(nil)
      Console.exit(0)
    }
    // Without a thread they end it in the usual way.
    if thread != nil { _ = EndSignals() }
  }

  /// Waits for one of them and returns its number; nil if `limit` passes first.
  package func wait(_ limit: Duration?) -> Int32? {
    var set = set
    guard let limit else {
      while true {
        let signal = unsafe sigwaitinfo(&set, nil)
        if signal > 0 { return signal }
      }
    }
    let deadline = ContinuousClock.now + limit
    while true {
      let left = max(.zero, deadline - .now)
      let (seconds, attoseconds) = left.components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      let signal = unsafe sigtimedwait(&set, nil, &time)
      if signal > 0 { return signal }
      if Errno.current != .interrupted { return nil }
    }
  }
}
