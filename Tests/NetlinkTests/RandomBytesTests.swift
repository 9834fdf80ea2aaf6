import Netlink
import TestSupport
import Testing

/// Bytes without sense, from wholly random to nearly right. The same ones on every run.
@Suite struct RandomBytesTests {
  private static let types: [UInt16] = [2, 3, 4, 16, 17, 20, 21, 24, 25, 32, 33, 80, 104, 105]

  private func bytes(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private func check(_ datagram: [UInt8]) throws {
    let outcome = Outcome(datagram)
    if !outcome.isSound(count: datagram.count) {
      throw Unsound(outcome: outcome, datagram, datagram.count)
    }
  }

  @Test("the generator is the one that the seeds are meant for")
  func generator() {
    // The first outputs of the reference implementation for seed 1234567.
    var random = SplitMix64(seed: 1_234_567)
    #expect([random.next(), random.next()] == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973])
  }

  @Test("wholly random", arguments: 1...4 as ClosedRange<UInt64>)
  func noise(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 { try check(bytes(Int.random(in: 0...96, using: &random), &random)) }
  }

  @Test("a right header before random bytes", arguments: 11...14 as ClosedRange<UInt64>)
  func payloads(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<3000 {
      let type = try #require(Self.types.randomElement(using: &random))
      let payload = bytes(Int.random(in: 0...64, using: &random), &random)
      try check(Wire.message(type, flags: UInt16.random(in: 0...0xFFFF, using: &random), payload))
    }
  }

  /// Attributes of small types and of sizes that values have, most of them; one level inside another.
  private func attributes(_ depth: Int, _ random: inout SplitMix64) -> [UInt8] {
    var all: [UInt8] = []
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let sizes = [0, 1, 2, 4, 4, 8, 16, 32, Int.random(in: 0...40, using: &random)]
      let payload =
        depth > 0 && random.next() % 4 == 0
        ? attributes(depth - 1, &random) : bytes(sizes.randomElement(using: &random) ?? 0, &random)
      let isLying = random.next() % 16 == 0
      let length = UInt16(4 + payload.count) &+ (isLying ? UInt16.random(in: 0...8, using: &random) &- 4 : 0)
      all += Wire.attribute(UInt16.random(in: 0...40, using: &random), length: length, payload)
    }
    return all
  }

  @Test("several messages with likely attributes", arguments: 21...24 as ClosedRange<UInt64>)
  func likely(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var read = 0
    for _ in 0..<1500 {
      var datagram: [UInt8] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let type = try #require(Self.types.randomElement(using: &random))
        let size = [16: 16, 17: 16, 24: 12, 25: 12, 32: 12, 33: 12][type] ?? 8
        var fixed = bytes(size, &random)
        fixed[0] = random.next() % 2 == 0 ? 2 : 10
        datagram += Wire.message(type, fixed + attributes(2, &random))
      }
      try check(datagram)
      if case .read = Outcome(datagram) { read += 1 }
    }
    // Were nearly all refused at the first byte, this would not test much.
    #expect(read > 100)
  }
}
