/* What the office's pages do where scripts run. Every page works without it.

   data-opens            a button that shows and hides what its aria-controls names
   data-menu             a <details> that closes on Escape and on a click elsewhere
   data-copy="text"      a button that copies a text
   data-once-words="…"   on a submit button: its words while the form is being sent
   data-many             on a form that may be sent again and again (search, filters, downloads)
   data-submits          on a select or box: sends its form when it changes
   data-confirm="…"      on a submit button: asks first
   data-focus            what is looked at first when the page has come
   data-idle-seconds     on body: how long a sign-in lasts without a request
*/
(function () {
  "use strict";

  var WARN_SECONDS = 120;
  var SEND_SECONDS = 20;

  function all(selector, root) {
    return Array.prototype.slice.call((root || document).querySelectorAll(selector));
  }

  function say(words) {
    var place = document.getElementById("said");
    if (!place) {
      place = document.createElement("p");
      place.id = "said";
      place.className = "sr";
      place.setAttribute("role", "status");
      document.body.appendChild(place);
    }
    place.textContent = words;
  }

  /* Menus */
  document.addEventListener("click", function (event) {
    var opener = event.target.closest("[data-opens]");
    if (opener) {
      opener.setAttribute("aria-expanded", String(opener.getAttribute("aria-expanded") !== "true"));
    }
    all("details[data-menu][open]").forEach(function (menu) {
      if (!menu.contains(event.target)) { menu.open = false; }
    });
  });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") { return; }
    all("details[data-menu][open]").forEach(function (menu) {
      var inside = menu.contains(document.activeElement);
      menu.open = false;
      if (inside) { menu.querySelector("summary").focus(); }
    });
    all("[data-opens][aria-expanded='true']").forEach(function (opener) {
      var opened = document.getElementById(opener.getAttribute("aria-controls"));
      var inside = opened && opened.contains(document.activeElement);
      opener.setAttribute("aria-expanded", "false");
      if (inside) { opener.focus(); }
    });
  });

  /* Copying */
  function copy(text) {
    if (navigator.clipboard && window.isSecureContext) { return navigator.clipboard.writeText(text); }
    return new Promise(function (done, failed) {
      var field = document.createElement("textarea");
      field.value = text;
      field.className = "sr";
      document.body.appendChild(field);
      field.select();
      var copied = document.execCommand("copy");
      field.remove();
      if (copied) { done(); } else { failed(new Error("not copied")); }
    });
  }
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-copy]");
    if (!button) { return; }
    copy(button.dataset.copy).then(function () {
      button.classList.add("copied");
      say("Copied");
      window.setTimeout(function () { button.classList.remove("copied"); }, 2000);
    }, function () { say("Your browser did not let it be copied. Select the text and copy it."); });
  });

  /* Sending: once. The server counts a second sending of the same form as the first. */
  function release(form) {
    delete form.dataset.sending;
    all("button[aria-disabled='true']", form).forEach(function (button) {
      button.removeAttribute("aria-disabled");
      if (button.dataset.words) { button.textContent = button.dataset.words; }
    });
  }
  document.addEventListener("submit", function (event) {
    var form = event.target;
    var button = event.submitter;
    if (button && button.dataset.confirm && !window.confirm(button.dataset.confirm)) {
      event.preventDefault();
      return;
    }
    if (form.method !== "post" || form.hasAttribute("data-many") || form.hasAttribute("hx-post")) { return; }
    if (form.dataset.sending) {
      event.preventDefault();
      return;
    }
    form.dataset.sending = "1";
    window.setTimeout(function () {
      if (event.defaultPrevented) { release(form); return; }
      if (button) {
        button.setAttribute("aria-disabled", "true");
        if (button.dataset.onceWords) {
          button.dataset.words = button.textContent;
          button.textContent = button.dataset.onceWords;
        }
      }
    }, 0);
    window.setTimeout(function () { release(form); }, SEND_SECONDS * 1000);
  });
  window.addEventListener("pageshow", function (event) {
    if (event.persisted) { all("form[data-sending]").forEach(release); }
  });
  document.addEventListener("change", function (event) {
    if (event.target.matches("[data-submits]") && event.target.form) { event.target.form.requestSubmit(); }
  });

  /* A passkey that did not work says so, where the library only writes to the console. */
  document.addEventListener("allauth.error", function (event) {
    event.preventDefault();
    var place = document.getElementById("passkey-error");
    if (!place) { return; }
    var given = event.detail && event.detail.exception;
    var stopped = given && given.name === "NotAllowedError";
    place.querySelector(".usa-alert__text").textContent = stopped
      ? "The passkey was not used: it was cancelled, or took too long. Try again, or use another way."
      : "The passkey could not be used here. Try again, or use another way.";
    place.hidden = false;
    place.focus();
  });

  /* A sign-in that is about to end. */
  function idle(dialog, seconds) {
    var timer, ticker, ends;
    function left() { return Math.max(0, Math.round((ends - Date.now()) / 1000)); }
    function tick() {
      var rest = left();
      dialog.querySelector("[data-idle-left]").textContent =
        rest > 60 ? "two minutes" : rest > 30 ? "one minute" : "half a minute";
      if (rest === 0) { window.location.reload(); }
    }
    function start() {
      window.clearTimeout(timer);
      window.clearInterval(ticker);
      ends = Date.now() + seconds * 1000;
      timer = window.setTimeout(function () {
        if (typeof dialog.showModal === "function" && !dialog.open) { dialog.showModal(); }
        tick();
        ticker = window.setInterval(tick, 5000);
      }, Math.max(1, seconds - WARN_SECONDS) * 1000);
    }
    function stay() {
      fetch(window.location.href, { method: "HEAD", credentials: "same-origin", redirect: "manual" })
        .then(function (answer) {
          if (!answer.ok) { window.location.reload(); return; }
          if (dialog.open) { dialog.close(); }
          start();
        }, function () { say("The server can't be reached. Try again."); });
    }
    dialog.querySelector("[data-idle-stay]").addEventListener("click", stay);
    dialog.addEventListener("cancel", function (event) { event.preventDefault(); stay(); });
    document.body.addEventListener("htmx:afterRequest", start);
    start();
  }

  document.addEventListener("DOMContentLoaded", function () {
    var first = document.querySelector("[data-focus]");
    if (first) { first.focus(); }
    var dialog = document.getElementById("idle");
    var seconds = Number(document.body.dataset.idleSeconds);
    if (dialog && seconds > WARN_SECONDS && seconds < 86400) { idle(dialog, seconds); }
    document.body.addEventListener("htmx:responseError", function () {
      say("The server did not answer as it should. Nothing was saved. Load the page again.");
    });
  });
})();
