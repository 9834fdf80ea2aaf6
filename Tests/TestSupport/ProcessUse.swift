internal import CTestSupport
import Foundation
import Glibc

/// What a process holds at a moment, by /proc.
package struct ProcessUse: Hashable, Sendable {
  /// Open descriptors, but for pipes: a sanitizer talks to its symbolizer by them, and a monitor has none.
  package var descriptors: Int
  /// Threads.
  package var threads: Int
  /// Bytes that were allocated and not freed.
  package var memory: Int

  /// What this process holds now.
  package static var now: ProcessUse {
    ProcessUse(
      descriptors: targets("/proc/self/fd").count { !$0.hasPrefix("pipe:") },
      threads: names("/proc/self/task").count, memory: allocatedBytes)
  }

  private static func targets(_ folder: String) -> [String] {
    names(folder).compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
  }

  /// By malloc_info(3), which tells what malloc has of the system, and what of that is free. The resident
  /// size would count what is free, and so grow without a leak.
  private static var allocatedBytes: Int {
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let file = unsafe open_memstream(&text, &size) else { return 0 }
    unsafe malloc_info(0, file)
    unsafe fclose(file)
    defer { unsafe free(text) }
    let report = unsafe text.map { unsafe String(cString: $0) } ?? ""
    // The sums over all arenas stand after the last of them.
    let sums = report.components(separatedBy: "</heap>").last ?? ""
    func sum(_ element: String) -> Int {
      let rest = sums.components(separatedBy: "<\(element)").dropFirst().first ?? ""
      let digits = rest.components(separatedBy: "size=\"").dropFirst().first?.prefix { $0.isNumber }
      return digits.flatMap { Int($0) } ?? 0
    }
    return sum("system type=\"current\"") + sum("total type=\"mmap\"")
      - sum("total type=\"fast\"") - sum("total type=\"rest\"")
  }

  fileprivate static func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  fileprivate static func text(_ path: String) -> String {
    // By name, since files of /proc have no size that a reader could go by.
    let data = try? FileHandle(forReadingAtPath: path)?.readToEnd()
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}

/// A socket of NETLINK_ROUTE, as /proc/net/netlink lists it.
package struct NetlinkSocketEntry: Hashable, Sendable {
  /// The port it is bound to; the sender's address in what it sends.
  package var port: UInt32
  /// Whether it hears of events.
  package var isListening: Bool
  /// Messages that found no room in its buffer.
  package var drops: Int
  /// Its number among the files of the process that has it.
  package var inode: Int
}

extension Namespace {
  /// The NETLINK_ROUTE sockets in the namespace, but for the kernel's own.
  package var netlinkSockets: [NetlinkSocketEntry] {
    let table = run { ProcessUse.text("/proc/thread-self/net/netlink") }
    return table.split(separator: "\n").dropFirst().compactMap { line in
      // sk, protocol, port, groups, read and write memory, dump, locks, drops, inode
      let fields = line.split(separator: " ")
      guard fields.count >= 10, fields[1] == "0", let port = UInt32(fields[2]), port != 0 else { return nil }
      return NetlinkSocketEntry(
        port: port, isListening: fields[3] != "00000000", drops: Int(fields[8]) ?? 0,
        inode: Int(fields[9]) ?? 0)
    }
  }

  /// Puts /dev/null in the place of the sockets that listen: what becomes of them in a program that closes
  /// descriptors that it does not know. Returns how many there were.
  package func breakListeningSockets() -> Int {
    let null = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(null) }
    return listeningDescriptors.count { dup2(null, $0) == $0 }
  }

  /// Takes away the messages that wait for those who listen. Returns how many there were.
  package func stealEvents() -> Int {
    var buffer = [UInt8](repeating: 0, count: 1 << 15)
    return listeningDescriptors.reduce(0) { count, descriptor in
      var stolen = 0
      while unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 { stolen += 1 }
      return count + stolen
    }
  }

  /// The descriptors of this process that hear of events in the namespace.
  private var listeningDescriptors: [Int32] {
    let sockets = Set(netlinkSockets.filter(\.isListening).map { "socket:[\($0.inode)]" })
    return ProcessUse.names("/proc/self/fd").compactMap { number in
      guard let descriptor = Int32(number),
        let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"),
        sockets.contains(file)
      else { return nil }
      return descriptor
    }
  }

  /// How many threads of this process that have the name are in the namespace.
  package func threads(named name: String) -> Int {
    @Sendable func network(_ thread: String) -> String? {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(thread)/ns/net")
    }
    let own = run { network("thread-self") }
    return ProcessUse.names("/proc/self/task").count { thread in
      ProcessUse.text("/proc/self/task/\(thread)/comm") == "\(name)\n"
        && network("self/task/\(thread)") == own
    }
  }
}
