/// Told before its base class is, which it tells in turn.
final class Subclass: PlainAdopter {
  private(set) var count = 0

  override func networkStatusChanged(isConnected: Bool) {
    count += 1
    super.networkStatusChanged(isConnected: isConnected)
  }
}
