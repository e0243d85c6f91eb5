import Delivery

extension UploadLogEntry {
  /// The log's line for a batch; nil for a batch without points.
  init?(_ batch: Batch, _ state: State, tries: Int, answer: String) {
    guard let first = batch.samples.first, let last = batch.samples.last, first.sequence <= last.sequence else {
      return nil
    }
    let (start, end) = (first.sample.time, last.sample.time)
    self.init(
      assetID: batch.assetID, sequences: first.sequence...last.sequence, points: batch.samples.count,
      times: min(start, end)...max(start, end), state: state, tries: tries, answer: answer)
  }
}
