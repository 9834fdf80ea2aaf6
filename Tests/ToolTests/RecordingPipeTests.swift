import Foundation
import TestSupport
import Testing

/// Recordings that come bit by bit, and ones that take long.
@Suite struct RecordingPipeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("a pipe is read to its end, however slowly it is written")
  func pipe() throws {
    let path = "\(folder.path)/pipe"
    try #require(unsafe mkfifo(path, 0o600) == 0)
    // Both ways, so that opening it waits for nobody.
    let end = unsafe open(path, O_RDWR | O_CLOEXEC)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: Capture.path("recordings/nlmon.pcap"))))
    try #require(unsafe write(end, bytes, bytes.count) == bytes.count)
    let (process, output, errors) = try Tool.launch(["replay", path])
    #expect(
      eventually {
        var left: Int32 = 0
        return unsafe ioctl(end, UInt(FIONREAD), &left) == 0 && left == 0
      })
    close(end)
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && !text.isEmpty)
    #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
  }

  @Test("what is no recording and has no end is refused after its beginning")
  func endless() throws {
    // So much memory is far less than what is allowed of a recording.
    let result = try Tool.run(["replay", "/dev/zero"])
    #expect(result.status == 66 && result.errors.contains("it is no pcap file"))
    let (process, _, errors) = try Tool.launch([
      "record", "--anonymize", "--from", "/dev/urandom", "\(folder.path)/x",
    ])
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 66 && words.hasPrefix("pathmonitor: /dev/urandom: "))
  }

  @Test("a recording into a pipe that nobody reads any more ends when it is told to")
  func fullPipe() throws {
    let path = "\(folder.path)/pipe"
    try #require(unsafe mkfifo(path, 0o600) == 0)
    let end = unsafe open(path, O_RDWR | O_CLOEXEC)
    defer { close(end) }
    // F_SETPIPE_SZ: the least that there is, which the header of the file takes.
    try #require(fcntl(end, 1031, 4096) == 4096)
    let (process, _, errors) = try Tool.launch(["record", path])
    #expect(!errors.fileHandleForReading.availableData.isEmpty)
    kill(process.processIdentifier, SIGINT)
    #expect(eventually { !process.isRunning })
    // Ends it, if that did not.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  @Test("a replay prints each path as it is found, and can be interrupted before the end")
  func interrupted() throws {
    let path = "\(folder.path)/large.pcap"
    try Self.links(20_000).write(to: URL(filePath: path))
    let (process, output, _) = try Tool.launch(["replay", path])
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  @Test("two recordings are not written into one file")
  func busy() throws {
    let path = "\(folder.path)/one.pcap"
    let (process, _, errors) = try Tool.launch(["record", path])
    #expect(!errors.fileHandleForReading.availableData.isEmpty)
    let second = try Tool.run(
      ["record", path, "--force", "--anonymize", "--from", Capture.path("recordings/nlmon.pcap")])
    #expect(second.status == 66 && second.errors.contains("another recording is being written"))
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// A recording of so many links that appear one after the other.
  private static func links(_ count: Int) -> Data {
    func words(_ values: UInt32...) -> Data {
      Data(values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } })
    }
    // The header of the file: nanoseconds, version 2.4, link type NETLINK.
    var data = words(0xA1B2_3C4D, 0x0004_0002, 0, 0, 1 << 18, 253)
    for index in 1...UInt32(count) {
      data += words(1000, index, 48, 48)
      data += Data([0, 0, 0x03, 0x38] + [UInt8](repeating: 0, count: 12))
      // RTM_NEWLINK with a `struct ifinfomsg`: ARPHRD_ETHER, and UP, RUNNING and LOWER_UP.
      data += words(32, 16, 0, 0) + words(0x0001_0000, index, 0x1_0041, 0)
    }
    return data
  }
}
