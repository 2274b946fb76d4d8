/** A form is sent once, and the list of coins answers to the search field. */
export function startForms(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    if (form.hasAttribute("aria-busy")) event.preventDefault();
    form.setAttribute("aria-busy", "true");
    const button = (event as SubmitEvent).submitter;
    if (button && form.dataset.busy) button.textContent = form.dataset.busy;
  });
  // Coming back by the browser's own button shows the page as it was left.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  document.addEventListener("input", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.id === "search")
      search(event.target.value.trim().toLowerCase());
  });
}

/** Each choice says by what it is found; a coin without one that fits is hidden whole. */
function search(text: string): void {
  const words = text.split(/\s+/);
  for (const choice of document.querySelectorAll<HTMLElement>("#coins [data-find]"))
    choice.hidden = !words.every((word) => choice.dataset.find?.includes(word));
  let shown = 0;
  for (const coin of document.querySelectorAll<HTMLElement>("#coins > :not([data-find])"))
    coin.hidden = coin.querySelector("[data-find]:not([hidden])") === null;
  for (const coin of document.querySelectorAll<HTMLElement>("#coins > li")) if (!coin.hidden) shown += 1;
  const none = document.getElementById("none");
  if (none !== null) none.hidden = shown > 0;
}
