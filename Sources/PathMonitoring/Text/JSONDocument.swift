internal import Netlink

/// A kind of file in JSON: what messages call it, and how large one may be.
struct JSONDocument {
  /// What messages call it, such as `the scenario`.
  let what: String
  /// The largest file that is read, in MiB.
  let limit: Int
  /// What to do about a larger one.
  let remedy: String

  /// The bytes of a file, up to one more than are allowed.
  func bytes(_ path: String) throws(TextFileError) -> [UInt8] {
    do throws(SystemError) {
      return try SmallFile.bytes(path, limit: limit << 20 + 1, waits: true)
    } catch {
      throw TextFileError(
        file: path, line: nil, column: nil,
        reason: "\(what) cannot be read: \(error.call): \(error.errno); check the path and who may read it")
    }
  }

  /// What `read` makes of the bytes of `file`.
  func read<Result>(
    _ bytes: [UInt8], _ file: String, _ read: (JSONValue) throws(TextError) -> Result
  ) throws(TextFileError) -> Result {
    guard bytes.count <= limit << 20 else {
      throw TextFileError(
        file: file, line: nil, column: nil, reason: "\(what) is larger than \(limit) MiB; \(remedy)")
    }
    do throws(TextError) {
      return try read(JSONReader.value(bytes))
    } catch {
      let place = TextError.place(error.offset, in: bytes)
      throw TextFileError(file: file, line: place.line, column: place.column, reason: error.reason)
    }
  }
}
