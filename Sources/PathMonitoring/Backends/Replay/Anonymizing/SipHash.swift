/// SipHash-2-4: a keyed function that nobody can turn round who has not the key (Aumasson and Bernstein, 2012).
/// The standard library's `Hasher` is none: its key may be fixed by an environment variable.
struct SipHash {
  private let key: (UInt64, UInt64)

  init(_ key: (UInt64, UInt64)) { self.key = key }

  /// The value of some words.
  func value(_ words: [UInt64]) -> UInt64 {
    var v0 = key.0 ^ 0x736F_6D65_7073_6575
    var v1 = key.1 ^ 0x646F_7261_6E64_6F6D
    var v2 = key.0 ^ 0x6C79_6765_6E65_7261
    var v3 = key.1 ^ 0x7465_6462_7974_6573

    func round() {
      v0 &+= v1
      v1 = (v1 << 13 | v1 >> 51) ^ v0
      v0 = v0 << 32 | v0 >> 32
      v2 &+= v3
      v3 = (v3 << 16 | v3 >> 48) ^ v2
      v0 &+= v3
      v3 = (v3 << 21 | v3 >> 43) ^ v0
      v2 &+= v1
      v1 = (v1 << 17 | v1 >> 47) ^ v2
      v2 = v2 << 32 | v2 >> 32
    }

    for word in words + [UInt64(words.count * 8) << 56] {
      v3 ^= word
      round()
      round()
      v0 ^= word
    }
    v2 ^= 0xFF
    for _ in 0..<4 { round() }
    return v0 ^ v1 ^ v2 ^ v3
  }
}
