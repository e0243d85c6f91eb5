/// The page at `/`, in one piece. `@TILES@` is where the map's address goes.
let trackPage = #"""
  <!DOCTYPE html>
  <html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Waymark: tracks</title>
  <link rel="stylesheet" href="leaflet/leaflet.css">
  <style>
    body { margin: 0; display: flex; height: 100vh; font: 14px/1.4 system-ui, sans-serif; color: #222; }
    #side { width: 20em; overflow: auto; padding: 1em; box-sizing: border-box; border-right: 1px solid #ccc; }
    #map { flex: 1; background: #fafafa; }
    h1 { font-size: 1.2em; margin: 0 0 .6em; }
    button { display: block; width: 100%; text-align: left; margin: 0 0 .4em; padding: .5em; font: inherit;
      background: #fff; border: 1px solid #ccc; border-radius: 4px; cursor: pointer; }
    button[aria-pressed=true] { border-color: #06c; background: #eef5ff; }
    small { display: block; color: #666; }
    #say { color: #a00; }
    @media (max-width: 40em) { body { flex-direction: column; } #side { width: auto; max-height: 40vh; } }
  </style>
  <div id="side">
    <h1>Tracks</h1>
    <form id="door" hidden>
      <label>Key <input id="key" type="password" autocomplete="off"></label>
    </form>
    <p id="say" role="status"></p>
    <div id="assets"></div>
  </div>
  <div id="map" data-tiles="@TILES@"></div>
  <script src="leaflet/leaflet.js"></script>
  <script>
  "use strict";
  const at = id => document.getElementById(id);
  const say = text => { at("say").textContent = text; };
  const key = () => at("key").value || new URLSearchParams(location.search).get("key") || "";
  let map = null, line = null, dot = null, chosen = null, latest = -1;

  async function ask(path, values) {
    const query = new URLSearchParams(values);
    if (key()) query.set("key", key());
    const answer = await fetch("skynet/asset/" + path + "?" + query);
    const body = await answer.json();
    at("door").hidden = answer.status !== 401;
    if (!answer.ok) throw new Error(body.message);
    return body.data;
  }

  // Without a map's tiles: lines that make distances visible.
  const grid = () => new (L.GridLayer.extend({
    createTile() {
      const tile = document.createElement("div");
      tile.style.cssText = "border: 1px solid #e4e4e4; box-sizing: border-box";
      return tile;
    }
  }))();

  function makeMap() {
    if (!window.L) {
      at("map").textContent =
        "The map needs Leaflet. Install it on the collector's machine (Debian: apt install libjs-leaflet) and reload.";
      return;
    }
    map = L.map("map", { preferCanvas: true }).setView([0, 0], 2);
    const tiles = at("map").dataset.tiles;
    (tiles ? L.tileLayer(tiles, { maxZoom: 19, attribution: tiles.split("/")[2] }) : grid()).addTo(map);
    L.control.scale().addTo(map);
    line = L.polyline([], { color: "#06c", weight: 3 }).addTo(map);
    dot = L.circleMarker([0, 0], { radius: 6, color: "#06c", fillOpacity: .8 });
  }

  // The newest ten thousand locations at first, afterwards what has come since.
  async function follow(id) {
    const isFirst = latest < 0;
    const query = { start_time: latest + 1, ps: 500 };
    let page = 1;
    if (isFirst) {
      const total = (await ask(encodeURIComponent(id) + "/location/list", { ps: 1 })).page.total;
      page = Math.max(1, Math.ceil(total / 500) - 19);
    }
    for (let more = true; more; page++) {
      const data = await ask(encodeURIComponent(id) + "/location/list", { ...query, pn: page });
      if (id !== chosen) return;
      for (const point of data.list) {
        line.addLatLng([point.location.lat, point.location.lon]);
        latest = point.timestamp;
      }
      more = data.page.hasmore;
    }
    const points = line.getLatLngs();
    if (!points.length) return;
    dot.setLatLng(points[points.length - 1]).addTo(map);
    if (isFirst) map.fitBounds(line.getBounds(), { maxZoom: 17, padding: [20, 20] });
  }

  function choose(id) {
    chosen = id;
    latest = -1;
    isStale = true;
    if (map) {
      line.setLatLngs([]);
      dot.remove();
    }
    refresh();
  }

  function showAssets(assets) {
    at("assets").replaceChildren(...assets.map(asset => {
      const button = document.createElement("button");
      button.textContent = asset.name || asset.id;
      button.setAttribute("aria-pressed", asset.id === chosen);
      const about = document.createElement("small");
      const time = asset.latest_location && new Date(asset.latest_location.timestamp).toLocaleString();
      about.textContent = asset.id + (time ? ", last at " + time : ", no locations yet");
      button.append(about);
      button.onclick = () => choose(asset.id);
      return button;
    }));
  }

  let isBusy = false, isStale = false;
  async function refresh() {
    if (isBusy) return;
    isBusy = true;
    isStale = false;
    try {
      const assets = (await ask("list", { ps: 100 })).list;
      if (chosen === null && assets.length) chosen = assets[0].id;
      showAssets(assets);
      if (map && chosen !== null) await follow(chosen);
      say(assets.length ? "" : "No assets yet.");
    } catch (error) {
      say(error.message);
    }
    isBusy = false;
    if (isStale) refresh();
  }

  at("door").onsubmit = event => { event.preventDefault(); refresh(); };
  makeMap();
  refresh();
  setInterval(refresh, 5000);
  </script>
  </html>
  """#
