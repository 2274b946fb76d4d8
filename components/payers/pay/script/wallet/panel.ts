import { speak } from "@/components/payers/pay/script/speaking";
import type { Wallet } from "@/components/payers/pay/script/wallet/find-wallets";

type Shown = {
  /** Key of the order that this state belongs to. */
  readonly key: string;
  /** Name of the sentence in the markup; empty for none. */
  readonly text: string;
  /** Wallets to choose from. */
  readonly wallets: readonly Wallet[];
  /** All buttons are disabled. */
  readonly isOff: boolean;
};

const NOTHING: Shown = { key: "", text: "", wallets: [], isOff: false };

let shown = NOTHING;
/** The panel has keyboard focus: a button that is removed or disabled must not lose it. */
let hadFocus = false;

/** Returns the button's container in the current page, which may be redrawn at any time. */
export function findPanel(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-wallet]");
}

/**
 * Shows a state and its sentence. It persists across redraws as long as the page shows the same
 * payment.
 */
export function show(changes: Partial<Shown>): void {
  shown = { ...shown, wallets: [], ...changes };
  draw();
  // If the page has moved on, its own update is announced instead.
  const sentence = findPanel()?.dataset[shown.text];
  if (sentence) speak(sentence);
}

/** The page replaces its whole content on an update. */
export function restoreOnRedraw(): void {
  new MutationObserver(draw).observe(document.body, { childList: true });
}

function draw(): void {
  const panel = findPanel();
  if (panel === null) return;
  const state = panel.dataset.key === shown.key ? shown : NOTHING;
  const [button, list, said] = [panel.querySelector("button"), panel.querySelector("div"), panel.querySelector("p")];
  if (button === null || list === null || said === null) return;
  hadFocus ||= panel.contains(document.activeElement);
  button.disabled = state.isOff;
  said.textContent = panel.dataset[state.text] ?? "";
  list.replaceChildren(...state.wallets.map(choiceOf));
  if (!hadFocus || state.isOff) return;
  hadFocus = false;
  if (!panel.contains(document.activeElement)) button.focus({ preventScroll: true });
}

function choiceOf(wallet: Wallet): HTMLElement {
  const choice = document.createElement("button");
  choice.type = "button";
  choice.className = "button plain";
  choice.dir = "auto";
  choice.textContent = wallet.name;
  choice.dataset.choice = wallet.id;
  return choice;
}
