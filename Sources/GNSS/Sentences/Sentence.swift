/// A sentence, parsed completely.
protocol Sentence {
  static var kind: SentenceKind { get }
  /// When it is valid; nil for a sentence that has no time field and belongs to the epoch it comes in.
  var time: TimeTag? { get }
  /// Reads the fields behind the address; faults are left in the reader.
  init(_ fields: inout FieldReader)
  /// Adds what it says to its epoch. An empty field leaves what others have said.
  func join(_ epoch: inout Epoch)
}
