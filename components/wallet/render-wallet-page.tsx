import { coinText } from "@/components/pay/format";
import { renderDocument } from "@/components/pay/render-pay-page";
import { say } from "@/components/pay/say";
import { recentStateText } from "@/components/wallet/recent-payments";
import { walletHeadlineText } from "@/components/wallet/wallet-headline";
import { WalletPage, type WalletPageModel } from "@/components/wallet/wallet-page";
import type { WalletPageView } from "@/lib/wallets/page-view";

/** The page of a static wallet as a whole HTML document. */
export async function renderWalletPage(model: WalletPageModel): Promise<string> {
  const title = `${walletHeadlineText(model.view)} · ${model.view.merchantName}`;
  return await renderDocument(title, true, <WalletPage {...model} />);
}

/** What is read out when something has changed: the last payment, else what the page asks for. */
export function walletNewsText(view: WalletPageView): string {
  const [last] = view.recent;
  if (last === undefined || view.target === null) return walletHeadlineText(view);
  const amount = coinText(last.amount, last.currency);
  return say("topup.news", { amount, state: recentStateText(last, view.merchantName) });
}
