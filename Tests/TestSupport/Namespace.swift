package import CTestSupport
import Dispatch
package import Netlink
package import PathMonitoring
import Foundation
import Glibc

/// A network namespace of its own: a fresh kernel network without any interface but `lo`, which is down.
///
/// A namespace belongs to a thread, not to a process, so this owns a thread that left the process's own.
/// What that thread opens, starts or spawns is in the namespace too. It ends with this object.
package final class Namespace: Sendable {
  /// Why there is none.
  package struct Refusal: Error, CustomStringConvertible {
    package var description: String
  }

  /// Why namespaces cannot be used here, and what to do about it; nil if they can.
  package static let refusal: String? = {
    do {
      // Also finds out whether there is a shell, `ip` and a kernel with veth.
      try Namespace().shell("uplink v0 192.0.2.2/24 192.0.2.1")
      return nil
    } catch {
      return "Live tests need network namespaces, bash and iproute2, and here: \(error). "
        + "Run as root, or under `unshare -Urn`."
    }
  }()

  /// Whether namespaces can be used here.
  package static var isAvailable: Bool { refusal == nil }

  private let jobs = Jobs()
  private let thread: pthread_t

  /// Makes a namespace.
  package convenience init() throws {
    try self.init { unshare_network() == 0 ? nil : "unshare(CLONE_NEWNET)" }
  }

  /// Goes to a namespace that is there, with another thread, to which the kernel refuses a call with `error`:
  /// to it and to all that it begins.
  package convenience init(joining other: Namespace, refused call: refused_call, _ error: Int32) throws {
    let descriptor = other.run { unsafe open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    try self.init {
      guard enter_network(descriptor) == 0 else { return "setns" }
      return refuse_thread(call, error) == 0 ? nil : "seccomp"
    }
  }

  /// Goes to a namespace that is there, with another thread, which is under a plan of faults, as is all that it begins.
  package convenience init(joining other: Namespace, under faults: FaultPlan) throws {
    let network = other.run { unsafe open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC) }
    defer { close(network) }
    let served = Lock<Int32>(-1)
    try self.init {
      guard enter_network(network) == 0 else { return "setns" }
      let descriptor = unsafe plan_faults(faults.plan)
      served.withLock { $0 = descriptor }
      return descriptor >= 0 ? nil : "seccomp"
    }
    // By a thread that is not under the plan itself.
    let descriptor = served.withLock { $0 }
    Thread.detachNewThread { unsafe serve_faults(descriptor, faults.plan) }
  }

  /// `enter` brings its thread there, or tells which call failed.
  private init(_ enter: @escaping @Sendable () -> String?) throws {
    let jobs = jobs
    let answer = Answer<Result<pthread_t, Refusal>>()
    Thread.detachNewThread {
      if let call = enter() {
        let reason = unsafe String(cString: strerror(errno))
        return answer.give(.failure(Refusal(description: "\(call): \(reason)")))
      }
      answer.give(.success(pthread_self()))
      while let job = jobs.next() { job() }
    }
    thread = try answer.wait().get()
  }

  deinit { jobs.end() }

  /// Runs `body` on the namespace's thread, and returns what it does.
  package func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // A monitor that a handler or a job starts asks for the thread from the thread itself.
    if pthread_equal(pthread_self(), thread) != 0 { return try body() }
    let answer = Answer<Result<Value, Failure>>()
    jobs.add {
      do throws(Failure) { answer.give(.success(try body())) } catch { answer.give(.failure(error)) }
    }
    return try answer.wait().get()
  }

  /// Runs lines of bash to their end and returns what they printed. The words of `Shell` may be used; the
  /// first command that fails ends them, which is thrown.
  @discardableResult
  package func shell(_ lines: String...) throws -> String {
    try run { try Shell.run(lines.joined(separator: "\n")) }
  }

  /// Sets lines of bash going, which `Shell.Job.stop` ends.
  package func launch(_ lines: String...) throws -> Shell.Job {
    try run { try Shell.launch(lines.joined(separator: "\n"), output: "/dev/null") }
  }

  /// The real backend, at work in this namespace, whichever thread starts a monitor. Shares nothing with
  /// other backends. Unless files are given, no name server is configured.
  package func backend(
    resolver: String = "/nonexistent/resolv.conf", uplinks: String = "/nonexistent/uplinks.conf",
    receiveBuffer: Int32? = nil, mostLooks: Int? = nil, recorder: NetworkRecorder? = nil,
    tap: (any NetlinkTap)? = nil
  ) -> some PathMonitorBackend {
    hosted(
      NetlinkBackend.separate(
        resolver: resolver, uplinks: uplinks, receiveBuffer: receiveBuffer, mostLooks: mostLooks,
        recorder: recorder, tap: tap))
  }

  /// A backend whose work is begun by the thread of this namespace, from where its own threads inherit it.
  package func hosted(_ base: any PathMonitorBackend) -> some PathMonitorBackend {
    NamespaceBackend(namespace: self, base: base)
  }
}

/// Starts its base from the thread of the namespace.
private struct NamespaceBackend: PathMonitorBackend {
  let namespace: Namespace
  let base: any PathMonitorBackend

  var name: String { base.name }

  func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    namespace.run { base.start(receiver) }
  }
}

/// What a thread is to do, in order.
private final class Jobs: Sendable {
  private let jobs = Lock<[@Sendable () -> Void]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  func add(_ job: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(job) }
    arrivals.signal()
  }

  /// Lets `next` return nil.
  func end() { arrivals.signal() }

  /// Waits for the next job; nil at the end.
  func next() -> (@Sendable () -> Void)? {
    arrivals.wait()
    return jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}

/// A value that one thread waits for and another gives.
private final class Answer<Value: Sendable>: Sendable {
  private let value = Lock<Value?>(nil)
  private let arrival = DispatchSemaphore(value: 0)

  func give(_ value: Value) {
    self.value.withLock { $0 = value }
    arrival.signal()
  }

  func wait() -> Value {
    while true {
      arrival.wait()
      if let value = value.withLock({ $0 }) { return value }
    }
  }
}
