/* The map: cases, and the layers that the town has uploaded. The table beside it says the same.

   #map carries what to draw as JSON in data-map: the address of the cases, the layers, the bounds.
   Words from the record are only ever put in as text. */
(function () {
  "use strict";

  var place = document.getElementById("map");
  if (!place || !window.L) { return; }
  var shown = JSON.parse(place.getAttribute("data-map"));
  var said = document.getElementById("map-said");
  var canvas = L.canvas({ padding: 0.3 });
  var calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  var map = L.map(place, {
    renderer: canvas, attributionControl: false, maxZoom: 20, minZoom: 2, zoomSnap: 0.25, zoomDelta: 1,
    zoomAnimation: !calm, fadeAnimation: !calm, markerZoomAnimation: !calm
  });
  var STAGES = {
    reported: "#5d6b73", found: "#1d5487", noticed: "#0d6170", overdue: "#a4341f",
    appeal: "#56397f", complied: "#1d6542", owed: "#9a6200", lien: "#6b1f3a", closed: "#8a8272"
  };
  var LAYERS = {
    outline: { color: "#0a3444", weight: 2.5, fill: false, dashArray: "8 4" },
    parcels: { color: "#8a8272", weight: 0.8, fillColor: "#faf8f4", fillOpacity: 0.85 },
    practices: { color: "#1d6542", weight: 1.5, fillColor: "#a8d3ba", fillOpacity: 0.7 },
    outfalls: { color: "#1d5487", weight: 2, fillColor: "#ffffff", fillOpacity: 1 }
  };
  var ORDER = ["parcels", "outline", "practices", "outfalls"];

  function element(tag, text, name) {
    var made = document.createElement(tag);
    if (text) { made.textContent = text; }
    if (name) { made.className = name; }
    return made;
  }

  function say(text) { said.textContent = text; }

  /* Layers */
  var drawn = {};
  function about(feature, layer) {
    var box = element("div", "", "map-card");
    box.appendChild(element("p", layer.name, "map-card__title"));
    var list = element("dl");
    Object.keys(feature.properties || {}).slice(0, 8).forEach(function (name) {
      if (!feature.properties[name]) { return; }
      list.appendChild(element("dt", name));
      list.appendChild(element("dd", feature.properties[name]));
    });
    box.appendChild(list);
    return box;
  }
  function draw(layer, data) {
    var style = LAYERS[layer.sort] || LAYERS.parcels;
    var quiet = layer.sort === "parcels" || layer.sort === "outline";
    drawn[layer.href] = L.geoJSON(data, {
      style: style, interactive: !quiet,
      pointToLayer: function (feature, at) {
        return L.circleMarker(at, { radius: layer.sort === "outfalls" ? 4 : 5, interactive: !quiet });
      },
      onEachFeature: function (feature, one) {
        if (!quiet) { one.bindPopup(function () { return about(feature, layer); }); }
      }
    });
    drawn[layer.href].addTo(map);
    restack();
  }
  function restack() {
    ORDER.forEach(function (sort) {
      shown.layers.forEach(function (layer) {
        var one = drawn[layer.href];
        if (one && layer.sort === sort && map.hasLayer(one)) { one.bringToFront(); }
      });
    });
    cases.bringToFront();
  }
  function load(layer) {
    return fetch(layer.href, { credentials: "same-origin" })
      .then(function (answer) { if (!answer.ok) { throw new Error(answer.status); } return answer.json(); })
      .then(function (data) { draw(layer, data); })
      .catch(function () { say("The layer " + layer.name + " could not be loaded. Load the page again."); });
  }
  document.querySelectorAll("[data-layer]").forEach(function (box) {
    box.addEventListener("change", function () {
      var one = drawn[box.getAttribute("data-layer")];
      if (!one) { return; }
      if (box.checked) { one.addTo(map); restack(); } else { one.remove(); }
    });
  });

  /* Cases */
  var cases = L.featureGroup().addTo(map);
  var asked = 0;
  function href(number) { return shown.case.replace("NUMBER", encodeURIComponent(number)); }
  function card(says) {
    var box = element("div", "", "map-card");
    var title = element("p", "", "map-card__title");
    var link = element("a", says.case);
    link.href = href(says.case);
    title.appendChild(link);
    box.appendChild(title);
    box.appendChild(element("p", says.address || "no address"));
    box.appendChild(element("p", says.stands, "map-card__stands"));
    return box;
  }
  function one(feature, at) {
    var says = feature.properties;
    if (says.count) {
      var mark = L.circleMarker(at, {
        radius: Math.min(9 + Math.log(says.count) * 3, 30), color: "#ffffff", weight: 2,
        fillColor: "#0a3444", fillOpacity: 0.85
      });
      mark.bindTooltip(String(says.count), { permanent: true, direction: "center", className: "map-count" });
      mark.on("click", function () { map.setView(at, Math.min(map.getZoom() + 2, 20)); });
      return mark;
    }
    return L.circleMarker(at, {
      radius: 7, color: "#ffffff", weight: 2, fillColor: STAGES[says.stage] || "#0d6170", fillOpacity: 1
    }).bindPopup(function () { return card(says); });
  }
  function look() {
    var turn = ++asked, b = map.getBounds();
    var box = [b.getWest(), b.getSouth(), b.getEast(), b.getNorth()].map(function (n) { return n.toFixed(6); });
    var sign = shown.cases.indexOf("?") < 0 ? "?" : "&";
    fetch(shown.cases + sign + "bbox=" + box.join(","), { credentials: "same-origin" })
      .then(function (answer) { if (!answer.ok) { throw new Error(answer.status); } return answer.json(); })
      .then(function (data) {
        if (turn !== asked) { return; }
        cases.clearLayers();
        L.geoJSON(data, { pointToLayer: one }).eachLayer(function (mark) { cases.addLayer(mark); });
        restack();
        say(data.count + (data.count === 1 ? " case" : " cases") + " on this part of the map"
          + (data.gathered ? ", gathered by place. Zoom in to see each." : "."));
        place.setAttribute("data-ready", "1");
      })
      .catch(function () { say("The cases could not be loaded. Check the connection, and move the map."); });
  }
  var waits = 0;
  map.on("moveend", function () {
    if (map.getContainer().querySelector(".leaflet-popup") && map._popupMoves) { map._popupMoves = false; return; }
    window.clearTimeout(waits);
    waits = window.setTimeout(look, 120);
  });
  map.on("autopanstart", function () { map._popupMoves = true; });

  /* From the table to the map */
  document.querySelectorAll("button[data-spot]").forEach(function (button) {
    button.addEventListener("click", function () {
      var at = button.getAttribute("data-spot").split(",").map(Number);
      map.setView(at, Math.max(map.getZoom(), 17), { animate: false });
      var says = { case: button.getAttribute("data-case"), address: button.getAttribute("data-address"), stands: button.getAttribute("data-stands") };
      L.popup({ autoPan: false }).setLatLng(at).setContent(card(says)).openOn(map);
      place.scrollIntoView({ block: "nearest" });
      place.focus({ preventScroll: true });
    });
  });

  /* Where to begin */
  function begin(bounds) {
    map.fitBounds(bounds, { padding: [24, 24], maxZoom: 17, animate: false });
  }
  var opens = shown.opens || [];
  if (opens.length) { map.setView([opens[0], opens[1]], opens[2]); }
  else if (shown.bounds.length) { begin(shown.bounds); } else { map.setView([39, -96], 4); }
  var moved = false;
  ["pointerdown", "keydown", "wheel"].forEach(function (name) {
    place.addEventListener(name, function () { moved = true; }, { passive: true });
  });
  Promise.all(shown.layers.map(load)).then(function () {
    var sorts = shown.layers.filter(function (layer) { return layer.sort === "outline" && drawn[layer.href]; });
    if (!sorts.length && !shown.bounds.length) {
      sorts = shown.layers.filter(function (layer) { return drawn[layer.href]; });
    }
    if (moved || opens.length || !sorts.length) { return; }
    begin(L.featureGroup(sorts.map(function (layer) { return drawn[layer.href]; })).getBounds());
  });
})();
