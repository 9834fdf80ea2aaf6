/// Exit statuses of sysexits.h.
enum ExitStatus {
  /// EX_DATAERR: the input is damaged.
  static let badData: Int32 = 65
  /// EX_NOINPUT: a file cannot be opened or used.
  static let noFile: Int32 = 66
  /// EX_IOERR: what was to be written cannot be.
  static let cannotWrite: Int32 = 74
}
