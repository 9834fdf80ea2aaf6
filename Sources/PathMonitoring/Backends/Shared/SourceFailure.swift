internal import Netlink

/// Why a source cannot tell: what failed, on what, and what to do.
enum SourceFailure: Error, Hashable, CustomStringConvertible {
  /// As a rule this passes by itself; the source can be asked again.
  case passing(String)
  /// The source is of no use any more; another is to be opened in its place.
  case broken(String)

  /// A system call failed that the source cannot do without.
  static func broken(_ error: SystemError) -> SourceFailure {
    switch error.errno {
    case .tooManyFiles, .tooManyFilesInSystem:
      .broken("\(error); close descriptors that are not needed, or raise the limit (ulimit -n)")
    default: .broken("\(error)")
    }
  }

  var description: String {
    switch self {
    case .passing(let reason), .broken(let reason): reason
    }
  }
}
