/// Finds the speed at which a receiver sends, by listening at each for a while and counting whole sentences.
///
/// A sentence with a right checksum cannot come out of noise. One full round takes 20 s.
struct BaudScan {
  /// Most frequent first.
  static let rates = [9600, 38400, 115_200, 4800, 57600, 230_400, 460_800, 921_600]
  /// Nanoseconds at one speed: two epochs of a 1 Hz receiver, whenever listening began.
  static let window: Int64 = 2_500_000_000

  /// The speed to listen at.
  var baud: Int { order[place] }
  /// Whether the receiver was understood at `baud`.
  private(set) var isFound = false

  private var order: [Int]
  private var place = 0
  /// The sentence counter when listening at `baud` began.
  private var before = 0

  /// - Parameter remembered: the speed that worked last time, tried first.
  init(remembered: Int?) {
    order = Self.rates
    if let remembered { order = [remembered] + Self.rates.filter { $0 != remembered } }
  }

  /// Listening begins at `baud`.
  mutating func listen(sentences: Int) { before = sentences }

  /// So many whole sentences have come by now. Gives whether that finds the speed: two are no chance.
  mutating func heard(sentences: Int) -> Bool { find(sentences, atLeast: 2) }

  /// The window is over. Gives whether it found the speed; if not, `baud` is the next one.
  mutating func windowEnded(sentences: Int) -> Bool {
    if find(sentences, atLeast: 1) || isFound { return true }
    place = (place + 1) % order.count
    return false
  }

  /// The device went away: what comes back may be another, but most likely is the same.
  mutating func lost() {
    if isFound { self = BaudScan(remembered: baud) }
  }

  private mutating func find(_ sentences: Int, atLeast: Int) -> Bool {
    guard !isFound, sentences - before >= atLeast else { return false }
    isFound = true
    return true
  }
}
