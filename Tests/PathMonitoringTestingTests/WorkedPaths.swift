import PathMonitoringTesting

/// What a monitor says in each worked scenario, and when.
enum WorkedPaths {
  static func of(_ scenario: WorkedScenario) -> [String] {
    switch scenario {
    case .trainRide:
      [
        "0s wwan0 4+6 dns costs",
        "40s none",
        "58s wwan0 4+6 dns costs",
        "2m28s none",
        "3m3s wwan0 6 dns costs",
        "3m5s wwan0 4+6 dns costs",
        "5m6s200ms wlan0,wwan0 4+6 dns via 198.51.100.1",
        "8m6s200ms wlan0 4 dns via 198.51.100.1",
        "8m56s200ms wlan0,wwan0 4+6 dns via 198.51.100.1",
        "9m56s200ms wwan0 4+6 dns costs",
      ]
    case .hotelCaptivePortal:
      [
        "0s none",
        "3s800ms wlan0 4 via 198.51.100.1",
        "3s900ms wlan0 4 dns via 198.51.100.1",
        "7s900ms wlan0 4 via 198.51.100.1",
        "32s900ms wlan0 4 dns via 198.51.100.1",
        "59m32s900ms none",
        "59m34s900ms wlan0 4 dns via 198.51.100.1",
        "59m35s wlan0 4 via 198.51.100.1",
        "59m55s wlan0 4 dns via 198.51.100.1",
      ]
    case .dockToWiFi:
      [
        "0s enxdock,wlan0 4+6 dns via 192.0.2.1,198.51.100.1,fe80::1%enxdock",
        "10s wlan0 4 dns via 198.51.100.1",
        "18s150ms none",
        "18s450ms wlan0 4 dns via 198.51.100.1",
        "1m6s50ms enxdock,wlan0 4 dns via 192.0.2.1,198.51.100.1",
        "1m8s50ms enxdock,wlan0 4+6 dns via 192.0.2.1,198.51.100.1,fe80::1%enxdock",
        "1m38s50ms enxdock 4+6 dns via 192.0.2.1,fe80::1%enxdock",
      ]
    case .phoneTethering:
      [
        "0s wlan0 4 dns via 198.51.100.1",
        "15s none",
        "55s usb0 4 dns costs via 203.0.113.129",
        "2m55s none",
        "2m58s usb0 4 dns costs via 203.0.113.129",
        "7m58s usb0,wlan0 4 dns costs via 203.0.113.129,198.51.100.1",
        "8m8s wlan0 4 dns via 198.51.100.1",
      ]
    case .vpnUpAndDown:
      [
        "0s eth0 4 dns via 192.0.2.1",
        "5s wg0,eth0 4 dns via 192.0.2.1",
        "1m5s200ms wg0,eth0,wlan0 4 dns via 192.0.2.1,198.51.100.1",
        "1m10s200ms wg0,wlan0 4 dns via 198.51.100.1",
        "2m10s200ms wlan0 4 dns via 198.51.100.1",
      ]
    case .flappingCable:
      [
        "0s eth0 4 dns via 192.0.2.1",
        "3s none",
        "4s eth0 4 dns via 192.0.2.1",
        "5s none",
        "6s eth0 4 dns via 192.0.2.1",
        "7s none",
        "8s eth0 4 dns via 192.0.2.1",
        "9s none",
        "10s eth0 4 dns via 192.0.2.1",
        "11s none",
        "12s eth0 4 dns via 192.0.2.1",
        "33s none",
        "33s100ms eth0 4 dns via 192.0.2.1",
        "33s200ms none",
        "33s300ms eth0 4 dns via 192.0.2.1",
        "33s400ms none",
        "33s500ms eth0 4 dns via 192.0.2.1",
      ]
    case .ipv6Only:
      [
        "0s none",
        "3s500ms eth0 6 via fe80::1%eth0",
        "3s550ms eth0 6 dns via fe80::1%eth0",
        "2m3s550ms none",
        "2m23s550ms eth0 6 dns via fe80::2%eth0",
      ]
    case .containerStart:
      [
        "0s none",
        "130ms eth0 4 via 192.0.2.1",
        "140ms eth0 4 dns via 192.0.2.1",
      ]
    case .suspendAndResume:
      [
        "0s wlan0 4 dns via 198.51.100.1",
        "8h10s none",
        "8h11s800ms wlan0 4 dns via 198.51.100.1",
        "8h41m11s800ms none",
        "8h41m14s700ms wlan0 4 via 203.0.113.1",
        "8h41m14s710ms wlan0 4 dns via 203.0.113.1",
      ]
    case .modemRedial:
      [
        "0s dial: wwan0 4 dns costs",
        "5s wwan0 4 dns costs",
        "1m5s dial: wwan0 4 dns costs",
        "1m15s none",
        "1m39s wwan0 4 dns costs",
      ]
    }
  }
}
