/// Datum: the ellipsoid that the positions lie on. It stands for all sentences until the next one.
///
///     $GPDTM,ccc,a,x.x,N,x.x,E,x.x,W84*hh
///            │   │ └───┴─┴───┴─┴───┴ offsets from the reference datum, not read
///            │   └ subdivision
///            └ W84 WGS84, W72 WGS72, P90 PZ-90, S85 SGS85, 999 the user's own, or the IHO's letters
///
/// On another datum a position is off by up to a kilometre. PZ-90 is WGS84 to half a metre.
struct DTM {
  /// Whether positions are what a map takes them for; an empty field says nothing against it.
  let isWGS84: Bool

  init(_ fields: inout FieldReader) {
    var code: UInt32 = 0
    fields.letters { code = code << 8 | UInt32($0) }
    fields.require()
    isWGS84 = code == 0 || code == Self.wgs84 || code == Self.pz90
  }

  private static let wgs84: UInt32 = 0x57_3834
  private static let pz90: UInt32 = 0x50_3930
}
