import { speak } from "@/components/payers/pay/script/speaking";
import type { Wallet } from "@/components/payers/pay/script/wallet/find-wallets";

type Shown = {
  /** Of the order that this is about. */
  readonly key: string;
  /** Name of the sentence in the markup; empty for none. */
  readonly text: string;
  /** Wallets to choose from. */
  readonly wallets: readonly Wallet[];
  /** Nothing can be pressed. */
  readonly isOff: boolean;
};

const NOTHING: Shown = { key: "", text: "", wallets: [], isOff: false };

let shown = NOTHING;
/**
 * Somebody works the panel by keyboard: a button that goes, or can no longer be pressed, must not
 * take the focus with it.
 */
let hadFocus = false;

/** The place of the button in the page as it stands now; the page may be redrawn at any time. */
export function findPanel(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-wallet]");
}

/**
 * Shows a state and says its sentence. It stays, also in a page that is drawn anew, as long as the
 * page asks for the same payment.
 */
export function show(changes: Partial<Shown>): void {
  shown = { ...shown, wallets: [], ...changes };
  draw();
  // Where the page has moved on, its own news is what is read out.
  const sentence = findPanel()?.dataset[shown.text];
  if (sentence) speak(sentence);
}

/** The page puts its whole content in place again when there is news. */
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
