const MARK = "data-chaintill-pay";

/**
 * Links and buttons with `data-chaintill-pay` open the modal, also those that come later. A link
 * may leave the address to its `href`. What the reader opens elsewhere on purpose (a new tab) stays
 * a plain link, and so does everything that `open` does not take.
 */
export function startButtons(open: (address: string, from: Element) => boolean): void {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const from = event.target instanceof Element ? event.target.closest("[data-chaintill-pay]") : null;
    const address = from?.getAttribute(MARK) || from?.getAttribute("href");
    if (from && address && open(address, from)) event.preventDefault();
  });
}
