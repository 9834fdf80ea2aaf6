internal import Glibc

/// The environment of the process.
enum Environment {
  /// The value of a variable; nil if it is not set.
  static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
