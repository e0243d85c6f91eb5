/// A decoder gives the same fixes and counts the same however the stream is cut, and each fix is one that can be, with
/// pauses or without, before and after judgement.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecoder(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard let input = Input(bytes, count) else { return 0 }
  let options = options(input.settings)
  var whole = NMEADecoder(options)

  let expected = epochs { emit in
    whole.decode(input.stream, emit)
    whole.finish(emit)
  }
  var pieces = NMEADecoder(options)
  let found = epochs { emit in
    input.inPieces { pieces.decode($0, emit) }
    pieces.finish(emit)
  }
  require(found == expected, "pieces of \(input.piece) bytes give what the whole gives")
  require(pieces.statistics == whole.statistics, "and count the same")
  require(whole.statistics.epochs == expected.count, "every epoch is counted")
  require(!whole.awaitsQuiet, "nothing is open at the end")

  var paused = NMEADecoder(options)
  _ = epochs { emit in
    input.inPieces {
      paused.decode($0, emit)
      paused.quiet(emit)
      require(!paused.awaitsQuiet, "a pause leaves nothing for the next one")
    }
    paused.finish(emit)
  }
  if options.hostClock == nil {
    let again = epochs { emit in
      whole.decode(input.stream, emit)
      whole.finish(emit)
    }
    require(again == expected, "the end of a stream leaves nothing behind")
  }
  return 0
}

private func options(_ settings: UInt8) -> DecoderOptions {
  var options = DecoderOptions()
  options.allowMissingChecksum = settings & 1 != 0
  if settings & 2 != 0 { options.hostClock = UTCInstant(iso8601: "2026-11-30T23:59:00Z") }
  return options
}

/// All that a decoder gives, each epoch checked.
private func epochs(_ decode: ((Fix) -> Void) -> Void) -> [Fix] {
  var epochs: [Fix] = []
  let floor = UTCInstant(iso8601: "2026-10-01")
  let dates = DateJudge(notBefore: floor)
  var judge = FixJudge()
  decode { fix in
    check(fix)
    let judged = judge.judge(dates.judged(fix))
    check(judged)
    require(judged.time.map { $0 >= floor ?? $0 } != false, "a judged date is not before the floor")
    require(judged.coordinate?.isPlausible != false, "a judged position lies on Earth and is not 0/0")
    epochs.append(fix)
  }
  return epochs
}

private func check(_ fix: Fix) {
  require((fix.coordinate == nil) == (fix.mode == .none), "a fix has a mode exactly when it has a position")
  require((fix.time == nil) == fix.flags.contains(.undated), "a fix is undated exactly when it has no time")
  if let place = fix.coordinate {
    require(abs(place.latitudeNanodegrees) <= 90_000_000_000, "latitude")
    require(abs(place.longitudeNanodegrees) <= 180_000_000_000, "longitude")
  }
  if let time = fix.time { require(1...9999 ~= time.date.year, "year \(time.date.year)") }
  if let time = fix.timeOfDayMilliseconds { require(0...86_400_999 ~= time, "time of day \(time)") }
  if let speed = fix.speedMillimetresPerSecond { require(speed >= 0, "speed \(speed)") }
  if let track = fix.trackMillidegrees { require(0..<360_000 ~= track, "course \(track)") }
  for error in [fix.horizontalErrorMillimetres, fix.verticalErrorMillimetres] {
    if let error { require(error >= 0, "error \(error)") }
  }
  for dilution in [fix.hdopThousandths, fix.vdopThousandths, fix.pdopThousandths] {
    if let dilution { require(1..<99_000 ~= dilution, "dilution \(dilution)") }
  }
  if let quality = fix.quality { require(quality <= 9, "quality \(quality)") }
}
