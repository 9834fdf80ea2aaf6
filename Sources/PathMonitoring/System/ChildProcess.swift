internal import CLinuxHeaders
internal import Glibc
package import Netlink

/// A program that this one has begun. Any thread may signal it while one waits for it.
package final class ChildProcess: Sendable {
  private let process: pid_t
  /// It has ended, and its number may be another's.
  private let isOver = Lock(false)

  /// Begins a program, found as a shell finds it, with the signals and streams of this one.
  ///
  /// - Parameters:
  ///   - arguments: its name and its arguments.
  ///   - variables: what is added to the environment of this program.
  /// - Throws: why it cannot be run.
  package init(_ arguments: [String], adding variables: [(name: String, value: String)]) throws(SystemError) {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // What this program waits for by itself is the child's to die by.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let names = Set(variables.map(\.name))
    let inherited = Self.environment.filter { entry in !names.contains(String(entry.prefix { $0 != "=" })) }
    let environment = inherited + variables.map { "\($0.name)=\($0.value)" }
    var process = pid_t()
    let name = arguments.first ?? ""
    let status = unsafe Self.withStrings(arguments) { arguments in
      unsafe Self.withStrings(environment) { environment in
        unsafe posix_spawnp(&process, name, nil, &attributes, arguments, environment)
      }
    }
    guard status == 0 else {
      throw SystemError("run \(name)", Errno(rawValue: status))
    }
    self.process = process
  }

  /// Sends it a signal, if it has not ended.
  package func signal(_ number: Int32) {
    isOver.withLock { isOver in if !isOver { kill(process, number) } }
  }

  /// Waits for its end: its exit status, or 128 and the number of the signal that it died by. Called once.
  package func wait() -> Int32 {
    // Not reaped before nobody can signal it any more: its number could be another's by then.
    var info = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) < 0, Errno.current == .interrupted {}
    return isOver.withLock { isOver in
      isOver = true
      var status: Int32 = 0
      while unsafe waitpid(process, &status, 0) < 0, Errno.current == .interrupted {}
      // WIFSIGNALED, WTERMSIG and WEXITSTATUS, which are macros.
      return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
  }

  /// What this program was begun with.
  private static var environment: [String] {
    guard let bytes = try? SmallFile.bytes("/proc/self/environ", limit: 1 << 22) else { return [] }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Hands out C's form of strings, which is valid within `body`.
  @unsafe private static func withStrings(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe pointers.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe body($0) } ?? EINVAL
    }
  }
}
