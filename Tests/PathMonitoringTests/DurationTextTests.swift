import Testing

@testable import PathMonitoring

/// Spans of time as people write them.
@Suite struct DurationTextTests {
  @Test(
    "a span is read",
    arguments: [
      ("500ms", Duration.milliseconds(500)), ("2s", .seconds(2)), ("1m30s", .seconds(90)),
      ("1.5s", .milliseconds(1500)), ("0s", .zero), ("0.25ms", .microseconds(250)),
      ("1h1ns", .seconds(3600) + .nanoseconds(1)),
      ("87600h", DurationText.limit), ("007s", .seconds(7)),
    ])
  func reads(_ text: String, _ duration: Duration) {
    #expect(DurationText.parse(text) == duration)
  }

  @Test(
    "what is no span is refused",
    arguments: [
      "", "s", "1", "-1s", "1 s", " 1s", "1s ", "1.s", ".5s", "1s1s", "1s1m", "1S", "1min", "١s", "1e3s",
      "87600h1ns",
      "99999999999999999999s", "1000000000000h", "1.0000000001s", "nan", "ⅷs", "1s\u{0}", "1.1.1s",
    ])
  func refuses(_ text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(
    "a span is written as it is read",
    arguments: [
      (Duration.zero, "0s"), (.seconds(90), "1m30s"), (.milliseconds(1500), "1s500ms"),
      (.nanoseconds(1), "1ns"),
      (.seconds(3600) + .microseconds(2), "1h2us"), (.seconds(-5), "0s"), (.seconds(Int64.max), "87600h"),
    ])
  func writes(_ duration: Duration, _ text: String) {
    #expect(DurationText.text(duration) == text)
    #expect(DurationText.parse(text) == min(max(duration, .zero), DurationText.limit))
  }
}
