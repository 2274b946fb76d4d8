const MARK = "data-chaintill-pay";

/**
 * Links and buttons with `data-chaintill-pay` open the modal, including those added later. A link
 * may have the URL in its `href`. A link that the reader opens in a new tab remains a plain link,
 * and so does everything that `open` rejects.
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
