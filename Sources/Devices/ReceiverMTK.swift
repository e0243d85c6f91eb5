/// Commands of MediaTek receivers as sentences. Sources: GlobalTop "PMTK command packet" rev. A11, Quectel "L80 GPS
/// Protocol Specification" V1.3.
enum MTK {
  /// `$PMTK…*HH` and the line end.
  static func sentence(_ body: String) -> [UInt8] {
    let sum = body.utf8.reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return Array("$\(body)*\(sum < 16 ? "0" : "")\(digits)\r\n".utf8)
  }

  /// PMTK220: a fix each so many milliseconds, 100 to 10,000.
  static func interval(milliseconds: Int) -> [UInt8] { sentence("PMTK220,\(min(max(milliseconds, 100), 10_000))") }

  /// PMTK314: RMC and GGA with each fix, nothing else: 144 bytes an epoch instead of 444.
  static let positionSentences = sentence("PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0")

  /// PMTK314 with -1: the sentences of its firmware's default (L80, 3.19).
  static let usualSentences = sentence("PMTK314,-1")

  /// PMTK161: standby until a byte comes, whatever the time. A speed set by PMTK251 is lost in it (L80, 3.14).
  static let standby = sentence("PMTK161,0")

  /// PMTK225 with type 0: back from a periodic mode to normal (L80, 3.13).
  static let normalPower = sentence("PMTK225,0")
}
