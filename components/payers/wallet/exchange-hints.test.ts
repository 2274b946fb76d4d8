import { expect, test } from "vitest";
import { renderWalletPage } from "@/components/payers/wallet/render-wallet-page";
import { walletPageView } from "@/components/payers/wallet/testing/wallet-views";
import type { WalletTarget } from "@/lib/fronts/wallet-page/load-wallet-page";
import { ENGLISH } from "@/lib/kernel/locales/messages";
import { USDT_EXCHANGE } from "@/lib/money-in/invoices/testing/pay-views";

/** The text of the expanded hints. */
async function hints(changes: Partial<WalletTarget> = {}): Promise<string> {
  const view = walletPageView();
  const target = view.target && { ...view.target, ...changes };
  const shown = { error: null, hasPlayMoney: false, messages: ENGLISH, lang: null };
  const html = await renderWalletPage({ ...shown, view: { ...view, target } });
  const [found = ""] = /<details class="hints">.*?<\/details>/s.exec(html) ?? [];
  return found
    .replace(/<svg\b.*?<\/svg>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/[\s\u00a0]+/g, " ")
    .replace(/ ([,:])/g, "$1");
}

test("exchange payers see the exchange's names for the network and its usual minimum, and no amount", async () => {
  const text = await hints();
  expect(text).toContain("Exchanges call this network: BEP20, BSC, BNB Smart Chain (BEP20)");
  expect(text).toContain("Not TRC20, ERC20, Polygon: those are other networks.");
  expect(text).toContain("Usual exchange minimum 10 USDT");
  expect(text).not.toContain("Amount to enter");
});

test("no minimum is shown if none is known", async () => {
  const text = await hints({ exchange: { ...USDT_EXCHANGE, terms: null } });
  expect(text).not.toContain("Usual exchange minimum");
  expect(text).toContain("BEP20");
});
