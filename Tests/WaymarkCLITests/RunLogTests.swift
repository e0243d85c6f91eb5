import EventLoop
import HAL
import Testing
import Tracking
import Waymark

@testable import WaymarkCLI

@Suite("The log of a run")
struct RunLogTests {
  @Test("says when uploads begin to work and when they fail, not each of them")
  func uploads() {
    var log = RunLog()
    let uploaded = TrackerEvent.uploaded(points: 3, waiting: 0, answer: "200")
    #expect(log.line(for: uploaded) == "uploads work: 3 points confirmed (200); 0 points wait")
    #expect(log.line(for: uploaded) == nil)
    #expect(log.line(for: .uploadFailed(reason: "timeout")) == "upload failed, will be tried again: timeout")
    #expect(log.line(for: .uploadFailed(reason: "timeout")) == nil)
    #expect(log.line(for: .uploadFailed(reason: "503")) == "upload failed, will be tried again: 503")
    #expect(log.line(for: uploaded) != nil)
    #expect(log.line(for: .uploadFailed(reason: "503")) != nil, "the same failure after a success is a change")
  }

  @Test("raises the alarm once when the server does not accept the board, and tells of a disk that fails and recovers")
  func alarms() {
    var log = RunLog()
    #expect(log.line(for: .uploadDenied(reason: "401"))?.hasPrefix("ALARM: ") == true)
    #expect(log.line(for: .uploadDenied(reason: "401")) == nil)
    #expect(log.line(for: .uploaded(points: 1, waiting: 0, answer: "200")) != nil)
    #expect(log.line(for: .storeFailed(reason: "disk full"))?.contains("disk full") == true)
    #expect(log.line(for: .storeRecovered) != nil)
    #expect(log.line(for: .storeNotice("moved")) == "moved")
    #expect(log.line(for: .sourceUncontrolled(DeviceError(.unusable, "told nothing"))) == "told nothing")
  }

  @Test("tells of a low battery and a taken asset, and leaves start and stop to the tracker's own lines")
  func notifications() {
    let lines = Locked<[String]>([])
    let log = NotificationLog { line in lines.withLock { $0.append(line) } }
    log.onNotification(.assetEnabled(assetId: "van"))
    log.onNotification(.lowBattery(percent: 9))
    log.onNotification(.assetTaken(assetId: "van"))
    log.onNotification(.assetDisabled(assetId: "van"))
    #expect(lines.withLock { $0.count } == 2)
    #expect(lines.withLock { $0.first } == "the battery is at 9 %; charge it")
  }
}
