/// What the owner of a store must know, though it goes on working.
public enum StoreNotice: Hashable, Sendable, CustomStringConvertible {
  /// The file was damaged. It bears another name now, and a new one was begun with the points that could be read.
  case damagedFileSetAside(path: String, newName: String, reason: String, rescued: Int)
  /// Nothing can be written where the file lies: points are kept in memory, and a power cut costs them.
  case runsFromMemory(path: String, reason: String)
  /// The file can be written again; what was in memory is on the disk.
  case returnedToDisk(path: String)

  /// One sentence.
  public var description: String {
    switch self {
    case .damagedFileSetAside(let path, let newName, let reason, let rescued):
      """
      \(path) was damaged (\(reason)) and is kept as \(newName); \(rescued) waiting points could be read and go on in a \
      new file
      """
    case .runsFromMemory(let path, let reason):
      "\(path) cannot be written (\(reason)): points are kept in memory only, and a power cut costs those not yet sent"
    case .returnedToDisk(let path): "\(path) can be written again; points are safe on the disk"
    }
  }
}
