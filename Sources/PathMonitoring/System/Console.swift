internal import Glibc
internal import Netlink

/// What a command line program needs of its process: lines out, variables in, an end.
package enum Console {
  /// Puts /dev/null in the place of standard streams that are closed: what is opened next would be taken for
  /// one of them. Not for writing: what cannot be printed must not seem to have been.
  package static func prepare() {
    while true {
      let descriptor = unsafe open("/dev/null", O_RDONLY)
      guard (0...STDERR_FILENO).contains(descriptor) else {
        if descriptor >= 0 { close(descriptor) }
        return
      }
    }
  }

  /// Ends the process with `status`, and says why, if it may begin no thread: there is nothing that it could do then, and
  /// Dispatch would wait for one for ever, deaf to signals.
  package static func requireThreads(or status: Int32) {
    do { try SystemThread.start("pathmonitor") {} } catch {
      writeError("pathmonitor: \(error); end threads that are not needed, or raise the limit (ulimit -u)")
      exit(status)
    }
  }

  /// Writes a line to standard output at once, as one piece. If that cannot be done, ends the process with
  /// status 74 (EX_IOERR of sysexits.h) and says why.
  package static func writeLine(_ line: String) {
    write(line + "\n", to: STDOUT_FILENO)
  }

  /// Writes a line to standard error.
  package static func writeError(_ line: String) {
    write(line + "\n", to: STDERR_FILENO)
  }

  /// Whether standard output is a terminal that shows colours (https://no-color.org).
  package static var showsColours: Bool {
    isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").map(\.isEmpty) ?? true && variable("TERM") != "dumb"
  }

  /// A variable of the environment.
  package static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Ends the process.
  package static func exit(_ status: Int32) -> Never {
    Glibc.exit(status)
  }

  private static func write(_ text: String, to descriptor: CInt) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
      if count >= 0 {
        written += count
      } else if Errno.current != .interrupted {
        if descriptor == STDOUT_FILENO {
          writeError("pathmonitor: \(SystemError("write to standard output"))")
          Glibc.exit(74)
        }
        return
      }
    }
  }
}
