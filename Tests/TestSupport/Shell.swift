import Foundation
import Glibc

/// Runs bash as a child of the calling thread, whose network namespace it inherits.
package enum Shell {
  /// A command that failed.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// A child that runs until it is stopped.
  package final class Job: Sendable {
    private let process: pid_t

    fileprivate init(_ process: pid_t) { self.process = process }

    /// Ends the child and its children, and waits for the child.
    package func stop() {
      kill(-process, SIGKILL)
      _ = wait(for: process)
    }
  }

  /// Words for all lines: a wire is a veth pair whose other end, `p` and the name, plays the network. The kernel
  /// calls it in use a moment later, which a busy machine draws out.
  private static let words = """
    set -eu
    wire() {
      ip link add $1 type veth peer name p$1; ip link set p$1 up; ip link set $1 up
      until [[ $(ip -o link show $1) == *"state UP"* ]]; do :; done
    }
    uplink() { local n=$1 a=$2 g=$3; shift 3; wire $n; ip addr add $a dev $n; ip route add default via $g dev $n "$@"; }
    uplink6() {
      local n=$1 a=$2 g=$3; shift 3; wire $n
      ip addr add $a dev $n nodad; ip -6 route add default via $g dev $n "$@"
    }
    unplug() { ip link set p$1 down; }
    plug() { ip link set p$1 up; }

    """

  /// Runs lines to their end and returns what they printed; the first command that fails ends them.
  package static func run(_ lines: String) throws -> String {
    // A file, not a pipe: another thread's child could inherit a pipe's end and keep it open.
    let output = FileManager.default.temporaryDirectory.appending(path: "shell-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: output) }
    let status = wait(for: try spawn(lines, output: output))
    let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    guard status == 0 else { throw Failure(description: "\(lines): \(text) (wait status \(status))") }
    return text
  }

  static func launch(_ lines: String, output: String) throws -> Job {
    Job(try spawn(lines, output: output))
  }

  private static func spawn(_ lines: String, output: String) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    let forWriting = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, forWriting, 0o600)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)

    // A group of its own, to be stopped as a whole; and no signal blocked, as those of Dispatch's threads are.
    var attributes = posix_spawnattr_t()
    var signals = sigset_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    var process = pid_t()
    let words = ["bash", "-c", words + lines]
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for index in words.indices { unsafe free(arguments[index]) } }
    let status = unsafe posix_spawnp(&process, "bash", &actions, &attributes, &arguments, environ)
    guard status == 0 else {
      throw Failure(description: "posix_spawnp(bash): \(unsafe String(cString: strerror(status)))")
    }
    return process
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
