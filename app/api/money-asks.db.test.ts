import { randomUUID } from "node:crypto";
import { getAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationHandler } from "@/app/api/testing/router-operations";
import { sealSession } from "@/app/api/testing/sweep-world";
import { readCookie, readSessionId, sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { MERCHANT_HEADER } from "@/lib/fronts/paths/routes";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, openGateway, pay, setPrice, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newWallet } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { fileOf, newAddress, uploaded } from "@/lib/money-out/payout-batches/testing/batch-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { fundHot, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { findSession } from "@/lib/people/identity/session-queries";
import { openSession } from "@/lib/people/identity/sessions-repo";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { sentStatements } from "@/lib/testing/sent-statements";

/**
 * What the thief of a session can do with the merchant's money: nothing, except send up to 100 USD
 * to destinations the merchant's money went to before. Each session here was last re-authenticated
 * sixteen minutes ago.
 */
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ASKED = [403, "confirmation_needed"];
const DONE = [200, ""];
const confirm = operationHandler("account.confirm.show");
const endSession = operationHandler("account.sessions.revoke");
const endOthers = operationHandler("account.sessions.revokeOthers");
const payOut = operationHandler("payouts.create");
const transfer = operationHandler("transfers.create");
const confirmBatch = operationHandler("payoutBatches.confirm");
const blockWallet = operationHandler("wallets.block");
const refundPayment = operationHandler("refunds.invoice.order");
const changeSettings = operationHandler("merchant.changeSettings");
const decideReview = operationHandler("reviews.decide");
const IP = "192.0.2.1";
const PASSWORD = "a long enough password";

beforeAll(async () => {
  await openGateway(20);
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);

type Thief = Payer & { readonly sessionId: string };

/** The owner's session, last re-authenticated `minutes` ago. */
async function inSession(usdt = "1000", minutes = 16): Promise<Thief> {
  const payer = await newPayer({ USDT: usdt });
  const at = new Date(Date.now() - minutes * MINUTE_MS);
  const who = { userId: payer.userId, secondFactorAt: null };
  const { id } = await withTransaction((tx) => openSession(tx, who, { ip: IP, userAgent: null }, at));
  return { ...payer, sessionId: id };
}

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

async function send(handler: Handler, thief: Thief, body: object, id = ""): Promise<[number, string]> {
  const cookie = await sealSession(thief.sessionId);
  const headers = { cookie, origin: env().BASE_URL, [MERCHANT_HEADER]: thief.merchantId };
  const request = new Request(`${env().BASE_URL}/api/x`, {
    method: "POST",
    headers,
    body: JSON.stringify({ id, ...body }),
  });
  const answer = await handler(request, { params: Promise.resolve({ id }) });
  const told: { error?: { code: string; message: string } } = await answer.json();
  return [answer.status, told.error?.code ?? ""];
}

const FORM = { currency: "USDT", network: "bsc", isFeeOnTop: false, coin: "", fromCurrency: "", memo: "" };
const REST = { priority: "", requestedRateSource: "", urlCallback: "" };

/** The fee is deducted from the amount, so exactly the amount leaves. */
const payTo = (thief: Thief, address: string, amount = "3", changes: object = {}) =>
  send(payOut, thief, { ...FORM, ...REST, address, amount, orderId: randomUUID(), ...changes });

const move = (thief: Thief, amount: string, direction = "to-personal", currency = "USDT") =>
  send(transfer, thief, { direction, currency, amount });

/** An address to which the merchant's money was sent `ageMs` ago. */
async function usedBefore({ merchantId }: Payer, ageMs = DAY_MS): Promise<string> {
  const address = getAddress(newAddress());
  const trustedAt = new Date(Date.now() - ageMs);
  const data = { merchantId, family: "evm", addressKey: address.toLowerCase(), address, trustedAt };
  await database().destination.create({ data });
  return address;
}

/** Re-authenticates, and returns the person with the session of the new cookie. */
async function showPassword(person: Thief): Promise<Thief> {
  const headers = { cookie: await sealSession(person.sessionId), origin: env().BASE_URL };
  const body = JSON.stringify({ proof: { kind: "password", password: PASSWORD } });
  const answer = await confirm(new Request(`${env().BASE_URL}/api/x`, { method: "POST", headers, body }));
  const cookie = readCookie(answer.headers.get("set-cookie"), sessionCookieName());
  return { ...person, sessionId: (await readSessionId(cookie)) ?? "" };
}

const payoutsOf = ({ merchantId }: Payer) => database().payout.count({ where: { merchantId } });

describe("a payout in a session re-authenticated sixteen minutes ago", () => {
  test("to a new address requires re-authentication, however small, writes nothing before it, and succeeds after it", async () => {
    const thief = await inSession();
    const [address, orderId] = [newAddress(), randomUUID()];
    expect(await payTo(thief, address, "3", { orderId })).toEqual(ASKED);
    expect([await payoutsOf(thief), await walletOf(thief.merchantId)]).toEqual([0, "1000"]);
    expect(await database().destination.count({ where: { merchantId: thief.merchantId } })).toBe(0);
    const owner = await showPassword(thief);
    expect(await payTo(owner, address, "3", { orderId })).toEqual(DONE);
    expect(await payTo(owner, newAddress(), "500")).toEqual(DONE);
    expect(await payoutsOf(thief)).toBe(2);
  });

  test("to an address trusted for a day needs no re-authentication up to 100 USD in total, until the next one", async () => {
    const thief = await inSession();
    const address = await usedBefore(thief);
    expect(await payTo(thief, address, "60")).toEqual(DONE);
    expect(await payTo(thief, address, "40.01")).toEqual(ASKED);
    expect(await payTo(thief, address, "40")).toEqual(DONE);
    expect(await payTo(thief, address, "5")).toEqual(ASKED);
    const owner = await showPassword(thief);
    await database().session.update({
      where: { id: owner.sessionId },
      data: { confirmedAt: new Date(Date.now() - 16 * MINUTE_MS) },
    });
    expect(await payTo(owner, address, "100")).toEqual(DONE);
  });

  test("still requires it in a copy of the old cookie right after the owner re-authenticated, and that session soon ends", async () => {
    const thief = await inSession();
    const owner = await showPassword(thief);
    expect([await payTo(thief, newAddress()), await payTo(owner, newAddress())]).toEqual([ASKED, DONE]);
    expect(await findSession(thief.sessionId, new Date(Date.now() + 10_000))).toBeNull();
    expect(await findSession(owner.sessionId, new Date(Date.now() + 10_000))).not.toBeNull();
  });

  test("counts concurrent small amounts one after the other", async () => {
    const thief = await inSession();
    const address = await usedBefore(thief);
    const answers = await Promise.all(Array.from({ length: 8 }, () => payTo(thief, address, "30")));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(3);
    expect(answers.filter(([, code]) => code === "confirmation_needed")).toHaveLength(5);
    expect([await payoutsOf(thief), await walletOf(thief.merchantId)]).toEqual([3, "910"]);
  });

  test("requires it for an address first used less than a day ago, and for another merchant's address", async () => {
    const [thief, other] = [await inSession(), await inSession()];
    expect(await payTo(thief, await usedBefore(thief, DAY_MS - MINUTE_MS))).toEqual(ASKED);
    expect(await payTo(thief, await usedBefore(other))).toEqual(ASKED);
  });

  test("requires it while no price is known", async () => {
    const thief = await inSession();
    const address = await usedBefore(thief);
    await setPrice("USDT", "1", 100_000);
    const answer = await payTo(thief, address);
    await setPrice("USDT", "1");
    expect(answer).toEqual(ASKED);
  });

  test("costs two more statements than a freshly re-authenticated one, which costs none", async () => {
    const count = async (minutes: number) => {
      const thief = await inSession("1000", minutes);
      const address = await usedBefore(thief);
      await payTo(thief, address);
      // The first call fills caches that last a second or more: the catalog, the rates.
      const sent = await sentStatements(() => payTo(thief, address));
      return sent.filter((text) => /\b(destinations|sessions)\b/.test(text)).length;
    };
    const [fresh, old] = [await count(1), await count(16)];
    expect(old - fresh).toBe(2);
  });
});

describe("in such a session", () => {
  test("transfers to the owner's own wallet and back pass up to 100 USD in total, and more requires re-authentication", async () => {
    const thief = await inSession();
    expect([await move(thief, "100.01"), await move(thief, "60")]).toEqual([ASKED, DONE]);
    expect(await move(thief, "40.01", "to-business")).toEqual(ASKED);
    expect(await move(thief, "40", "to-business")).toEqual(DONE);
    expect(await move(thief, "1")).toEqual(ASKED);
    expect(await walletOf(thief.merchantId)).toBe("980");
  });

  test("a small refund to the original payer passes, and to any other address requires re-authentication", async () => {
    const thief = await inSession();
    const invoice = await newInvoice(thief.merchantId);
    const deposit = await pay(invoice, { amount: "100" });
    await settleInvoice(invoice.id);
    const { fromAddress } = await database().deposit.findUniqueOrThrow({ where: { id: deposit } });
    const refund = (address: string | null) =>
      send(refundPayment, thief, { address, amount: "20", isFeeOnTop: false }, invoice.id);
    expect([await refund(newAddress()), await refund(fromAddress)]).toEqual([ASKED, DONE]);
  });

  test("approving a review requires re-authentication, refusing it does not", async () => {
    const thief = await inSession();
    const { merchantId } = thief;
    const other = await withTransaction((tx) =>
      tx.user.create({ data: { email: `${randomUUID()}@people.test`, name: "Ada", passwordHash: "none" } }),
    );
    const held = async () => {
      await database().merchant.update({ where: { id: merchantId }, data: { approvalAboveUsd: "0" } });
      const terms = { amount: "3", currency: "USDT", network: "bsc", address: newAddress(), is_subtract: true };
      const input = createPayoutInput.parse({ ...terms, order_id: randomUUID() });
      const { id: subjectId } = await createPayout(await getMerchant(merchantId), input, other.id);
      return (await database().review.findFirstOrThrow({ where: { subjectId } })).id;
    };
    const [one, another] = [await held(), await held()];
    expect(await send(decideReview, thief, { decision: "approved" }, one)).toEqual(ASKED);
    expect(await send(decideReview, thief, { decision: "refused" }, another)).toEqual(DONE);
    const owner = await showPassword(thief);
    expect(await send(decideReview, owner, { decision: "approved" }, one)).toEqual(DONE);
  });

  test("confirming a payout file, turning on automatic refunds and ending other sessions require re-authentication", async () => {
    const thief = await inSession();
    const [fileId, wallet] = [await uploaded(thief, fileOf(["1"])), await newWallet(thief.merchantId)];
    const attempts = [
      (who: Thief) => send(confirmBatch, who, { isRepeatMeant: false }, fileId),
      (who: Thief) => send(blockWallet, who, { isForceRefund: true }, wallet.id),
      (who: Thief) => send(changeSettings, who, { refundRequestPolicy: "automatic" }),
      (who: Thief) => send(endSession, who, {}, who.sessionId),
    ];
    const ended = (who: Thief) => send(endOthers, who, {});
    for (const attempt of [...attempts, ended]) expect(await attempt(thief)).toEqual(ASKED);
    expect(await send(blockWallet, thief, { isForceRefund: false }, wallet.id)).toEqual(DONE);
    expect(await send(changeSettings, thief, { refundRequestPolicy: "approve" })).toEqual(DONE);
    const owner = await showPassword(thief);
    for (const attempt of attempts) expect(await attempt(owner)).toEqual(DONE);
    expect(await ended(await showPassword(await inSession()))).toEqual(DONE);
  });
});
