import { describe, expect, test } from "vitest";
import { PAY_STYLE } from "@/components/payers/pay/generated-assets";
import type { PageModel } from "@/components/payers/pay/page-model";
import { renderMessagePage, renderPayPage } from "@/components/payers/pay/render-pay-page";
import { PAGE_STATES } from "@/components/payers/pay/testing/page-states";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { ENGLISH, loadMessages } from "@/lib/kernel/locales/messages";
import { decimal } from "@/lib/kernel/money/decimal";
import {
  ADDRESS,
  NOW,
  payCase,
  payChoice,
  payDeposit,
  payView,
  USDT_QUOTE,
} from "@/lib/money-in/invoices/testing/pay-views";

/** The text of a page: the markup without its tags, style and script. */
function textOf(html: string): string {
  return html
    .replace(/<(style|script|svg)\b.*?<\/\1>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/[\s\u00a0]+/g, " ");
}

async function page(changes: Partial<PayView> = {}, model: Partial<PageModel> = {}): Promise<string> {
  const view = payView(changes);
  const state = payState(view, NOW);
  return await renderPayPage({
    view,
    state,
    isChoosing: false,
    error: null,
    hasPlayMoney: false,
    balance: null,
    messages: ENGLISH,
    lang: null,
    ...model,
  });
}

describe("the payment page of a signed-in payer", () => {
  const offer = { quoteId: "q-1", amount: decimal("0.0186"), currency: "ETH", seal: "sealed" };

  test("shows first what will be taken from the balance, and still shows the address", async () => {
    const html = await page({}, { balance: { offer, coins: [] } });
    expect(textOf(html)).toContain("0.0186 ETH will be taken from your personal balance immediately.");
    expect(html.indexOf("Pay from my balance")).toBeLessThan(html.indexOf(ADDRESS));
    expect(html).toContain('name="seal" value="sealed"');
  });

  test("offers nothing to others", async () => {
    for (const balance of [null, { offer: null, coins: [] }])
      expect(await page({}, { balance })).not.toContain("Pay from my balance");
  });
});

describe("the payment page", () => {
  test("of a cancelled invoice says so, and not that it has expired", async () => {
    const text = textOf(await page({ status: "cancel", isCancelledByHand: true, finalAt: NOW }));
    expect(text).toContain("This payment was cancelled");
    expect(text).not.toContain("expired");
  });

  test("shows first what to send, how much, and on which network", async () => {
    const html = await page();
    expect(textOf(html.slice(html.indexOf("<h1"), html.indexOf("</h1>"))).trim()).toBe(
      "Send exactly 0.0186 ETH on Ethereum to this address",
    );
    expect(html).toContain("<title>Send exactly 0.0186\u00a0ETH on Ethereum to this address · Paper Lantern</title>");
  });

  test("of an invoice that expired before a coin was chosen mentions no address", async () => {
    const over = { status: "cancel", finalAt: NOW } as const;
    const text = textOf(await page({ ...over, quote: null }));
    expect(text).toContain("Go back to Paper Lantern for a new payment link.");
    expect(text).not.toMatch(/this address|Nothing arrived/);
    expect(textOf(await page(over))).toMatch(/do not send anything to this address now\. Go back to Paper Lantern/);
  });

  test("shows in its headline the amount to type, from a wallet and from an exchange", async () => {
    const exchange = {
      names: [],
      terms: { fee: decimal("0.3"), minimum: decimal("1") },
    } as unknown as PayView["exchange"];
    const view = { exchange, quote: { ...USDT_QUOTE, payerAmount: decimal("57.884") } };
    const headline = async (isFromExchange: boolean) => {
      const html = await page(view, { isFromExchange });
      return textOf(html.slice(html.indexOf("<h1"), html.indexOf("</h1>")));
    };
    expect(await headline(false)).toContain("Send exactly 57.884 USDT");
    expect(await headline(true)).toContain("Send exactly 58.184 USDT");
  });

  test("formats every amount in its language, and has plain digits to copy", async () => {
    const messages = await loadMessages("de");
    const view = { amount: decimal("1249.9"), currency: "EUR", isFiat: true } as const;
    const html = await page({ ...view, quote: { ...USDT_QUOTE, payerAmount: decimal("1449.884") } }, { messages });
    const text = textOf(html.replace(/<style>.*?<\/style>|<script>.*?<\/script>/gs, ""));
    expect(text).toMatch(/1\.249,90\sEUR/);
    expect(text.match(/1.?449.884/g)?.length).toBeGreaterThan(2);
    expect(text.match(/1.?449.884/g)?.filter((amount) => amount !== "1.449,884")).toEqual([]);
    expect(html).toContain('data-copy="1449.884"');
    expect(html).toContain('data-plain="1449.884"');
  });

  test("shows the deadline in UTC, and gives the script the time stamp to show it in the reader's own time zone", async () => {
    const html = await page();
    expect(html).toMatch(/class="until" data-at="\d{13}" data-said="until …">until \d\d:\d\d\sUTC</);
  });

  test("links to the shop's mail address or page, left to right, and to nothing else", async () => {
    const contactOf = async (supportContact: string) =>
      /<a href="([^"]*)" dir="ltr" rel="noreferrer">/.exec(
        await page({ supportContact }, { messages: await loadMessages("ar") }),
      )?.[1];
    expect(await contactOf("help@shop.example")).toBe("mailto:help@shop.example");
    expect(await contactOf("https://shop.example/help")).toBe("https://shop.example/help");
    for (const text of ["+49 30 1234567", "javascript:alert(1)", "a@b.c?bcc=d@e.f", "http://shop.example"])
      expect(await contactOf(text)).toBeUndefined();
  });

  test("keeps the groups of a telephone number in their order in every text direction", async () => {
    const html = await page({ supportContact: "واتساب +49 30 1234567" }, { messages: await loadMessages("ar") });
    expect(html).toContain('واتساب <span class="unbroken" dir="ltr">+49 30 1234567</span>');
  });

  test("gives the script the time of the receipt, shown in UTC until then", async () => {
    const html = await page({ status: "paid", finalAt: NOW });
    expect(html).toContain(
      `<time dateTime="${NOW.toISOString()}" data-at="${NOW.getTime()}" data-formats="en-GB">21 Nov 2026, 10:20\u00a0UTC</time>`,
    );
  });

  test("promises to update only where the script does it", async () => {
    const html = await page();
    expect(html).toContain('<span class="follows">This page updates automatically.</span>');
    expect(PAY_STYLE).toMatch(/\.follows\{display:none\}\.js \.follows\{display:inline\}/);
  });

  test("confirms sent play money until it is detected, and without the script says to reload", async () => {
    const sent =
      '<span class="follows">Sent. This payment shows up here within seconds.</span>' +
      "<noscript>Sent. Reload this page in a few seconds to see the payment.</noscript>";
    const hasNote = async (view: Partial<PayView>, sentAfter: number | null) =>
      (await page(view, { hasPlayMoney: true, sentAfter })).includes(sent);
    expect(await hasNote({}, null)).toBe(false);
    expect(await hasNote({}, 0)).toBe(true);
    expect(await hasNote({ deposits: [payDeposit("0.001")] }, 0)).toBe(false);
    expect(await hasNote({ deposits: [payDeposit("0.001")] }, 1)).toBe(true);
    const late = { status: "cancel", finalAt: NOW, cases: [payCase()] } as const;
    expect([await hasNote(late, 1), await hasNote({ ...late, cases: [payCase(), payCase()] }, 1)]).toEqual([
      true,
      false,
    ]);
  });

  test.each<readonly [string, Partial<PayView>]>([
    ["expired", { status: "cancel", finalAt: NOW }],
    ["renewable", { status: "cancel", finalAt: NOW, isRenewable: true }],
    ["cancelled", { status: "cancel", finalAt: NOW, isCancelledByHand: true }],
    ["overdue", { expiresAt: NOW }],
    ["dropped", { deposits: [payDeposit("0.0186", { status: "vanished" })] }],
  ])("confirms play money sent to a payment that is %s", async (_, view) => {
    const text = textOf(await page(view, { hasPlayMoney: true, sentAfter: view.deposits?.length ?? 0 }));
    expect(text).toContain("This payment shows up here within seconds.");
  });

  test("shows the whole address, with first and last group marked, and no whitespace inside it", async () => {
    const code = /<code class="address whole" dir="ltr">(.*?)<\/code>/.exec(await page())?.[1] ?? "";
    expect(code.replace(/<[^>]+>/g, "")).toBe(ADDRESS);
    expect([...code.matchAll(/<span class="end">(.*?)<\/span>/g)].map((match) => match[1])).toEqual(["0x5290", "9EE7"]);
  });

  test("copies the plain amount and the plain address", async () => {
    const html = await page({ quote: { ...USDT_QUOTE, payerAmount: decimal("1234567.5") } });
    expect([...html.matchAll(/data-copy="([^"]*)"/g)].map((match) => match[1])).toEqual(["1234567.5", ADDRESS]);
  });

  test("names the token's standard and warns of other networks once", async () => {
    const text = textOf(await page({ quote: USDT_QUOTE }));
    expect(text).toContain("BNB Smart Chain (BEP-20)");
    expect(text.split("may be lost")).toHaveLength(2);
  });

  test("asks for the exact amount still due, with its own QR code", async () => {
    const html = await page({
      confirmedAmount: decimal("0.01"),
      deposits: [payDeposit("0.01", { status: "confirmed" })],
    });
    expect(textOf(html)).toContain("Send the rest: exactly 0.0086 ETH on Ethereum");
    expect(html).toContain(`ethereum:${ADDRESS}@1?value=8600000000000000`);
  });

  test("shows the shop's discount or surcharge for a coin, beside amounts that include it", async () => {
    const on = (networkCode: string, amount: string, discountPercent: number | null) =>
      payChoice({
        currency: "USDT",
        networkCode,
        networkName: networkCode,
        payerAmount: decimal(amount),
        discountPercent,
      });
    const choices = [on("eth", "25", null), on("bsc", "22.5", 10), on("polygon", "26.25", -5), on("tron", "25", 0)];
    const text = textOf(await page({ quote: null, quoteCount: 0, choices }));
    expect(text).toContain("eth 25 USDT about");
    expect(text).toContain("bsc 22.5 USDT 10% off");
    expect(text).toContain("polygon 26.25 USDT 5% extra");
    expect(text).toContain("tron 25 USDT about");
    const chosen = textOf(await page({ quote: { ...USDT_QUOTE, payerAmount: decimal("22.5"), discountPercent: 10 } }));
    expect(chosen).toContain("for 25.00 USD 10% discount included");
    expect(textOf(await page())).not.toMatch(/discount|extra/);
  });

  test("offers each coin and network as a plain button of a plain form", async () => {
    const choices = [payChoice(), payChoice({ currency: "USDT", networkCode: "bsc" }), payChoice({ currency: "USDT" })];
    const html = await page({ quote: null, quoteCount: 0, choices });
    expect(html).toContain('action="/pay/8b03432e-385b-4670-8d06-064591096795/coin" method="post"');
    expect([...html.matchAll(/value="([^"]*)"[^>]* name="coin"/g)].map((match) => match[1])).toEqual([
      "ETH@eth",
      "USDT@bsc",
      "USDT@eth",
    ]);
  });

  test("shows the coins again only while the coin may be changed", async () => {
    expect(await page({}, { isChoosing: true })).toContain('name="coin"');
    expect(await page({ status: "process", deposits: [payDeposit("0.01")] }, { isChoosing: true })).not.toContain(
      'name="coin"',
    );
  });

  test("links back to the shop before paying and on to it after, and names the target", async () => {
    const before = await page();
    expect(before).toContain('href="https://shop.example/cart"');
    expect(before).not.toContain("https://shop.example/thanks");
    const after = await page({ status: "paid" });
    expect(after).toContain('href="https://shop.example/thanks"');
    expect(after).not.toContain("https://shop.example/cart");
    expect(textOf(after)).toContain("Continue to the shop shop.example");
  });

  test("gives a receipt when paid, and asks for nothing more", async () => {
    const deposits = [payDeposit("0.0186", { status: "confirmed" })];
    const html = await page({ status: "paid", finalAt: NOW, confirmedAmount: decimal("0.0186"), deposits });
    expect(textOf(html)).toMatch(
      /Receipt .*Paper Lantern .*order-1042 .*25\.00 USD .*0\.0186 ETH .*Ethereum .*21 Nov 2026, 10:20 UTC/,
    );
    expect(html).not.toContain('data-copy="0.0186"');
  });

  test("shows the outcome of a payment that needs a decision", async () => {
    const text = textOf(await page({ status: "cancel", cases: [payCase()] }));
    expect(text).toContain("It is safe. Paper Lantern decides whether to credit or return it.");
    expect(text).toContain("Case 3F9A21C4");
    expect(text).not.toContain("Nothing arrived in time");
  });

  test("shows the four buttons of the sandbox only if play money is available", async () => {
    const buttons = [...(await page({}, { hasPlayMoney: true })).matchAll(/name="kind"[^>]*>([^<]*)</g)];
    expect(buttons.map((match) => match[1])).toEqual([
      "Pay exactly",
      "Pay too little",
      "Pay too much",
      "Pay wrong token",
    ]);
    expect(await page()).not.toContain('name="kind"');
  });

  test("escapes any merchant name as text", async () => {
    const html = await page({
      merchantName: "<script>alert(1)</script>",
      supportContact: '"><img src=x>',
      orderId: "a-b",
    });
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img");
  });

  test.each(PAGE_STATES)(
    "in the state $name has one heading, a next step, a contact, and no style or handler that its own CSP would block",
    async ({ model }) => {
      const html = await renderPayPage(model);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(textOf(html)).toContain("Questions? Ask Paper Lantern");
      expect(textOf(html)).not.toMatch(/\{[a-z]+\}|undefined|null|NaN/);
      expect(html).not.toMatch(/\s(style|on[a-z]+)="/);
    },
  );
});

test("for an unknown payment, the page says so without a script", async () => {
  const html = await renderMessagePage("missing", ENGLISH);
  expect(textOf(html)).toContain("There is no payment here");
  expect(html).not.toContain("<script");
});
