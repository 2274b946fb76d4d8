import { askWallet, type Order } from "@/components/pay/script/wallet/ask-wallet";
import { findWallets, type Wallet } from "@/components/pay/script/wallet/find-wallets";
import { findPanel, keepShown, show } from "@/components/pay/script/wallet/panel";
import { isSent, rememberSent } from "@/components/pay/script/wallet/sent-once";

/**
 * Pays with a wallet of this browser. Built into `generated-wallet-script.ts` and loaded when the button is pressed; like the page's
 * own script it knows no sentence and no address.
 */
let isBusy = false;

keepShown();
document.addEventListener("wallet:press", (event) => {
  event.preventDefault();
  void once(start);
});
document.addEventListener("click", (event) => {
  const choice = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-choice]") : null;
  if (choice) void once(() => choose(choice.dataset.choice ?? ""));
});

/** One thing at a time, whatever is pressed meanwhile. */
async function once(act: () => Promise<void>): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  await act().finally(() => {
    isBusy = false;
  });
}

async function start(): Promise<void> {
  const key = currentKey();
  if (isSent(key)) return show({ key, text: "sent", isOff: true });
  const wallets = await findWallets();
  const [only] = wallets;
  if (only === undefined) return show({ key, text: "none", isOff: false });
  if (wallets.length > 1) return show({ key, text: "which", wallets, isOff: false });
  await pay(only);
}

async function choose(id: string): Promise<void> {
  const wallet = (await findWallets()).find((candidate) => candidate.id === id);
  if (wallet) await pay(wallet);
}

async function pay({ provider }: Wallet): Promise<void> {
  const key = currentKey();
  const order = readOrder();
  if (order === null || isSent(key)) return;
  const say = (text: string) => show({ key, text, isOff: true });
  const outcome = await askWallet(provider, order, say, () => currentKey() === key);
  if (outcome === "sent") rememberSent(key);
  show({ key: outcome === "changed" ? currentKey() : key, text: outcome, isOff: outcome === "sent" });
}

function currentKey(): string {
  return findPanel()?.dataset.key ?? "";
}

function readOrder(): Order | null {
  const { chain, to, value, call, add } = findPanel()?.dataset ?? {};
  if (!chain || !to || !value || !call) return null;
  return { chainId: chain, to, value, data: call, chain: add ? JSON.parse(add) : null };
}
