import { type Placement, renderDocument } from "@/components/payers/pay/render-pay-page";
import { recentStateText } from "@/components/payers/wallet/recent-payments";
import { walletHeadlineText } from "@/components/payers/wallet/wallet-headline";
import { WalletPage, type WalletPageModel } from "@/components/payers/wallet/wallet-page";
import { walletPath, walletReceiptPath } from "@/components/payers/wallet/wallet-paths";
import { WalletReceipt } from "@/components/payers/wallet/wallet-receipt";
import type { WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import type { Messages } from "@/lib/kernel/locales/messages";

/** Renders the page of a static wallet as a whole HTML document. */
export async function renderWalletPage(
  model: WalletPageModel,
  { isEmbedded = false }: Placement = {},
): Promise<string> {
  const { view, messages } = model;
  const title = `${walletHeadlineText(view, messages)} · ${messages.isolate(view.merchantName)}`;
  const facts = {
    title,
    path: walletPath(view.uuid, "", null, model.sentAfter),
    messages,
    isLive: true,
    brand: view.brand,
    isEmbedded,
  };
  return await renderDocument(facts, <WalletPage {...model} />);
}

/** Renders the last payments alone, to print or keep. */
export async function renderWalletReceipt(
  model: Pick<WalletPageModel, "view" | "messages" | "lang">,
  { isEmbedded = false }: Placement = {},
): Promise<string> {
  const { view, messages } = model;
  const title = `${messages.say("receipt.title")} · ${messages.isolate(view.merchantName)}`;
  const facts = { title, path: walletReceiptPath(view.uuid), messages, isLive: true, brand: view.brand, isEmbedded };
  return await renderDocument(facts, <WalletReceipt {...model} />);
}

/** Returns the announcement after a change: the last payment, else the page's headline. */
export function walletPageUpdateText(view: WalletPageView, messages: Messages): string {
  const [last] = view.recent;
  if (last === undefined || view.target === null) return walletHeadlineText(view, messages);
  const amount = messages.coin(last.amount, last.currency);
  return messages.say("topup.news", { amount, state: recentStateText(last, view.merchantName, messages) });
}
