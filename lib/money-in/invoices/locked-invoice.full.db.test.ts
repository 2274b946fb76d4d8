import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { confirmRefund, liveRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { closeDatabase, database } from "@/lib/kernel/db";
import { heldFunds } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { expireInvoices, settleReleasedInvoices } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  CONFIRMATIONS,
  includeAgain,
  invoiceNow,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { fundHot } from "@/lib/money-out/payouts/testing/payout-rig";
import { importScreeningList } from "@/lib/people/screening/import-list";

const LISTED = "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C";
const ELSEWHERE = "0x52908400098527886E0F7030069857D2E4169EE7";
const SHALLOW = START_HEIGHT - CONFIRMATIONS + 2;
const HOOK = "https://shop.example/payments";

beforeAll(async () => {
  await openGateway();
  await fundHot("bsc", "USDT", "100000");
  await importScreeningList({ name: "sanctions", format: "csv", text: `${LISTED},evm,Stolen`, actorId: null });
});
afterEach(async () => {
  await readUpTo("bsc", START_HEIGHT);
  expect(await bookDifferences()).toEqual([]);
});
afterAll(closeDatabase);

let merchantId: string;
let invoice: Invoice;
beforeEach(async () => {
  merchantId = await newMerchant();
  invoice = await newInvoice(merchantId, { url_callback: HOOK });
});

/** Pays part of the 100 USDT due, from a listed sender unless specified otherwise. */
async function send(
  amount: string,
  { listed = true, height = START_HEIGHT - CONFIRMATIONS + 1, blockTime = new Date() } = {},
) {
  const id = await pay(invoice, { amount, height, blockTime });
  if (listed) await database().deposit.update({ where: { id }, data: { fromAddress: LISTED.toLowerCase() } });
  await settleInvoice(invoice.id);
  return id;
}
const statusNow = async () => (await invoiceNow(invoice.id)).status;
const heldNow = async () => (await findBalance(heldFunds(merchantId, "USDT"))).toFixed();
const cases = () => database().case.findMany({ where: { invoiceId: invoice.id }, orderBy: { openedAt: "asc" } });
const verdictsOf = (subjectId: string) =>
  database().screeningVerdict.findMany({ where: { subjectId }, orderBy: { at: "asc" } });
async function reported() {
  const where = { objectKind: "invoice", objectId: invoice.id };
  const rows = await database().webhookDelivery.findMany({ where, orderBy: { sequence: "asc" } });
  return rows.map(({ eventStatus }) => eventStatus);
}
async function onlyCase() {
  const [opened, other] = await cases();
  if (opened === undefined || other !== undefined) throw new Error("there is not one case");
  return opened.id;
}
const release = async () => creditCase({ caseId: await onlyCase(), merchantId: null, actorId: null });
async function refund() {
  const caseId = await onlyCase();
  await refundCase({ caseId, merchantId: null, address: ELSEWHERE, actorId: null });
  await confirmRefund(await liveRefund({ caseId }));
}
/** Moves the invoice's expiry into the past and reads its network beyond it. */
async function passTime() {
  const expiresAt = minutesFromNow(-60);
  await database().invoice.update({ where: { id: invoice.id }, data: { expiresAt } });
  await readUpTo("bsc", START_HEIGHT, minutesFromNow(-10));
}

describe("a payment whose sender is on a list", () => {
  test("holds the invoice as locked, credits nothing, and notifies the shop and the operator", async () => {
    const deposit = await send("100", { height: SHALLOW });
    expect([await statusNow(), await cases()]).toEqual(["process", []]);
    await readUpTo("bsc", START_HEIGHT + CONFIRMATIONS - 1);
    await settleInvoice(invoice.id);
    expect([await statusNow(), await walletOf(merchantId), await heldNow()]).toEqual(["locked", "0", "100"]);
    expect(await cases()).toMatchObject([{ kind: "locked", status: "open", depositId: deposit }]);
    expect(await reported()).toEqual(["process", "locked"]);
    const { transactionId, paidAmount, fromAddress } = await invoiceNow(invoice.id);
    expect([transactionId?.length, paidAmount.toFixed(), fromAddress]).toEqual([66, "0", LISTED.toLowerCase()]);
  });

  test("is screened once, however often it is settled, and again when another block includes it", async () => {
    const deposit = await send("100", { height: SHALLOW });
    for (let round = 0; round < 3; round += 1) await settleInvoice(invoice.id);
    expect(await verdictsOf(deposit)).toMatchObject([
      { isHit: true, subjectKind: "deposit", lists: [{ list: "sanctions", version: 1, note: "Stolen" }] },
    ]);
    await vanish(deposit, true);
    await settleInvoice(invoice.id);
    await includeAgain(deposit);
    await settleInvoice(invoice.id);
    expect(await verdictsOf(deposit)).toHaveLength(2);
    expect(await statusNow()).toBe("locked");
  });

  test("leaves a clear verdict when its sender is clean or unknown", async () => {
    const deposit = await pay(invoice, { amount: "100" });
    await database().deposit.update({ where: { id: deposit }, data: { fromAddress: null } });
    await settleInvoice(invoice.id);
    expect(await verdictsOf(deposit)).toMatchObject([{ isHit: false, address: "" }]);
    expect(await statusNow()).toBe("paid");
  });

  test("is released only by the operator, once, and then counts as if it had never been held", async () => {
    await send("100");
    const caseId = await onlyCase();
    await expect(creditCase({ caseId, merchantId, actorId: null })).rejects.toThrow("Only the operator decides");
    await release();
    expect([await statusNow(), await walletOf(merchantId), await heldNow()]).toEqual(["paid", "99", "0"]);
    expect(await reported()).toEqual(["locked", "paid"]);
    await expect(release()).rejects.toThrow("The case is closed");
    await settleInvoice(invoice.id);
    expect(await walletOf(merchantId)).toBe("99");
  });

  test("ends the invoice as refunded when it is refunded and there is no other payment", async () => {
    await send("100");
    await refund();
    expect([await statusNow(), await heldNow(), await walletOf(merchantId)]).toEqual(["refund_paid", "0", "0"]);
    expect(await reported()).toEqual(["locked", "refund_process", "refund_paid"]);
  });

  test("waits for the operator beyond the invoice's expiry, and then pays the invoice", async () => {
    await send("100", { blockTime: minutesFromNow(-120) });
    await passTime();
    await expireInvoices();
    await settleInvoice(invoice.id, minutesFromNow(60 * 24 * 30));
    expect(await statusNow()).toBe("locked");
    await release();
    expect([await statusNow(), await walletOf(merchantId)]).toEqual(["paid", "99"]);
  });

  test("ends the invoice as underpaid when a partial payment is released after its expiry", async () => {
    await send("40", { blockTime: minutesFromNow(-120) });
    await passTime();
    await release();
    expect([await statusNow(), await walletOf(merchantId)]).toEqual(["wrong_amount", "39.6"]);
  });

  test("leaves the invoice open when a partial payment is released in time", async () => {
    await send("40");
    await release();
    expect(await statusNow()).toBe("check");
    await send("60", { listed: false });
    expect([await statusNow(), await walletOf(merchantId)]).toEqual(["paid", "99"]);
  });

  test("leaves the invoice as if it had never arrived when its chain reverts it", async () => {
    const deposit = await send("100");
    await vanish(deposit, true);
    await settleInvoice(invoice.id);
    expect([await statusNow(), await heldNow()]).toEqual(["check", "0"]);
    await passTime();
    await expireInvoices();
    expect(await statusNow()).toBe("cancel");
  });

  test("reopens the invoice when its chain reverts it after the release, and is held again when it returns", async () => {
    const deposit = await send("100");
    await release();
    await vanish(deposit, true);
    await settleInvoice(invoice.id);
    expect([await statusNow(), await walletOf(merchantId)]).toEqual(["process", "0"]);
    await includeAgain(deposit);
    await settleInvoice(invoice.id);
    expect([await statusNow(), await heldNow()]).toEqual(["locked", "100"]);
    await release();
    expect([await statusNow(), await walletOf(merchantId)]).toEqual(["paid", "99"]);
  });

  test("is first the operator's case if the invoice is closed, and the merchant's after the release", async () => {
    await passTime();
    await expireInvoices();
    expect(await statusNow()).toBe("cancel");
    await send("100");
    expect([await statusNow(), (await cases()).map(({ kind }) => kind)]).toEqual(["cancel", ["locked"]]);
    await release();
    expect(await cases()).toMatchObject([{ kind: "late", status: "open" }]);
    await creditCase({ caseId: await onlyCase(), merchantId, actorId: null });
    expect([await statusNow(), await walletOf(merchantId)]).toEqual(["paid", "99"]);
  });
});

describe("with another part that is held", () => {
  test("clean parts that suffice pay the invoice, and the held one becomes a separate case", async () => {
    await send("100");
    await send("100", { listed: false });
    expect([await statusNow(), await walletOf(merchantId), await heldNow()]).toEqual(["paid", "99", "100"]);
    await release();
    expect(await cases()).toMatchObject([{ kind: "extra", status: "open" }]);
    await creditCase({ caseId: await onlyCase(), merchantId, actorId: null });
    expect([await statusNow(), await walletOf(merchantId), await heldNow()]).toEqual(["paid", "198", "0"]);
  });

  test("a clean part that does not suffice waits with it, and both pay when it is released", async () => {
    await send("60", { listed: false });
    expect(await statusNow()).toBe("check");
    await send("40");
    expect([await statusNow(), await walletOf(merchantId)]).toEqual(["locked", "0"]);
    expect((await invoiceNow(invoice.id)).paidAmount.toFixed()).toBe("60");
    await release();
    expect([await statusNow(), await walletOf(merchantId)]).toEqual(["paid", "99"]);
  });

  test("a clean part that does not suffice decides alone when the held one was refunded", async () => {
    await send("60", { listed: false });
    await send("40");
    await refund();
    expect(await statusNow()).toBe("locked");
    await passTime();
    await settleReleasedInvoices();
    expect([await statusNow(), await walletOf(merchantId), await heldNow()]).toEqual(["wrong_amount", "59.4", "0"]);
    expect(await reported()).toEqual(["check", "locked", "wrong_amount"].slice(-2));
  });

  test("a second held one keeps the invoice locked until both are decided", async () => {
    await send("50");
    await send("50");
    const [first, second] = await cases();
    await creditCase({ caseId: first?.id ?? randomUUID(), merchantId: null, actorId: null });
    expect([await statusNow(), await walletOf(merchantId)]).toEqual(["locked", "0"]);
    await creditCase({ caseId: second?.id ?? randomUUID(), merchantId: null, actorId: null });
    expect([await statusNow(), await walletOf(merchantId)]).toEqual(["paid", "99"]);
  });

  test("concurrent settlements and releases credit nothing twice", async () => {
    await send("60", { listed: false });
    await send("40");
    const caseId = await onlyCase();
    const decide = () => creditCase({ caseId, merchantId: null, actorId: null }).catch((error: Error) => error.message);
    const settle = () => settleInvoice(invoice.id);
    const [first, second] = await Promise.all([decide(), decide(), settle(), settle(), settle()]);
    expect([first, second].filter((answer) => answer === undefined)).toHaveLength(1);
    expect([await statusNow(), await walletOf(merchantId)]).toEqual(["paid", "99"]);
  });
});

test("dust from a listed sender is an operator's case and locks nothing; dust that adds up to the minimum locks", async () => {
  const { paymentMin } = await database().service.findFirstOrThrow({
    where: { currencyCode: "USDT", networkCode: "bsc" },
    select: { paymentMin: true },
  });
  const dust = paymentMin.times("0.6").toFixed();
  await send(dust);
  expect([await statusNow(), (await cases()).map(({ kind }) => kind)]).toEqual(["check", ["locked"]]);
  await send(dust);
  expect(await statusNow()).toBe("locked");
});
