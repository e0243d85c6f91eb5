/// What a sentence claims about the position it carries.
struct Claim: Equatable {
  /// The kinds, the best first.
  enum Kind: UInt8, Comparable {
    /// Satellites, or satellites and other sensors, measured it.
    case measured
    /// The receiver estimated it (dead reckoning).
    case estimated
    /// Somebody typed it in, or a simulator made it up.
    case unreal
    /// There is none.
    case none

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  let kind: Kind
  /// gpsd's `status`; nil without a position.
  let status: UInt8?

  static let none = Claim(kind: .none, status: nil)
  static let autonomous = Claim(kind: .measured, status: 1)
  static let differential = Claim(kind: .measured, status: 2)
  static let deadReckoning = Claim(kind: .estimated, status: 5)
  static let combined = Claim(kind: .measured, status: 6)

  /// From the mode letter that NMEA 2.3 added to RMC, GLL, VTG and GNS; nil for another letter.
  init?(mode: UInt8) {
    switch mode {
    case UInt8(ascii: "A"): self = .autonomous
    case UInt8(ascii: "D"): self = .differential
    case UInt8(ascii: "P"): self.init(kind: .measured, status: 9)
    case UInt8(ascii: "R"): self.init(kind: .measured, status: 3)
    case UInt8(ascii: "F"): self.init(kind: .measured, status: 4)
    case UInt8(ascii: "E"): self = .deadReckoning
    case UInt8(ascii: "M"): self.init(kind: .unreal, status: 7)
    case UInt8(ascii: "S"): self.init(kind: .unreal, status: 8)
    case UInt8(ascii: "N"): self = .none
    default: return nil
    }
  }

  /// From GGA's quality digit; nil for another number.
  init?(quality: Int32) {
    switch quality {
    case 0: self = .none
    case 1: self = .autonomous
    // 9 is NovAtel's word for a correction from a satellite (SBAS).
    case 2, 9: self = .differential
    case 3: self.init(kind: .measured, status: 9)
    case 4: self.init(kind: .measured, status: 3)
    case 5: self.init(kind: .measured, status: 4)
    case 6: self = .deadReckoning
    case 7: self.init(kind: .unreal, status: 7)
    case 8: self.init(kind: .unreal, status: 8)
    default: return nil
    }
  }

  init(kind: Kind, status: UInt8?) {
    self.kind = kind
    self.status = status
  }
}

extension FieldReader {
  /// A status letter (A valid, V void) and, further on, a mode letter, as RMC and GLL have them.
  ///
  /// Magellan's eXplorist writes N for V.
  mutating func isValid() -> Bool {
    switch letter() {
    case UInt8(ascii: "A"): return true
    case UInt8(ascii: "V"), UInt8(ascii: "N"), nil: return false
    default:
      refuse(.letter)
      return false
    }
  }

  /// The mode letter; nil where the field is empty or, before NMEA 2.3, missing.
  mutating func mode() -> Claim? {
    guard let letter = letter() else { return nil }
    let claim = Claim(mode: letter)
    if claim == nil { refuse(.letter) }
    return claim
  }

  /// A letter a constellation: the best one; nil for an empty field.
  mutating func modes() -> Claim? {
    var best: Claim?
    var isKnown = true
    letters { letter in
      guard let claim = Claim(mode: letter) else {
        isKnown = false
        return
      }
      if let known = best, known.kind <= claim.kind { return }
      best = claim
    }
    if !isKnown { refuse(.letter) }
    return best
  }

  /// The claim of a sentence with a status, a mode and a position: a position of exactly 0/0 is a refusal.
  mutating func claim(isValid: Bool, mode: Claim?, _ position: Position?) -> Claim {
    guard isValid, let position else { return .none }
    let claim = mode ?? .autonomous
    if claim.kind != .none, position.isNull { refuse(.nullPosition) }
    return claim
  }
}
