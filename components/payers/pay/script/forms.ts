/**
 * The response to a form replaces the page, and a press ends. A browser does not always report the
 * end (a menu opened over the page, say), and some stop waiting for a response: after this time the
 * page shows updates again.
 */
const IN_USE_MS = 10_000;

let pressedAt = Number.NEGATIVE_INFINITY;
let sentAt = Number.NEGATIVE_INFINITY;

/** A redraw now would remove the button being pressed, or offer again what is being submitted. */
export function isInUse(): boolean {
  return performance.now() - Math.max(pressedAt, sentAt) < IN_USE_MS;
}

/** Submits a form only once, and filters the list of coins by the search field. */
export function startForms(): void {
  document.addEventListener("pointerdown", () => {
    pressedAt = performance.now();
  });
  // The click comes right after it.
  for (const end of ["pointerup", "pointercancel"] as const)
    document.addEventListener(end, () => setTimeout(() => (pressedAt = Number.NEGATIVE_INFINITY)));
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    if (form.hasAttribute("aria-busy")) event.preventDefault();
    form.setAttribute("aria-busy", "true");
    sentAt = performance.now();
    const button = (event as SubmitEvent).submitter;
    if (button && form.dataset.busy) button.textContent = form.dataset.busy;
  });
  // The browser's back button may show the page as it was left.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  document.addEventListener("input", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.id === "search") search(event.target.value);
  });
}

/**
 * Each choice contains its search terms; a coin without a match is hidden entirely. Matches are
 * visible, including those in the collapsed part.
 */
function search(asked: string): void {
  const text = asked.trim().toLowerCase();
  const terms = text.split(/\s+/);
  for (const choice of document.querySelectorAll<HTMLElement>(".coins [data-find]"))
    choice.hidden = !terms.every((term) => choice.dataset.find?.includes(term));
  let shown = 0;
  for (const coin of document.querySelectorAll<HTMLElement>(".coins > li")) {
    if (coin.dataset.find === undefined) coin.hidden = coin.querySelector("[data-find]:not([hidden])") === null;
    if (!coin.hidden) shown += 1;
  }
  unfold(text !== "");
  const none = document.getElementById("none");
  if (none !== null) none.hidden = shown > 0;
}

/** Expanded while there is a search text; afterwards as the payer had left it. */
function unfold(isLooking: boolean): void {
  const more = document.querySelector<HTMLDetailsElement>("details#more");
  if (more === null || more.classList.contains("found") === isLooking) return;
  if (isLooking) more.dataset["open"] = String(more.open);
  more.open = isLooking || more.dataset["open"] === "true";
  more.classList.toggle("found", isLooking);
}

/**
 * Preserves the search text and expanded coins when the list is redrawn: the returned function
 * applies them to the new list.
 */
export function keepList(): () => void {
  const field = document.querySelector<HTMLInputElement>("#search");
  const isUnfolded = document.querySelector("#more[open]:not(.found), #more[data-open=true]") !== null;
  const isTyping = field !== null && field === document.activeElement;
  return () => {
    const fresh = document.querySelector<HTMLInputElement>("#search");
    if (isUnfolded) document.getElementById("more")?.setAttribute("open", "");
    if (field === null || fresh === null) return;
    fresh.value = field.value;
    search(fresh.value);
    if (isTyping) fresh.focus();
  };
}
