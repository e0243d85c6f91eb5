import Delivery
import Sampling
import Store
import TestSupport

/// The process was killed, or the power went.
struct Cut: Error {}

/// One life of a tracker's process: from its start to the step at which it is cut off. A step lies before and behind
/// each thing that the upload side does to its disk or its server; behind is also amid the disk's writes.
final class Life {
  let disk: FaultyDisk
  /// After how many of the disk's events the life ended; nil while it goes on.
  private(set) var cutAfter: Int?
  private var stepsLeft: Int?
  private var random: SplitMix64

  /// - Parameter steps: the step at which it ends; nil for a life that ends well.
  init(_ disk: FaultyDisk, steps: Int?, seed: UInt64) {
    self.disk = disk
    stepsLeft = steps
    random = SplitMix64(seed: seed)
  }

  var isOver: Bool { cutAfter != nil }

  /// Cuts it off now.
  func end() { cutAfter = cutAfter ?? disk.eventCount }

  /// Does one thing, unless the life is over before or behind it.
  func perform<Value>(_ work: () throws -> Value) throws -> Value {
    let before = disk.eventCount
    try step(before...before)
    let result = Result { try work() }
    try step(before...disk.eventCount)
    return try result.get()
  }

  private func step(_ events: ClosedRange<Int>) throws {
    if isOver { throw Cut() }
    guard let left = stepsLeft else { return }
    stepsLeft = left - 1
    if left <= 1 {
      cutAfter = Int.random(in: events, using: &random)
      throw Cut()
    }
  }
}

/// What the producer of points was promised, and under which names they were seen, over all lives.
final class Ledger {
  /// Points by their time that the store or the server has confirmed to the producer.
  var confirmed: Set<Int64> = []
  /// Points that got another number, and numbers that got another point.
  private(set) var renumbered = 0
  private var numberOfTime: [Int64: Int64] = [:]
  private var timeOfNumber: [Int64: Int64] = [:]

  func saw(_ queued: QueuedSample) {
    let (time, number) = (queued.sample.time.millisecondsSince1970, queued.sequence)
    if numberOfTime.updateValue(number, forKey: time) ?? number != number { renumbered += 1 }
    if timeOfNumber.updateValue(time, forKey: number) ?? time != time { renumbered += 1 }
  }
}

/// A store that dies with its life, and says in the ledger what it has confirmed.
final class MortalStore: LocationQueue, StateStore {
  private let store: SQLiteStore
  private let life: Life
  private let ledger: Ledger
  private var unconfirmed: Set<Int64> = []

  init(_ store: SQLiteStore, _ life: Life, _ ledger: Ledger) {
    self.store = store
    self.life = life
    self.ledger = ledger
  }

  var state: QueueState { store.state }

  func append(_ samples: [Sample]) {
    if life.isOver { return }
    store.append(samples)
    for sample in samples { unconfirmed.insert(sample.time.millisecondsSince1970) }
  }

  func commit() throws {
    try life.perform { try store.commit() }
    confirm()
  }

  private func confirm() {
    guard store.state.unsaved == 0 else { return }
    ledger.confirmed.formUnion(unconfirmed)
    unconfirmed.removeAll()
  }

  func read(_ selection: Selection) throws -> [QueuedSample] {
    let found = try life.perform { try store.read(selection) }
    found.forEach(ledger.saw)
    return found
  }

  func settle(_ entry: UploadLogEntry) throws {
    try life.perform { try store.settle(entry) }
    confirm()
  }

  func removeAll() throws -> Int { try life.perform { try store.removeAll() } }
  func uploadLog(_ limit: Int) throws -> [UploadLogEntry] { try store.uploadLog(limit) }
  func setAside(_ limit: Int) throws -> [SetAsideSample] { try store.setAside(limit) }
  func sendAgain(assetID: String) throws -> Int { try life.perform { try store.sendAgain(assetID: assetID) } }
  func removeSetAside() throws -> Int { try life.perform { try store.removeSetAside() } }
  func text(_ key: StateKey) throws -> String? { try store.text(key) }
  func set(_ key: StateKey, to text: String?) throws { try life.perform { try store.set(key, to: text) } }
}

/// A sink that dies with its life.
final class MortalSink: Sink {
  private let sink: any Sink
  private let life: Life

  init(_ sink: any Sink, _ life: Life) {
    self.sink = sink
    self.life = life
  }

  func bind(assetID: String, deviceID: String) -> Outcome { ask { sink.bind(assetID: assetID, deviceID: deviceID) } }
  func deliver(_ batch: Batch) -> Outcome { ask { sink.deliver(batch) } }

  /// The dead hear no answer.
  private func ask(_ work: () -> Outcome) -> Outcome {
    (try? life.perform(work)) ?? .retry(reason: "the process is gone", afterSeconds: nil)
  }
}

/// A sink whose server has a name that is lost at times.
final class NamedSink: Sink {
  private let found: any Sink
  private let lost: any Sink
  private let isLost: () -> Bool

  init(_ found: any Sink, lost: any Sink, when isLost: @escaping () -> Bool) {
    (self.found, self.lost, self.isLost) = (found, lost, isLost)
  }

  private var sink: any Sink { isLost() ? lost : found }

  func bind(assetID: String, deviceID: String) -> Outcome { sink.bind(assetID: assetID, deviceID: deviceID) }
  func deliver(_ batch: Batch) -> Outcome { sink.deliver(batch) }
}
