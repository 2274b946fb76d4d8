import { askWallet, type Order } from "@/components/payers/pay/script/wallet/ask-wallet";
import { findWallets, type Wallet } from "@/components/payers/pay/script/wallet/find-wallets";
import { findPanel, restoreOnRedraw, show } from "@/components/payers/pay/script/wallet/panel";
import { isSent, rememberSent } from "@/components/payers/pay/script/wallet/sent-once";
import { signText } from "@/components/payers/pay/script/wallet/sign-text";

/**
 * Pays, or signs, with a wallet of this browser. Built into `generated-wallet-script.ts` and loaded
 * when the button is pressed; like the page's own script it contains no sentence and no URL.
 */
let isBusy = false;

restoreOnRedraw();
document.addEventListener("wallet:press", (event) => {
  event.preventDefault();
  void once(start);
});
document.addEventListener("click", (event) => {
  const choice = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-choice]") : null;
  if (choice) void once(() => choose(choice.dataset.choice ?? ""));
});

/** One task at a time, whatever is pressed meanwhile. */
async function once(task: () => Promise<void>): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  await task().finally(() => {
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
  await act(only);
}

async function choose(id: string): Promise<void> {
  const wallet = (await findWallets()).find((candidate) => candidate.id === id);
  if (wallet) await act(wallet);
}

async function act(wallet: Wallet): Promise<void> {
  await (findPanel()?.dataset.sign ? sign(wallet) : pay(wallet));
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

/** The page's own form submits the signature. */
async function sign({ provider }: Wallet): Promise<void> {
  const { sign: text = "", signer = "" } = findPanel()?.dataset ?? {};
  const key = currentKey();
  const say = (step: string) => show({ key, text: step, isOff: true });
  const { outcome, signature } = await signText(provider, { text, signer }, say, () => currentKey() === key);
  const form = document.getElementById("sign");
  const field = form?.querySelector<HTMLInputElement>("[name=signature]");
  const isSigned = outcome === "signed" && currentKey() === key && form instanceof HTMLFormElement && Boolean(field);
  show({ key, text: isSigned || outcome !== "signed" ? outcome : "changed", isOff: isSigned });
  if (!isSigned || !field) return;
  field.value = signature;
  (form as HTMLFormElement).requestSubmit();
}

function currentKey(): string {
  return findPanel()?.dataset.key ?? "";
}

function readOrder(): Order | null {
  const { chain, to, value, call, add } = findPanel()?.dataset ?? {};
  if (!chain || !to || !value || !call) return null;
  return { chainId: chain, to, value, data: call, chain: add ? JSON.parse(add) : null };
}
