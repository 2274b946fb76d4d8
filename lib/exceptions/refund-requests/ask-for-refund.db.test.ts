import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listRefundables } from "@/lib/exceptions/refund-requests/list-refundables";
import {
  anyAddress,
  ask,
  askAndConfirm,
  linkMailOf,
  newClosed,
  newExtraCase,
  openRequests,
  PAYER_EMAIL,
  refundByApi,
  requestNow,
  secretOf,
  sendBack,
  setSender,
  textOf,
} from "@/lib/exceptions/refund-requests/testing/request-rig";
import { confirmRefund, liveRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, database } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { invoiceNow, newInvoice, pay, vanish } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

beforeAll(() => openRequests());
afterAll(closeDatabase);

const NOTHING = "refund_request_nothing";

async function refundables(id: string) {
  const money = await listRefundables(database(), await loadCatalog(), await invoiceNow(id));
  return money.map(({ kind, amount, signer }) => [kind, amount.toFixed(), signer]);
}

describe("what a payer may request", () => {
  test("is the full amount of a payment that closed short", async () => {
    const { invoice, sender } = await newClosed("60");
    expect(await refundables(invoice.id)).toEqual([["short", "60", sender.address]]);
  });

  test("is the surplus of an overpaid payment, without any part of the price", async () => {
    const { invoice, sender } = await newClosed("130.5");
    expect(await refundables(invoice.id)).toEqual([["surplus", "30.5", sender.address]]);
  });

  test("is nothing received for an earlier quote in another coin, which would be refunded at a rate of the payer's choice", async () => {
    const { merchantId } = await newPayer();
    const invoice = await newInvoice(merchantId, { payer_email: PAYER_EMAIL });
    await pay(invoice, { amount: "130" });
    await settleInvoice(invoice.id);
    const surplus = [["surplus", "30", expect.any(String)]];
    expect(await refundables(invoice.id)).toEqual(surplus);
    const first = await database().quote.findFirstOrThrow({ where: { invoiceId: invoice.id } });
    const { id: _, ...terms } = first;
    const renewed = async (changes: { networkCode?: string; payerAmount?: string }) => {
      const number = 1 + (await database().quote.count({ where: { invoiceId: invoice.id } }));
      const later = new Date(Date.now() + 60_000);
      const { id } = await database().quote.create({ data: { ...terms, number, createdAt: later, ...changes } });
      await database().invoice.update({ where: { id: invoice.id }, data: { currentQuoteId: id } });
    };
    await renewed({ networkCode: "eth" });
    expect(await refundables(invoice.id)).toEqual([]);
    await renewed({ payerAmount: "200" });
    expect(await refundables(invoice.id)).toEqual([]);
    await renewed({});
    expect(await refundables(invoice.id)).toEqual(surplus);
  });

  test("is the deposit of an open case", async () => {
    const { invoice, sender } = await newExtraCase();
    expect(await refundables(invoice.id)).toEqual([["case", "20", sender.address]]);
  });

  test("is nothing of a payment that is open, exactly paid, or unknown", async () => {
    const { merchantId } = await newPayer();
    const open = await newInvoice(merchantId, { payer_email: PAYER_EMAIL });
    await pay(open, { amount: "40" });
    await settleInvoice(open.id);
    const { invoice: paid } = await newClosed("100");
    for (const { id } of [open, paid]) {
      expect(await refundables(id)).toEqual([]);
      expect(await ask({ id }).catch(textOf)).toBe(NOTHING);
    }
    expect(await ask({ id: "00000000-0000-4000-8000-000000000000" }).catch(textOf)).toBe(NOTHING);
  });

  test("is nothing that screening holds", async () => {
    const { invoice, caseId } = await newExtraCase();
    await database().case.update({ where: { id: caseId }, data: { kind: "locked" } });
    expect(await refundables(invoice.id)).toEqual([]);
    const { invoice: locked } = await newClosed("60");
    await database().$executeRaw`UPDATE invoices SET status = 'locked' WHERE id = ${locked.id}::uuid`;
    expect(await refundables(locked.id)).toEqual([]);
  });

  test("is reduced by earlier refunds, and nothing while a refund is under way", async () => {
    const { payer, invoice } = await newClosed("160");
    await refundByApi(payer, invoice.id, "20");
    expect(await refundables(invoice.id)).toEqual([]);
    await confirmRefund(await liveRefund({ invoiceId: invoice.id }));
    expect(await refundables(invoice.id)).toEqual([["surplus", "40", expect.any(String)]]);
    await sendBack(payer, invoice.id, "50");
    expect(await refundables(invoice.id)).toEqual([]);
  });

  test("is nothing of a paid payment, even after a partial refund", async () => {
    const { payer, invoice } = await newClosed("99", { accuracy_payment_percent: "2" });
    expect((await invoiceNow(invoice.id)).status).toBe("paid");
    await sendBack(payer, invoice.id, "20");
    expect(await refundables(invoice.id)).toEqual([]);
  });

  test("is nothing of a deposit that left its chain", async () => {
    const { invoice } = await newClosed("60");
    const { depositId } = await database().invoiceCredit.findFirstOrThrow({ where: { invoiceId: invoice.id } });
    await vanish(depositId, false);
    expect(await refundables(invoice.id)).toEqual([]);
  });

  test("can be proven by signature of the only sender, but not with several senders, an exchange or an unknown sender", async () => {
    const { merchantId } = await newPayer();
    const invoice = await newInvoice(merchantId);
    const first = await pay(invoice, { amount: "70" });
    const second = await pay(invoice, { amount: "60" });
    await settleInvoice(invoice.id);
    expect(await refundables(invoice.id)).toEqual([["surplus", "30", null]]);
    const one = anyAddress();
    await setSender(first, one);
    await setSender(second, one);
    expect(await refundables(invoice.id)).toEqual([["surplus", "30", one]]);
    for (const sender of ["0x28c6c06298d514db089934071355e5743bf21d60", null]) {
      await setSender(first, sender);
      await setSender(second, sender);
      expect(await refundables(invoice.id)).toEqual([["surplus", "30", null]]);
    }
  });
});

describe("requesting a refund", () => {
  test("stores the request and queues its confirmation mail; only the hash of the link secret is stored", async () => {
    const { invoice } = await newClosed("60");
    const address = anyAddress();
    const { request, isMailed } = await ask(invoice, { address: ` ${address.toLowerCase()} `, locale: "de" });
    expect(isMailed).toBe(true);
    const secret = await secretOf(request.id);
    const row = await requestNow(request.id);
    expect(row).toMatchObject({ status: "unconfirmed", address, kind: "short", locale: "de", proof: null });
    expect(row.tokenHash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(secret);
    const mail = await database().mail.findFirstOrThrow({ where: { reference: request.id } });
    expect(mail).toMatchObject({
      recipient: PAYER_EMAIL,
      subject: "Bestätigen Sie Ihre Rückzahlung von Paper Lantern",
    });
    const text = await linkMailOf(request.id);
    expect(text).toContain(address);
    expect(text).toContain(`/pay/${invoice.id}/refund/confirm?token=${secret}&lang=de`);
    expect(text).toContain("60 USDT");
  });

  test.each([
    ["", "format"],
    ["0x12", "length"],
    ["0x0000000000000000000000000000000000000000", "burn"],
    ["0x55d398326f99059fF775485246999027B3197955", "contract"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "network"],
    ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046", "checksum"],
  ])("refuses the address %j with its reason", async (address, reason) => {
    const { invoice } = await newClosed("60");
    expect(await ask(invoice, { address }).catch(textOf)).toBe(`address: validation.address.${reason}`);
    expect(await database().refundRequest.count({ where: { invoiceId: invoice.id } })).toBe(0);
  });

  test("refuses the gateway's own addresses, including the one that was paid", async () => {
    const { invoice } = await newClosed("60");
    const address = invoice.currentQuote?.address ?? "";
    expect(await ask(invoice, { address }).catch(textOf)).toBe("address: validation.address.own");
  });

  test("refuses an amount that the fee would consume, and a kind of money that is not available", async () => {
    const { invoice } = await newClosed("100.05");
    expect(await ask(invoice, { kind: "surplus" }).catch(textOf)).toBe("refund_request_too_small");
    expect(await ask(invoice, { kind: "short" }).catch(textOf)).toBe(NOTHING);
    const other = await newExtraCase();
    expect(await ask(invoice, { kind: "case", caseId: other.caseId }).catch(textOf)).toBe(NOTHING);
  });

  test("is refused when the payer has no way to prove ownership", async () => {
    const { invoice } = await newClosed("60", { payer_email: null });
    const { depositId } = await database().invoiceCredit.findFirstOrThrow({ where: { invoiceId: invoice.id } });
    await setSender(depositId, null);
    expect(await ask(invoice).catch(textOf)).toBe("refund_request_no_proof");
  });

  test("is limited to twelve per day, even for 20 concurrent requests, to protect the payer's mailbox", async () => {
    const { invoice } = await newClosed("60");
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask(invoice).then(
          () => "asked",
          (error) => textOf(error),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "asked")).toHaveLength(12);
    expect(new Set(outcomes)).toEqual(new Set(["asked", "refund_request_too_often"]));
    const requests = await database().refundRequest.findMany({ where: { invoiceId: invoice.id } });
    const reference = { in: requests.map(({ id }) => id) };
    expect(await database().mail.count({ where: { kind: "refund-link", recipient: PAYER_EMAIL, reference } })).toBe(12);
    const { invoiceId: id } = await database().refundRequest.findFirstOrThrow({ where: { invoiceId: invoice.id } });
    await database()
      .$executeRaw`UPDATE refund_requests SET created_at = created_at - interval '25 hours' WHERE invoice_id = ${id}::uuid`;
    expect((await ask(invoice)).isMailed).toBe(true);
  });

  test("is refused for money with a confirmed request", async () => {
    const { invoice, caseId } = await newExtraCase();
    await askAndConfirm(invoice, { kind: "case", caseId });
    expect(await ask(invoice, { kind: "case", caseId }).catch(textOf)).toBe(NOTHING);
  });
});

test("the page shows the start and end of an address, never the mail address, the secret or the full address", async () => {
  const { invoice } = await newClosed("60");
  const address = anyAddress();
  const { request } = await ask(invoice, { address });
  const view = await loadPayView(invoice.id);
  expect(view?.refundRequests).toMatchObject([
    { status: "unconfirmed", addressEnds: `${address.slice(0, 6)}…${address.slice(-4)}`, note: null },
  ]);
  const text = JSON.stringify(view, (_key, value) => (typeof value === "bigint" ? String(value) : value));
  for (const secret of [address, PAYER_EMAIL, await secretOf(request.id), request.id, request.challenge])
    expect(text).not.toContain(secret);
});
