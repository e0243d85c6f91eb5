import GNSS

// The text of a receiver's sentences, as a u-blox 8 with NMEA 4.10 prints them.

extension ReceiverEpoch {
  /// The sentences of one kind, each with checksum and line end.
  func sentences(_ kind: ReceiverModel.SentenceKind) -> String {
    switch kind {
    case .rmc: Self.line("GNRMC,\(time),\(letter),\(place),\(motion),\(date),,,\(mode),V")
    case .vtg: Self.line("GNVTG,\(track)")
    case .gga: Self.line("GNGGA,\(time),\(place),\(quality),,")
    case .gsa: dilution(system: 1) + dilution(system: 2)
    case .gsv:
      satellitesInView("GP", sky.satellites.filter { !$0.isGLONASS })
        + satellitesInView("GL", sky.satellites.filter(\.isGLONASS))
    case .gll: Self.line("GNGLL,\(place),\(time),\(letter),\(mode)")
    case .zda: Self.line("GNZDA,\(longDate),00,00")
    }
  }

  /// `$BODY*HH` and the line end.
  static func line(_ body: String) -> String {
    let sum = body.utf8.reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return "$\(body)*\(sum < 16 ? "0" : "")\(digits)\r\n"
  }

  private var letter: String { fix == nil ? "V" : "A" }
  private var mode: String {
    guard let fix else { return "N" }
    return fix.isEstimated ? "E" : "A"
  }

  /// `hhmmss.ss`
  private var time: String {
    guard let civil = instant.map(CivilTime.init) else { return "" }
    return civil.hour.padded(2) + civil.minute.padded(2) + civil.second.padded(2) + "."
      + (civil.millisecond / 10).padded(2)
  }

  /// `ddmmyy`
  private var date: String {
    guard let civil = instant.map(CivilTime.init) else { return "" }
    return civil.day.padded(2) + civil.month.padded(2) + (civil.year % 100).padded(2)
  }

  /// Time, day, month, year.
  private var longDate: String {
    guard let civil = instant.map(CivilTime.init) else { return ",,," }
    return "\(time),\(civil.day.padded(2)),\(civil.month.padded(2)),\(civil.year)"
  }

  /// `ddmm.mmmmm,N,dddmm.mmmmm,E`
  private var place: String {
    guard let fix else { return ",,," }
    return Self.angle(fix.latitude, degreeDigits: 2) + (fix.latitude < 0 ? ",S," : ",N,")
      + Self.angle(fix.longitude, degreeDigits: 3) + (fix.longitude < 0 ? ",W" : ",E")
  }

  private static func angle(_ value: Int, degreeDigits: Int) -> String {
    let (degrees, minutes) = abs(value).quotientAndRemainder(dividingBy: 6_000_000)
    return degrees.padded(degreeDigits) + (minutes / 100_000).padded(2) + "." + (minutes % 100_000).padded(5)
  }

  private static func knots(_ millimetresPerSecond: Int) -> String {
    ((millimetresPerSecond * 3600 + 926) / 1852).decimal(3)
  }

  private var course: String { fix?.course.map { $0.decimal(2) } ?? "" }

  /// Knots and course.
  private var motion: String {
    guard let fix else { return "," }
    return "\(Self.knots(fix.millimetresPerSecond)),\(course)"
  }

  private var track: String {
    guard let fix else { return ",,,,,,,,N" }
    let kmh = ((fix.millimetresPerSecond * 36 + 5) / 10).decimal(3)
    return "\(course),T,,M,\(Self.knots(fix.millimetresPerSecond)),N,\(kmh),K,\(mode)"
  }

  /// Quality, satellites, dilution, heights.
  private var quality: String {
    guard let fix else { return "0,\(sky.used.padded(2)),99.99,,,," }
    return
      "\(fix.isEstimated ? 6 : 1),\(sky.used.padded(2)),\(sky.dilutions.horizontal.decimal(2)),\(fix.altitudeDecimetres.decimal(1)),M,"
      + "\(fix.geoidSeparationDecimetres.decimal(1)),M"
  }

  private func dilution(system: Int) -> String {
    let numbers = sky.satellites.filter { $0.isUsed && $0.isGLONASS == (system == 2) }.prefix(12)
      .map { $0.number.padded(2) }
    let slots = numbers + Array(repeating: "", count: 12 - numbers.count)
    let (position, horizontal, vertical) = sky.dilutions
    return Self.line(
      "GNGSA,A,\(fix == nil ? 1 : 3),\(slots.joined(separator: ",")),\(position.decimal(2)),"
        + "\(horizontal.decimal(2)),\(vertical.decimal(2)),\(system)")
  }

  private func satellitesInView(_ talker: String, _ satellites: [SimulatedSky.Satellite]) -> String {
    let pages = (satellites.count + 3) / 4
    return (0..<pages).map { page in
      let rows = satellites.dropFirst(page * 4).prefix(4).map { satellite in
        "\(satellite.number.padded(2)),\(Int(satellite.elevation).padded(2)),\(Int(satellite.azimuth).padded(3)),"
          + (satellite.strength.map { $0.padded(2) } ?? "")
      }
      return Self.line(
        "\(talker)GSV,\(pages),\(page + 1),\(satellites.count.padded(2)),\(rows.joined(separator: ",")),1")
    }.joined()
  }
}
