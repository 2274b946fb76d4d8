import type { FrameMessage } from "@/components/payers/embed/messages";

/**
 * In a frame of one of the merchant's sites, which the markup lists: responds to the site's page,
 * and notifies it once when the payment is final and paid. Sends nothing before one of those sites
 * has sent a message, and then only to that site.
 */
export function startFraming(): void {
  const framers = document.body.dataset.framers?.split(" ");
  if (framers === undefined || window.parent === window) return;
  const uuid = location.pathname.split("/")[2] ?? "";
  let shop: string | null = null;
  let isPaidPosted = false;
  const postToShop = (message: FrameMessage) => {
    if (shop !== null) window.parent.postMessage(message, shop);
  };
  const postPaid = () => {
    const status = document.querySelector<HTMLElement>("[data-paid]")?.dataset.paid;
    if (shop === null || isPaidPosted || (status !== "paid" && status !== "paid_over")) return;
    isPaidPosted = true;
    postToShop({ type: "chaintill:paid", uuid, status });
  };
  window.addEventListener("message", ({ source, origin, data }: MessageEvent<{ type?: unknown } | null>) => {
    if (source !== window.parent || !framers.includes(origin) || data?.type !== "chaintill:hello") return;
    shop = origin;
    postToShop({ type: "chaintill:ready", uuid });
    postPaid();
  });
  // Key events in a frame do not reach the page outside.
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") postToShop({ type: "chaintill:close" });
  });
  // The content is replaced as a whole when its state has changed.
  new MutationObserver(postPaid).observe(document.body, { childList: true });
}
