import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmByMail, confirmBySignature, findMailedRequest } from "@/lib/exceptions/refund-requests/confirm-request";
import { readUnconfirmedRequest } from "@/lib/exceptions/refund-requests/read-sign-message";
import {
  anyAddress,
  ask,
  askAndConfirm,
  newClosed,
  newExtraCase,
  newWalletAccount,
  openRequests,
  PAYER_EMAIL,
  requestNow,
  secretOf,
  setSender,
  textOf,
} from "@/lib/exceptions/refund-requests/testing/request-rig";
import { closeDatabase, database } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newPayer } from "@/lib/money-out/payouts/testing/payout-rig";

beforeAll(() => openRequests());
afterAll(closeDatabase);

const statusOf = async (id: string) => (await requestNow(id)).status;
const UNKNOWN = "refund_request_unknown";
const OVER = "refund_request_over";
const NOT_SIGNED = "refund_request_not_signed";
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000 + 1_000);

async function messageOf(invoiceId: string, requestId: string): Promise<string> {
  return (await readUnconfirmedRequest(invoiceId, requestId))?.signing?.message ?? "";
}

describe("the link in the mail", () => {
  test("shows the request, changes nothing when opened, and confirms by its button", async () => {
    const { payer, invoice } = await newClosed("60");
    const { request } = await ask(invoice);
    const secret = await secretOf(request.id);
    for (let opened = 0; opened < 3; opened += 1)
      expect((await findMailedRequest(invoice.id, secret))?.id).toBe(request.id);
    expect(await statusOf(request.id)).toBe("unconfirmed");
    await confirmByMail(invoice.id, secret);
    expect(await requestNow(request.id)).toMatchObject({ status: "confirmed", proof: "email" });
    const trail = await database().auditEvent.findMany({
      where: { action: "refund-request.confirm", merchantId: payer.merchantId },
    });
    expect(trail.map(({ target, actorId }) => [target, actorId])).toEqual([[invoice.id, null]]);
  });

  test("counts once: 200 concurrent calls confirm one request and notify the owner once", async () => {
    const { payer, invoice } = await newClosed("60");
    const { request } = await ask(invoice);
    const secret = await secretOf(request.id);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => confirmByMail(invoice.id, secret).then(({ status }) => status, textOf)),
    );
    expect(new Set(answers)).toEqual(new Set(["confirmed"]));
    expect(
      await database().mail.count({ where: { kind: "refund-request", reference: { startsWith: request.id } } }),
    ).toBe(1);
    expect(
      await database().auditEvent.count({ where: { action: "refund-request.confirm", merchantId: payer.merchantId } }),
    ).toBe(1);
  }, 60_000);

  test("of two requests for the same money, confirmed concurrently, lets one through and closes the other", async () => {
    const { invoice } = await newClosed("60");
    const requests = [await ask(invoice), await ask(invoice), await ask(invoice)].map(({ request }) => request);
    const secrets = await Promise.all(requests.map(({ id }) => secretOf(id)));
    const answers = await Promise.all(
      secrets.map((secret) => confirmByMail(invoice.id, secret).then(() => "done", textOf)),
    );
    expect(answers.toSorted()).toEqual(["done", OVER, OVER]);
    expect((await Promise.all(requests.map(({ id }) => statusOf(id)))).toSorted()).toEqual([
      "confirmed",
      "void",
      "void",
    ]);
  });

  test("cannot be guessed, is bound to its invoice, and does not exist for a request without a mail", async () => {
    const [{ invoice }, { invoice: other }] = [await newClosed("60"), await newClosed("60")];
    const { request } = await ask(invoice);
    const secret = await secretOf(request.id);
    const { tokenHash } = await requestNow(request.id);
    const guesses = [
      randomBytes(32).toString("base64url"),
      "",
      "x",
      request.id,
      Buffer.from(tokenHash ?? []).toString("base64url"),
      `${secret}=`,
    ];
    for (const guess of guesses) expect(await confirmByMail(invoice.id, guess).catch(textOf)).toBe(UNKNOWN);
    expect(await confirmByMail(other.id, secret).catch(textOf)).toBe(UNKNOWN);
    expect(await statusOf(request.id)).toBe("unconfirmed");
  });

  test("expires after 24 hours", async () => {
    const { invoice } = await newClosed("60");
    const { request } = await ask(invoice);
    expect(await confirmByMail(invoice.id, await secretOf(request.id), inDays(1)).catch(textOf)).toBe(OVER);
    expect(await statusOf(request.id)).toBe("unconfirmed");
  });

  test("confirms nothing once the money is no longer available", async () => {
    const { invoice, caseId } = await newExtraCase();
    const { request } = await ask(invoice, { kind: "case", caseId });
    await database().case.update({ where: { id: caseId }, data: { status: "credited" } });
    expect(await confirmByMail(invoice.id, await secretOf(request.id)).catch(textOf)).toBe("refund_request_nothing");
  });

  test("leaves the address unchanged: a later request for the same money finds nothing", async () => {
    const { invoice } = await newClosed("60");
    const [mine, theirs] = [anyAddress(), anyAddress()];
    const { request } = await ask(invoice, { address: mine });
    const { request: swap } = await ask(invoice, { address: theirs });
    await confirmByMail(invoice.id, await secretOf(request.id));
    expect(await confirmByMail(invoice.id, await secretOf(swap.id)).catch(textOf)).toBe(OVER);
    expect(await ask(invoice, { address: theirs }).catch(textOf)).toBe("refund_request_nothing");
    expect(await requestNow(request.id)).toMatchObject({ status: "confirmed", address: mine });
  });
});

describe("the signature of the wallet that paid", () => {
  test("confirms, over a text that names shop, payment, amount, address and this gateway", async () => {
    const { invoice, sender } = await newClosed("60", { payer_email: null });
    const address = anyAddress();
    const { request, isMailed } = await ask(invoice, { address });
    expect(isMailed).toBe(false);
    const message = await messageOf(invoice.id, request.id);
    for (const part of ["Paper Lantern", invoice.id, "60 USDT", address, request.challenge, "Refund request to "])
      expect(message).toContain(part);
    await confirmBySignature(invoice.id, request.id, await sender.signMessage({ message }));
    expect(await requestNow(request.id)).toMatchObject({ status: "confirmed", proof: "signature" });
  });

  test("confirms nothing if it is from another wallet, over another text, for another request, or missing", async () => {
    const { invoice, sender } = await newClosed("60");
    const { request } = await ask(invoice);
    const message = await messageOf(invoice.id, request.id);
    const { request: later } = await ask(invoice);
    const signatures = [
      await newWalletAccount().signMessage({ message }),
      await sender.signMessage({ message: `${message} ` }),
      await sender.signMessage({ message: await messageOf(invoice.id, later.id) }),
      "",
      "0x",
      `0x${"00".repeat(65)}`,
      `0x${"ff".repeat(65)}`,
      `0x${"ab".repeat(200)}`,
    ];
    for (const signature of signatures)
      expect(await confirmBySignature(invoice.id, request.id, signature).catch(textOf)).toBe(NOT_SIGNED);
    expect(await statusOf(request.id)).toBe("unconfirmed");
  });

  test("is not valid for another payment of the same wallet", async () => {
    const { invoice, sender } = await newClosed("60");
    const { request } = await ask(invoice);
    const signature = await sender.signMessage({ message: await messageOf(invoice.id, request.id) });
    const other = await newClosed("60");
    const { depositId } = await database().invoiceCredit.findFirstOrThrow({ where: { invoiceId: other.invoice.id } });
    await setSender(depositId, sender.address);
    const { request: target } = await ask(other.invoice);
    expect(await confirmBySignature(other.invoice.id, target.id, signature).catch(textOf)).toBe(NOT_SIGNED);
    expect(await confirmBySignature(other.invoice.id, request.id, signature).catch(textOf)).toBe(UNKNOWN);
  });

  test("of a wallet that paid one part does not cover the parts that others paid", async () => {
    const { merchantId } = await newPayer();
    const invoice = await newInvoice(merchantId, { payer_email: PAYER_EMAIL });
    const sender = newWalletAccount();
    await setSender(await pay(invoice, { amount: "70" }), sender.address);
    await pay(invoice, { amount: "60" });
    await settleInvoice(invoice.id);
    const { request, signer } = await ask(invoice, { kind: "surplus" });
    expect(signer).toBeNull();
    expect((await readUnconfirmedRequest(invoice.id, request.id))?.signing).toBeNull();
    const { readSignMessage } = await import("@/lib/exceptions/refund-requests/read-sign-message");
    const signature = await sender.signMessage({ message: await readSignMessage(request) });
    expect(await confirmBySignature(invoice.id, request.id, signature).catch(textOf)).toBe(NOT_SIGNED);
  });

  test("does not cover the part paid from a personal wallet of the gateway", async () => {
    const { invoice } = await newClosed("130");
    const { id: quoteId } = await database().quote.findFirstOrThrow({ where: { invoiceId: invoice.id } });
    const user = await database().user.findFirstOrThrow();
    const paid = { quoteId, userId: user.id, currencyCode: "USDT", amount: "5", commission: "0" };
    await database().internalPayment.create({ data: { ...paid, invoiceId: invoice.id } });
    expect((await ask(invoice, { kind: "surplus" })).signer).toBeNull();
  });

  test("is refused for a request that another one has replaced", async () => {
    const { invoice, sender } = await newClosed("60");
    const { request } = await ask(invoice);
    const signature = await sender.signMessage({ message: await messageOf(invoice.id, request.id) });
    await askAndConfirm(invoice);
    expect(await confirmBySignature(invoice.id, request.id, signature).catch(textOf)).toBe(OVER);
  });
});
