import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { PAY_SCRIPT } from "@/components/payers/pay/generated-assets";
import { WALLET_SCRIPT } from "@/components/payers/pay/generated-wallet-script";
import { scriptResponse } from "@/components/payers/pay/page-headers";
import { renderPayPage } from "@/components/payers/pay/render-pay-page";
import { PAGE_STATES } from "@/components/payers/pay/testing/page-states";
import { WALLET_SCRIPT_PATH } from "@/components/payers/pay/wallet-script";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayQuote, PayView } from "@/lib/fronts/payment-page/pay-view";
import { decimal } from "@/lib/kernel/money/decimal";
import { ADDRESS, ETH_QUOTE, NOW, payDeposit, payView, USDT_QUOTE } from "@/lib/money-in/invoices/testing/pay-views";
import { PAYMENT_URIS } from "@/lib/money-in/invoices/testing/payment-uris";
import { vectorQuote } from "@/lib/money-in/invoices/testing/vector-quote";

const BYTES_MAX = 3_000;

async function page(quote: PayQuote, changes: Partial<PayView> = {}): Promise<string> {
  const view = payView({ quote, ...changes });
  const state = payState(view, NOW);
  const usual = PAGE_STATES[0]?.model;
  if (usual === undefined) throw new Error("no state");
  return await renderPayPage({ ...usual, view, state });
}

/**
 * Returns the attributes of the button's container, as the script reads them; null if there is
 * none.
 */
function panelOf(html: string): Readonly<Record<string, string>> | null {
  const tag = /<div class="browser-wallet"[^>]*>/.exec(html)?.[0];
  if (tag === undefined) return null;
  const plain = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return Object.fromEntries(
    [...tag.matchAll(/data-([a-z]+)="([^"]*)"/g)].map(([, name, text = ""]) => [name, plain(text)]),
  );
}

describe("the button of the browser wallet", () => {
  test.each(PAYMENT_URIS)("is on the page of $service only if browser wallets can send it", async (vector) => {
    const quote = vectorQuote(vector);
    expect(panelOf(await page(quote)) !== null).toBe(quote.network.family === "evm");
  });

  test("requests the exact amount of the network's native coin", async () => {
    expect(panelOf(await page(ETH_QUOTE))).toMatchObject({
      chain: "0x1",
      to: ADDRESS,
      value: "0x421499f8d28000",
      call: "0x",
    });
  });

  test("requests the exact amount still due of a token, and offers to add the chain if it is public", async () => {
    const deposits = [payDeposit("5.05", { currency: "USDT", status: "confirmed" })];
    const panel = panelOf(await page(USDT_QUOTE, { confirmedAmount: decimal("5.05"), deposits }));
    const units = (20n * 10n ** 18n).toString(16).padStart(64, "0");
    expect(panel).toMatchObject({ chain: "0x38", to: USDT_QUOTE.contract, value: "0x0" });
    expect(panel?.["call"]).toBe(`0xa9059cbb${ADDRESS.slice(2).toLowerCase().padStart(64, "0")}${units}`);
    expect(JSON.parse(panel?.["add"] ?? "")).toMatchObject({ chainId: "0x38", chainName: "BNB Smart Chain" });
  });

  test("never uses a real node instead of the sandbox's, and says that it is play money", async () => {
    const html = await page({ ...USDT_QUOTE, network: { ...USDT_QUOTE.network, isSandbox: true } });
    expect(panelOf(html)).not.toHaveProperty("add");
    expect(html).toContain("This is play money");
    expect(await page(USDT_QUOTE)).not.toContain("This is play money");
  });

  test("can be pressed again for another amount, another quote, or after a dropped payment", async () => {
    const vanished = { deposits: [payDeposit("0.0186", { status: "vanished" })] };
    const pages = await Promise.all([
      page(ETH_QUOTE),
      page(ETH_QUOTE, vanished),
      page({ ...ETH_QUOTE, payerAmount: decimal("0.02") }),
      page({ ...ETH_QUOTE, id: "another" }),
    ]);
    expect(new Set(pages.map((html) => panelOf(html)?.["key"])).size).toBe(pages.length);
    expect(panelOf(await page(ETH_QUOTE))?.["key"]).toBe(panelOf(pages[0] ?? "")?.["key"]);
  });
});

describe("the script of the browser wallet", () => {
  test("is not part of the initial load, and small", async () => {
    expect(await page(ETH_QUOTE)).not.toContain("eth_sendTransaction");
    expect(PAY_SCRIPT).not.toContain("eth_");
    expect(gzipSync(WALLET_SCRIPT).length).toBeLessThanOrEqual(BYTES_MAX);
  });

  test("is named by its content hash and cached forever; another name is not found", async () => {
    expect(panelOf(await page(ETH_QUOTE))?.["wallet"]).toBe(WALLET_SCRIPT_PATH);
    expect(WALLET_SCRIPT_PATH).toMatch(/^\/pay\/assets\/wallet\.[0-9a-f]{16}\.js$/);
    const known = scriptResponse(true);
    expect(await known.text()).toBe(WALLET_SCRIPT);
    expect(known.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(known.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(known.headers.get("x-content-type-options")).toBe("nosniff");
    const unknown = scriptResponse(false);
    expect([unknown.status, unknown.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });

  test("contains no text of its own: every sentence comes with the page", async () => {
    expect(WALLET_SCRIPT).not.toMatch(/[A-Z][a-z]+ [a-z]+ [a-z]+/);
    const panel = panelOf(await page(ETH_QUOTE)) ?? {};
    for (const name of [
      "which",
      "connect",
      "network",
      "confirm",
      "sent",
      "refused",
      "wrong",
      "busy",
      "failed",
      "changed",
    ])
      expect(panel[name]).toMatch(/ /);
    for (const name of ["none", "unloaded"]) expect(panel[name]).toMatch(/ /);
  });
});
