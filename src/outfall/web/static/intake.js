/* What intake, files and checklists do where scripts run. All of it works without.

   data-position="a b"   a button that fills the fields with these ids with one's own position
   data-pick="name"      choosing files: again and again, each with its description, before sending
   data-pick-plain       the same without descriptions
*/
(function () {
  "use strict";

  var count = 0;

  /* Where one stands */
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-position]");
    if (!button) { return; }
    var said = button.parentElement.querySelector("[data-position-says]");
    var fields = button.dataset.position.split(" ").map(function (id) { return document.getElementById(id); });
    if (!navigator.geolocation) {
      said.textContent = "This device does not tell where it is. Write the address.";
      return;
    }
    said.textContent = "Asking the device…";
    navigator.geolocation.getCurrentPosition(function (found) {
      fields[0].value = found.coords.latitude.toFixed(6);
      fields[1].value = found.coords.longitude.toFixed(6);
      fields[1].dispatchEvent(new Event("change", { bubbles: true }));
      said.textContent = "Found, to about " + Math.round(found.coords.accuracy * 3.281) + " feet.";
    }, function () {
      said.textContent = "The device did not tell where it is. Allow it, or write the address.";
    }, { enableHighAccuracy: true, timeout: 15000, maximumAge: 30000 });
  });

  /* Photos and files */
  function key(file) { return [file.name, file.size, file.lastModified].join("/"); }

  function inputs(box) { return Array.prototype.slice.call(box.querySelectorAll("input[type=file]")); }

  function without(input, place) {
    var kept = new DataTransfer();
    Array.prototype.forEach.call(input.files, function (file, n) { if (n !== place) { kept.items.add(file); } });
    input.files = kept.files;
  }

  function row(box, input, file, place, words) {
    var made = document.createElement("div");
    var name = document.createElement("p");
    var label = document.createElement("label");
    var text = document.createElement("input");
    var drop = document.createElement("button");
    count += 1;
    name.textContent = file.name;
    drop.type = "button";
    drop.className = "usa-button usa-button--unstyled";
    drop.textContent = "Leave it out";
    drop.setAttribute("aria-label", "Leave it out: " + file.name);
    drop.addEventListener("click", function () { without(input, place); list(box); });
    name.appendChild(drop);
    made.appendChild(name);
    if (!box.hasAttribute("data-pick-plain")) {
      label.htmlFor = text.id = "new-" + count;
      label.textContent = "What " + file.name + " shows";
      text.type = "text";
      text.className = "usa-input";
      text.maxLength = 500;
      text.name = box.dataset.pick + "_new";
      text.value = words || "";
      text.dataset.file = key(file);
      made.appendChild(label);
      made.appendChild(text);
    }
    return made;
  }

  function list(box) {
    var place = box.querySelector("[data-pick-new]");
    var words = {};
    place.querySelectorAll("input").forEach(function (text) { words[text.dataset.file] = text.value; });
    place.textContent = "";
    inputs(box).forEach(function (input) {
      Array.prototype.forEach.call(input.files, function (file, n) {
        place.appendChild(row(box, input, file, n, words[key(file)]));
      });
    });
  }

  document.addEventListener("change", function (event) {
    var input = event.target;
    var box = input.type === "file" && input.closest("[data-pick]");
    if (!box) { return; }
    if (input.files.length) {
      var fresh = input.cloneNode();
      fresh.value = "";
      input.after(fresh);
      input.removeAttribute("id");
      input.classList.add("pick__spent");
      fresh.focus();
    }
    list(box);
  });
})();
