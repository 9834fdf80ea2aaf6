/// A subclass on the main actor, and a generic one.
@MainActor final class Model<Item>: ModelBase {
  private(set) var items: [Item] = []

  override func networkStatusChanged(isConnected: Bool) {
    if !isConnected { items = [] }
    super.networkStatusChanged(isConnected: isConnected)
  }
}
