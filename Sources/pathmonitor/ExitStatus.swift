/// Exit statuses: those of sysexits.h, and the shell's own.
enum ExitStatus {
  /// EX_USAGE: the arguments make no sense.
  static let usage: Int32 = 64
  /// EX_DATAERR: the input is damaged.
  static let badData: Int32 = 65
  /// EX_NOINPUT: a file cannot be opened or used.
  static let noFile: Int32 = 66
  /// EX_OSERR: the system lacks what every program has, or has no thread for this one.
  static let noSystem: Int32 = 71
  /// What a shell says of a command that is not there.
  static let noCommand: Int32 = 127
  /// EX_IOERR: what was to be written cannot be.
  static let cannotWrite: Int32 = 74
}
