import { speak } from "@/components/payers/pay/script/speaking";

let isLoading = false;

/**
 * Shows the button if a browser wallet is available, discovered by EIP-6963, and loads the payment
 * script only when it is pressed. The script is fetched as text and run inline, so that the page's
 * CSP can allow it by its hash.
 */
export function startWalletButton(): void {
  const show = () => document.documentElement.classList.add("has-wallet");
  window.addEventListener("eip6963:announceProvider", show);
  window.addEventListener("ethereum#initialized", show);
  window.dispatchEvent(new Event("eip6963:requestProvider"));
  if ("ethereum" in window) show();
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const panel = target?.closest("button")?.id === "wallet" ? target.closest<HTMLElement>("[data-wallet]") : null;
    if (panel && !isLoading) void press(panel);
  });
}

async function press(panel: HTMLElement): Promise<void> {
  if (isAnswered(panel)) return;
  isLoading = true;
  await load(panel.dataset.wallet ?? "").catch(() => undefined);
  isLoading = false;
  if (isAnswered(panel)) return;
  const said = panel.querySelector("p");
  if (said !== null) said.textContent = panel.dataset.unloaded ?? "";
  speak(panel.dataset.unloaded ?? "");
}

/** Returns whether the script is loaded and has handled the press. */
function isAnswered(panel: HTMLElement): boolean {
  return !panel.dispatchEvent(new CustomEvent("wallet:press", { bubbles: true, cancelable: true }));
}

async function load(path: string): Promise<void> {
  const answer = await fetch(path, { credentials: "omit" });
  if (!answer.ok) return;
  const script = document.createElement("script");
  script.textContent = await answer.text();
  document.head.append(script);
}
