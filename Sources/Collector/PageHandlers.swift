import FoundationEssentials
import HTTPServer

/// The page that shows the tracks, and the library that draws them. Neither holds anything secret: what the page shows
/// it asks for by the calls above, with the key that its user gives.
let pageRoutes = [
  Route("page", "GET", "/", isOpen: true, showPage),
  Route("leaflet", "GET", "/leaflet/:id", isOpen: true, showLeaflet),
]

private func showPage(_ call: Call) throws -> Response {
  var tiles = ""
  if let url = call.settings.tiles { for character in url { tiles += escaped(character) } }
  let page = trackPage.split(separator: "@TILES@", maxSplits: 1).joined(separator: tiles)
  // Nothing but its own scripts runs there, and it talks to nobody else but for the map.
  let policy = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
  return Response(
    contentType: "text/html; charset=utf-8",
    headers: ["Content-Security-Policy": policy + "img-src 'self' data: http: https:", "Cache-Control": "no-cache"],
    body: Array(page.utf8))
}

private func escaped(_ character: Character) -> String {
  switch character {
  case "&": "&amp;"
  case "<": "&lt;"
  case "\"": "&quot;"
  default: String(character)
  }
}

private func showLeaflet(_ call: Call) throws -> Response {
  // Debian has both forms; the short one will do.
  let files: [String: (names: [String], type: String)] = [
    "leaflet.js": (["leaflet.min.js", "leaflet.js"], "text/javascript"), "leaflet.css": (["leaflet.css"], "text/css"),
  ]
  if let (names, type) = files[call.id] {
    for name in names {
      guard let bytes = try? Data(contentsOf: URL(filePath: call.settings.leafletFolder + "/" + name)) else { continue }
      return Response(
        contentType: "\(type); charset=utf-8", headers: ["Cache-Control": "max-age=3600"], body: Array(bytes))
    }
  }
  throw Refusal(.notFound, "there is no file '\(call.id)'; the package libjs-leaflet brings the map's")
}
