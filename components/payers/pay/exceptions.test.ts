import { describe, expect, test } from "vitest";
import { renderPayPage } from "@/components/payers/pay/render-pay-page";
import { renderReceiptPage } from "@/components/payers/pay/render-receipt-page";
import { PAGE_STATES } from "@/components/payers/pay/testing/page-states";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayCase, PayView } from "@/lib/fronts/payment-page/pay-view";
import { decimal } from "@/lib/kernel/money/decimal";
import { ADDRESS, NOW, payCase, payRefund, payView, TRANSACTION } from "@/lib/money-in/invoices/testing/pay-views";

/** The text of a page: the markup without its tags, style and script. */
const textOf = (html: string) =>
  html
    .replace(/<(style|script|svg|noscript)\b.*?<\/\1>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/[\s\u00a0\u2068\u2069]+/g, " ");

function modelOf(name: string) {
  const model = PAGE_STATES.find((state) => state.name === name)?.model;
  if (model === undefined) throw new Error(`no state ${name}`);
  return model;
}

const headlineOf = (html: string) => textOf(html.slice(html.indexOf("<h1"), html.indexOf("</h1>"))).trim();

/** Each exception with its first sentence, the next step, and whether something may be sent now. */
const EXCEPTIONS = [
  ["partially paid", "Send the rest: exactly 0.0086 ETH on Ethereum", "0.01 ETH of 0.0186 ETH has arrived", true],
  ["replaced", "Your transaction is no longer on the network", "Check your wallet first: if it says pending", true],
  ["overpaid", "Paid. You sent 0.0014 ETH too much", "Ask Paper Lantern to return the difference", false],
  ["underpaid", "0.01 ETH arrived, 0.0086 ETH is missing", "complete the order or refund you", false],
  ["underpaid by a single transfer", "0.01 ETH arrived, 0.0086 ETH is missing", "accepts only one transfer", false],
  ["confirming a single transfer", "Payment detected", "accepts only one transfer", false],
  ["late and accepted", "Paid. Thank you!", "arrived after the deadline and was accepted", false],
  ["late", "Your payment arrived after the deadline", "Paper Lantern decides whether to credit", false],
  ["late, decision pending", "Your payment arrived after the deadline", "moved by at most 2%; otherwise Paper", false],
  ["late and held", "Your payment arrived after the deadline", "could not be credited automatically", false],
  ["overdue", "The deadline has passed", "counts from the moment it reached the network", false],
  ["expired", "This payment has expired", "Go back to Paper Lantern for a new payment", false],
  ["expired and renewable", "This price has expired", "Get a new price", false],
  [
    "wrong token",
    "Send exactly 0.0186 ETH on Ethereum to this address",
    "not the coin of this payment. It is safe",
    true,
  ],
  ["dust", "Send exactly 0.0186 ETH on Ethereum to this address", "too small to count", true],
  ["wrong network", "Send exactly 0.0186 ETH on Ethereum to this address", "not the network of this payment", true],
  ["failed", "The payment did not go through", "Check your wallet, then ask Paper Lantern", false],
  ["reversed", "The network reversed your payment", "Do not pay again", false],
  ["locked", "Your payment is being checked", "You do not need to do anything; please send nothing more", false],
  ["refund under review", "Your refund is on its way", "on Ethereum after a final check", false],
  ["refunding", "Your refund is on its way", "0.0186 ETH is on its way to 0x529084…169EE7 on Ethereum", false],
  ["refunded", "Refunded", "0.0186 ETH was sent to 0x529084…169EE7 on Ethereum", false],
  ["refund failed", "The refund did not go through", "ask them to try again", false],
  ["cancelled", "This payment was cancelled", "ask Paper Lantern if you still want to pay", false],
  ["marked as paid", "Paid", "There is nothing left to do", false],
  ["system failure", "Something went wrong on our side", "Send nothing more", false],
  ["waiting with a slow node", "Send exactly 25.05 USDT", "choose a coin on another network", true],
  ["confirming with a slow node", "Payment detected", "Your payment is safe, but this page may show it late", false],
] as const;

describe.each(EXCEPTIONS)("the page in the state %s", (name, headline, next, maySend) => {
  test("says it in one sentence, with the next step and a contact, and shows an address only where one may send", async () => {
    const model = modelOf(name);
    const html = await renderPayPage({ ...model, hasPlayMoney: false });
    expect(headlineOf(html)).toContain(headline);
    expect(textOf(html)).toContain(next);
    expect(textOf(html)).toMatch(/Questions\? Ask\s+Paper Lantern\s*:\s+help@shop\.example/);
    expect(html.includes(`data-copy="${ADDRESS}"`)).toBe(maySend);
    for (const { reference } of model.view.cases) expect(textOf(html)).toContain(`Case ${reference}`);
  });
});

const OWN_MONEY = {
  caseId: null,
  reference: null,
  amount: decimal("0.01"),
  currency: "ETH",
  networkName: "Ethereum",
  canSign: false,
} as const;

describe.each([
  ["underpaid", "short", "ask them to complete the order or refund you"],
  ["underpaid by a single transfer", "short", "ask them to complete the order or refund you"],
  ["overpaid", "surplus", "Ask Paper Lantern to return the difference"],
] as const)("money of a payment that is %s", (name, kind, shopIsAsked) => {
  const textWith = async (view: Partial<PayView>) => {
    const model = modelOf(name);
    return textOf(await renderPayPage({ ...model, view: { ...model.view, ...view }, hasPlayMoney: false }));
  };
  const asked = { amount: decimal("0.01"), currency: "ETH", addressEnds: "0x5290…9EE7", note: null };

  test("can be requested on the page where possible, without sending anybody to the shop for it", async () => {
    const text = await textWith({ refundables: [{ ...OWN_MONEY, kind, hasMail: true }] });
    expect(text).toContain("See below for how to get");
    expect(text).not.toContain(shopIsAsked);
    expect(text).toContain("Ask for a refund");
  });

  test("cannot be requested again while a refund request is pending", async () => {
    expect(await textWith({ refundRequests: [{ ...asked, status: "confirmed" }] })).not.toContain(shopIsAsked);
    expect(await textWith({ refundRequests: [{ ...asked, status: "refused" }] })).toContain(shopIsAsked);
  });

  test("is left to the shop if ownership cannot be proven here", async () => {
    const text = await textWith({ refundables: [{ ...OWN_MONEY, kind, hasMail: false }] });
    expect(text).toContain(shopIsAsked);
    expect(text).toContain("You cannot ask for it here");
  });
});

test("says that the page may be closed wherever the sent money is safe", async () => {
  for (const name of ["confirming", "paid", "overpaid", "late and accepted", "late", "locked", "refunding"]) {
    expect(textOf(await renderPayPage(modelOf(name))), name).toMatch(/you can close this page/i);
  }
});

test("a case is shown before the address where one may still send, and after the headline where nothing is to be sent", async () => {
  const isCaseFirst = async (name: string) => {
    const html = await renderPayPage(modelOf(name));
    return html.indexOf("Case 3F9A21C4") < html.indexOf("<h1");
  };
  expect([await isCaseFirst("wrong token"), await isCaseFirst("late"), await isCaseFirst("locked")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a new price is a button of a plain form, with a link to other coins beside it", async () => {
  const model = modelOf("expired and renewable");
  const html = await renderPayPage(model);
  expect(html).toContain(`action="/pay/${model.view.uuid}/renew" method="post"`);
  expect(html).toContain(`href="/pay/${model.view.uuid}?choose=1"`);
  const choice = await renderPayPage({ ...model, isChoosing: true });
  expect(choice).toContain('value="USDT@eth"');
});

test("without a coin to change to there is no such link", async () => {
  const model = modelOf("waiting with a slow node");
  const alone = { ...model, view: { ...model.view, choices: [] }, state: { ...model.state, mayChangeCoin: false } };
  expect(textOf(await renderPayPage(alone))).not.toContain("choose a coin on another network");
});

test("a refund shows only the ends of its address, and its transaction once there is one", async () => {
  const model = modelOf("refunding");
  const html = await renderPayPage(model);
  expect(html).toContain(`https://etherscan.io/tx/${TRANSACTION}`);
  const unsigned = {
    ...model,
    view: payView({ ...model.view, deposits: [], refunds: [payRefund({ transactionId: null, explorerUrl: null })] }),
  };
  expect(await renderPayPage(unsigned)).not.toContain(TRANSACTION);
});

test("the headline names the relevant case: an open one, and never a void one", async () => {
  const model = modelOf("late");
  const textWith = async (cases: readonly PayCase[]) => {
    const view = payView({ ...model.view, cases });
    return textOf(await renderPayPage({ ...model, view, state: payState(view, NOW) }));
  };
  const nothing = payCase({ reference: "00000000", status: "void" });
  const credited = payCase({ reference: "11111111", status: "credited" });
  const open = payCase({ reference: "22222222" });
  expect(await textWith([nothing, credited, open])).toContain("See case 22222222 below for what happens next");
  expect(await textWith([nothing, credited])).toContain("See case 11111111 below for what arrived");
  expect(await textWith([nothing])).toContain("Nothing arrived in time");
});

test("the outcome of a case is shown, and only an open one announces a decision", async () => {
  const model = modelOf("late");
  const closed = { ...model, view: payView({ ...model.view, cases: [payCase({ status: "credited" })] }) };
  const text = textOf(await renderPayPage(closed));
  expect(text).toContain("credited to Paper Lantern");
  expect(text).not.toContain("A payment needs a decision");
});

describe("the receipt alone", () => {
  const receipt = (name: string) => renderReceiptPage(modelOf(name));

  test("shows shop, order, price, amount, network, full transaction, date and number, and links back", async () => {
    const html = await receipt("paid");
    const text = textOf(html);
    for (const part of [
      "Paper Lantern",
      "order-1042",
      "25.00 USD",
      "0.0186 ETH",
      "Ethereum",
      TRANSACTION,
      "21 Nov 2026",
    ])
      expect(text).toContain(part);
    expect(text).toContain(modelOf("paid").view.uuid);
    expect(html).toContain(`https://etherscan.io/tx/${TRANSACTION}`);
    expect(html).toContain(`href="/pay/${modelOf("paid").view.uuid}"`);
    expect(html).not.toContain('id="live"');
  });

  test("shows refunds", async () => {
    expect(textOf(await receipt("refunded"))).toContain("Refunded 0.0186 ETH to 0x529084…169EE7");
    expect(textOf(await receipt("refunding"))).not.toContain("Refunded");
  });

  test("is linked from its page, in the language of the URL", async () => {
    const model = modelOf("paid");
    expect(await renderPayPage(model)).toContain(`href="/pay/${model.view.uuid}?receipt=1"`);
    expect(await renderPayPage({ ...model, lang: "de" })).toContain("?receipt=1&amp;lang=de");
    expect(await renderPayPage(modelOf("waiting"))).not.toContain("receipt=1");
  });
});
