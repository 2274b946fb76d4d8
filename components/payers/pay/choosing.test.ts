import { describe, expect, test } from "vitest";
import { renderPayPage } from "@/components/payers/pay/render-pay-page";
import { CHOOSING_STATES } from "@/components/payers/pay/testing/choosing-states";
import { PAGE_STATES } from "@/components/payers/pay/testing/page-states";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import { ADDRESS, NOW, payChoice, payView } from "@/lib/money-in/invoices/testing/pay-views";

const PAGE = "/pay/8b03432e-385b-4670-8d06-064591096795";

async function page(name: string): Promise<string> {
  const state = CHOOSING_STATES.find((candidate) => candidate.name === name);
  if (state === undefined) throw new Error(`no state ${name}`);
  return await renderPayPage(state.model);
}

const textOf = (html: string) =>
  html
    .replace(/<(style|script|svg)\b.*?<\/\1>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/[\s\u00a0]+/g, " ");
const coinsOf = (html: string) => [...html.matchAll(/value="([A-Z]+@[a-z]+)"/g)].map(([, coin]) => coin);
const copiesOf = (html: string) => [...html.matchAll(/data-copy="([^"]*)"/g)].map(([, value]) => value);

describe("the choice of a coin", () => {
  test("groups the networks of one coin under one heading with the amount shown once", async () => {
    const text = textOf(await page("choose with unavailable coins"));
    expect(text.split("25.05 USDT")).toHaveLength(2);
    expect(text).toMatch(/Tether USD 25\.05 USDT BNB Smart Chain BEP-20 .* Ethereum ERC-20 .* Polygon/);
  });

  test("shows per network its standard, its usual time and its fee in both currencies, and no unknown fee", async () => {
    const text = textOf(await page("choose with unavailable coins"));
    expect(text).toContain("Ethereum ERC-20 about 2 minutes fee about 0.82 USD (0.000042 ETH)");
    expect(text).toContain("BNB Smart Chain BEP-20 about 2 minutes fee below 0.01 USD");
    expect(text).toMatch(/Polygon ERC-20 about 2 minutes TRON/);
  });

  test("states the order, and the effect of a wrong network, once", async () => {
    const text = textOf(await page("choose with unavailable coins"));
    expect(text.split("The most used coins come first")).toHaveLength(2);
    expect(text.split("may be lost")).toHaveLength(2);
  });

  test("shows unavailable coins with the reason, and without a button", async () => {
    const html = await page("choose with unavailable coins");
    const text = textOf(html);
    expect(text).toContain("TRON TRC-20 Not available: TRON is not responding.");
    expect(text).toContain("Not available: there is no current price.");
    expect(text).toContain("Only for 0.5 LTC or more.");
    expect(text).toContain("Only up to 10 DOGE.");
    expect(coinsOf(html)).toEqual(["USDT@bsc", "USDT@eth", "USDT@polygon", "ETH@eth", "BTC@btc"]);
  });

  test("keeps them visible if nothing can be chosen", async () => {
    const html = await page("no coin available, with reasons");
    expect(textOf(html)).toContain("No coins are available right now");
    expect(textOf(html)).toContain("TRON is not responding.");
    expect(coinsOf(html)).toEqual([]);
  });

  test("finds by coin, network and standard through a plain form, with a link back to all", async () => {
    const html = await page("choose with search results");
    expect(html).toMatch(/<form[^>]*method="get"[^>]*>/);
    expect(html).toMatch(/name="find"[^>]*value="tether bep20"/);
    expect(coinsOf(html)).toEqual(["USDT@bsc"]);
    expect(html).toContain(`href="${PAGE}?choose=1"`);
    expect(await page("choose with unavailable coins")).not.toContain('name="find"');
  });

  test("collapses the less used of many coins, and shows search results without anything collapsed", async () => {
    const many = PAGE_STATES.find(({ name }) => name === "choose")?.model;
    if (many === undefined) throw new Error("no state");
    const html = await renderPayPage(many);
    const [open = "", folded = ""] = html.split('<details id="more">');
    expect(coinsOf(open)).toHaveLength(12);
    expect(textOf(folded)).toContain("Show all 10 coins");
    expect(coinsOf(folded)).toHaveLength(28);
    const found = await renderPayPage({ ...many, find: "sol" });
    expect(coinsOf(found)).toEqual(["SOL@eth", "SOL@bsc", "SOL@polygon", "SOL@tron"]);
    expect(found).not.toContain('id="more"');
  });

  test("says when nothing is found", async () => {
    const html = await page("choose without search results");
    expect(html).toContain('<p id="none" class="center">No matches.</p>');
    expect(coinsOf(html)).toEqual([]);
  });

  test("says calmly when one change is left, and when none is", async () => {
    expect(textOf(await page("choose with one change left"))).toContain("You can change the coin once more.");
    const none = await page("coin can no longer be changed");
    expect(textOf(none)).toContain("The coin can no longer be changed.");
    expect(none).not.toContain("choose=1");
    expect(none).toContain(`data-copy="${ADDRESS}"`);
  });

  test("offers the search only for a long list", async () => {
    const many = Array.from({ length: 10 }, (_, index) =>
      payChoice({ currency: `C${index}`, currencyName: `Coin ${index}` }),
    );
    const view = payView({ quote: null, quoteCount: 0, choices: many });
    const model = CHOOSING_STATES[0]?.model;
    if (model === undefined) throw new Error("no state");
    expect(await renderPayPage({ ...model, view, state: payState(view, NOW) })).toContain('name="find"');
  });
});

describe("from an exchange", () => {
  test("shows both amounts: the one to type with the amount received, and the one for a fee on top", async () => {
    const html = await page("from an exchange");
    const text = textOf(html);
    expect(text).toContain("Amount to enter 25.35 USDT Exchanges usually deduct a fee of 0.3 USDT from it");
    expect(text).toContain("about 25.05 USDT arrives, 25.05 USDT is needed.");
    expect(text).toContain("“you receive” at your exchange must show exactly 25.05 USDT.");
    expect(text).toContain("If your exchange adds its fee on top 25.05 USDT Enter this amount instead.");
    expect(copiesOf(html)).toEqual(["25.35", ADDRESS, "25.05"]);
  });

  test("names the network as exchanges do, and warns of similar wrong ones", async () => {
    const text = textOf(await page("from an exchange")).replace(/ ([,:])/g, "$1");
    expect(text).toContain("Exchanges call this network: BEP20, BSC, BNB Smart Chain (BEP20)");
    expect(text).toContain("Not TRC20, ERC20, Polygon: USDT sent on those networks may be lost.");
  });

  test("shows the plain address as the only QR code, and opens no wallet", async () => {
    const html = await page("from an exchange");
    expect(html).toContain('class="code qr-address"');
    expect(html.replace(/<(style|script)\b.*?<\/\1>/gs, "")).not.toMatch(
      /qr-uri|tab-uri|class="button handheld"|data-wallet/,
    );
  });

  test("warns of a payment below the usual minimum before the amounts, with a link to other coins", async () => {
    const html = await page("from an exchange, below its minimum");
    const text = textOf(html);
    expect(text).toContain("Exchanges usually send no less than 10 USDT, and this payment is 4.2 USDT.");
    expect(text.indexOf("no less than")).toBeLessThan(text.indexOf("Amount to enter"));
    expect(html).toContain(`href="${PAGE}?choose=1&amp;exchange=1"`);
    expect(html).not.toContain("refund=1");
    expect(textOf(await page("from an exchange"))).not.toContain("no less than");
  });

  test("warns of a remainder below the minimum, offers no other coin, and names who refunds while the page cannot", async () => {
    const html = await page("from an exchange, remainder below its minimum");
    expect(textOf(html)).toMatch(
      /The remaining 5\.05 USDT is less than exchanges usually send \(10 USDT\)\..*Ask\s+Paper Lantern\s*:\s+help/,
    );
    expect(html).not.toMatch(/refund=1|choose=1/);
    expect(await page("from an exchange, received amount refundable")).toContain(`href="${PAGE}?refund=1"`);
    expect(copiesOf(html)).toEqual(["5.35", ADDRESS, "5.05"]);
  });

  test("compares the remaining time with what exchanges need, and states the shop's policy in one sentence", async () => {
    expect(textOf(await page("from an exchange"))).toMatch(
      /You have 40 minutes left\. .*arrives late is not lost: Paper Lantern/,
    );
    const soon = textOf(await page("from an exchange, expiring soon"));
    expect(soon).toContain("You have 3 minutes left, which may not be enough for an exchange.");
    const accepts = textOf(await page("from an exchange, late payments accepted"));
    expect(accepts).toContain("arrives late still counts if the price has hardly moved.");
  });

  test("without known terms invents no fee and states the amount that must arrive", async () => {
    const html = await page("from an exchange with unknown terms");
    expect(textOf(html)).toContain("Amount that must arrive 0.0186 ETH");
    expect(copiesOf(html)).toEqual(["0.0186", ADDRESS]);
    expect(textOf(html)).toContain("Send ETH on Ethereum only.");
  });

  test("the choice shows the exchange's fee instead of the network's, and continues in the same mode", async () => {
    const html = await page("choose when paying from an exchange");
    expect(textOf(html)).toContain("exchange fee about 0.3 USDT, minimum 10 USDT");
    expect(textOf(html)).not.toContain("fee about 0.82 USD");
    expect(html).toContain(`action="${PAGE}/coin?exchange=1"`);
    expect(html).toContain(`data-page="${PAGE}?exchange=1"`);
  });

  test("is one tap away and back, by plain links that mark the current mode", async () => {
    const there = await page("from an exchange");
    expect(there).toContain(`<a href="${PAGE}">From a wallet</a>`);
    expect(there).toContain(`<a href="${PAGE}?exchange=1" aria-current="true">From an exchange</a>`);
    expect(await page("coin can no longer be changed")).toContain(
      `<a href="${PAGE}" aria-current="true">From a wallet</a>`,
    );
  });
});
