/// What a receiver is asked to do, from most power to least.
public enum ReceiverState: Hashable, Sendable {
  /// What it does when nobody asked for anything: a fix each second, all its usual sentences.
  case full
  /// A fix each so many milliseconds, saving power where it can.
  case slow(milliseconds: Int)
  /// Nothing for so long. It wakes by itself, or when it is asked for another state.
  case asleep(milliseconds: Int)
}
