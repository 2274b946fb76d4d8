/**
 * The answer to a form replaces the page, and a press ends. A browser does not always say that it
 * ended (a menu opened over the page, say), and some stop waiting for an answer: after this the
 * page shows news again.
 */
const IN_USE_MS = 10_000;

let pressedAt = Number.NEGATIVE_INFINITY;
let sentAt = Number.NEGATIVE_INFINITY;

/**
 * A page redrawn now would take away the button that is being pressed, or offer again what is on
 * its way.
 */
export function isInUse(): boolean {
  return performance.now() - Math.max(pressedAt, sentAt) < IN_USE_MS;
}

/** A form is sent once, and the list of coins answers to the search field. */
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
  // Coming back by the browser's own button shows the page as it was left.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  document.addEventListener("input", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.id === "search") search(event.target.value);
  });
}

/**
 * Each choice says by what it is found; a coin without one that fits is hidden whole. What is found
 * is seen, also of the folded coins.
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

/** Open as long as something is looked for, and as the payer had left it after that. */
function unfold(isLooking: boolean): void {
  const more = document.querySelector<HTMLDetailsElement>("details#more");
  if (more === null || more.classList.contains("found") === isLooking) return;
  if (isLooking) more.dataset["open"] = String(more.open);
  more.open = isLooking || more.dataset["open"] === "true";
  more.classList.toggle("found", isLooking);
}

/**
 * What the payer looks for and has unfolded stays when the list is drawn anew: what is returned
 * sets it in the new one.
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
