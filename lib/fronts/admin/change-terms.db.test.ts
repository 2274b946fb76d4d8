import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changeNetwork, changeService } from "@/lib/fronts/admin/change-terms";
import { readNetwork } from "@/lib/fronts/admin/networks-queries";
import { networkForm, type ServiceForm, serviceForm } from "@/lib/fronts/admin/networks-schema";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  CONFIRMATIONS,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { createUser } from "@/lib/people/identity/complete-setup";

let actorId: string;

beforeAll(async () => {
  await openGateway(20);
  const person = { email: "operator@gateway.test", name: "Operator", password: "a-long-password", isOperator: true };
  actorId = (await withTransaction((tx) => createUser(tx, person))).id;
});
beforeEach(() => database().custodySeed.deleteMany());
afterAll(closeDatabase);

const network = (code: string) => readNetwork(code, new Date());

/** Returns the form of USDT on bsc as opened now, with some fields changed. */
async function formOf(changes: Partial<ServiceForm> = {}): Promise<ServiceForm> {
  const row = (await network("bsc")).services.find(({ currency }) => currency === "USDT");
  return serviceForm.parse({ code: "bsc", currency: "USDT", version: row?.version, ...row?.terms, ...changes });
}

/** Returns the errors by field, or the refusal. */
async function refusal(attempt: Promise<void>): Promise<unknown> {
  return attempt.then(
    () => "done",
    (error) => Object.keys(error.fields ?? {})[0] ?? error.message,
  );
}

const lastEvent = () => database().auditEvent.findFirst({ orderBy: { id: "desc" } });

test("applies a changed commission to new invoices only: open ones keep the commission of their quote", async () => {
  const merchantId = await newMerchant();
  const open = await newInvoice(merchantId);
  await changeService(await formOf({ paymentFeePercent: "5" }), actorId);
  await pay(open, { amount: "100" });
  await settleInvoice(open.id);
  expect(await walletOf(merchantId)).toBe("99");

  const next = await newInvoice(merchantId);
  await pay(next, { amount: "100" });
  await settleInvoice(next.id);
  expect(await walletOf(merchantId)).toBe("194");
  expect(await bookDifferences()).toEqual([]);
  await changeService(await formOf({ paymentFeePercent: "1" }), actorId);
});

test("applies a raised minimum payment to new invoices, but not to payments of open ones", async () => {
  const merchantId = await newMerchant();
  const open = await newInvoice(merchantId, { amount: "3" });
  await changeService(await formOf({ paymentMin: "50" }), actorId);
  await expect(newInvoice(merchantId, { amount: "3" })).rejects.toThrow();
  await pay(open, { amount: "3" });
  await settleInvoice(open.id);
  expect(await walletOf(merchantId)).toBe("2.97");
  await changeService(await formOf({ paymentMin: "0.5" }), actorId);
});

test("audits exactly the changed fields, with their values before and after", async () => {
  await changeService(await formOf({ payoutFeeFixed: "1.25", isPayoutEnabled: false }), actorId);
  expect(await lastEvent()).toMatchObject({
    action: "service.change",
    target: "bsc:USDT",
    actorId,
    before: { isPayoutEnabled: true },
    after: { isPayoutEnabled: false, payoutFeeFixed: "1.25" },
  });
  await changeService(await formOf({ isPayoutEnabled: true, payoutFeeFixed: "0" }), actorId);
});

test("writes no audit entry for a form saved without a change", async () => {
  const before = await database().auditEvent.count();
  await changeService(await formOf(), actorId);
  expect(await database().auditEvent.count()).toBe(before);
});

test("accepts only the first of two edits of the same form, even when they are concurrent", async () => {
  const [first, second] = [await formOf({ paymentMax: "1000" }), await formOf({ paymentFeePercent: "9" })];
  await changeService(first, actorId);
  expect(await refusal(changeService(second, actorId))).toMatch(/^Someone else changed this/);
  const forms = await Promise.all(["11", "12", "13", "14"].map((fee) => formOf({ payoutFeePercent: fee })));
  const outcomes = await Promise.all(forms.map((form) => refusal(changeService(form, actorId))));
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  await changeService(await formOf({ paymentMax: "1000000", payoutFeePercent: "0" }), actorId);
});

test.each([
  [{ paymentMin: "10", paymentMax: "9" }, "paymentMax"],
  [{ payoutMin: "10", payoutMax: "9.99" }, "payoutMax"],
  [{ paymentMin: "0.123456789" }, "paymentMin"],
  [{ paymentMin: "2", paymentFeeFixed: "2" }, "paymentFeeFixed"],
  [{ paymentMin: "2", paymentFeePercent: "50", paymentFeeFixed: "1" }, "paymentFeeFixed"],
])("rejects inconsistent terms (%j) at their field, and changes nothing", async (changes, field) => {
  const form = await formOf(changes);
  expect(await refusal(changeService(form, actorId))).toBe(field);
  expect((await formOf()).version).toBe(form.version);
});

test.each(["100", "-1", "1e2", "0.00001", "", "1,5"])("rejects a percentage of %j in the form", async (text) => {
  const parsed = serviceForm.safeParse({ ...(await formOf()), paymentFeePercent: text });
  expect(parsed.error?.issues[0]?.path).toEqual(["paymentFeePercent"]);
});

test("applies confirmations at once, and offers nothing on a disabled network", async () => {
  const { version } = await network("eth");
  const form = networkForm.parse({ code: "eth", version, isEnabled: false, confirmations: "40" });
  await changeNetwork(form, actorId);
  expect(await network("eth")).toMatchObject({ isEnabled: false, confirmations: 40, offeredCount: 0 });
  expect(await lastEvent()).toMatchObject({
    action: "network.change",
    target: "eth",
    before: { isEnabled: true, confirmations: CONFIRMATIONS },
    after: { isEnabled: false, confirmations: 40 },
  });
  expect(await refusal(changeNetwork(form, actorId))).toMatch(/^Someone else changed this/);
});

test("allows no fewer confirmations than were reviewed for a network, and treats a lower row as the minimum", async () => {
  const formOfDepth = async (code: string, confirmations: string) => {
    const { version, isEnabled } = await network(code);
    return networkForm.parse({ code, version, isEnabled, confirmations });
  };
  const tooLittle = changeNetwork(await formOfDepth("btc", "1"), actorId);
  await expect(tooLittle).rejects.toMatchObject({ fields: { confirmations: ["Must be at least 2 on this network."] } });
  expect(await refusal(changeNetwork(await formOfDepth("btc", "2"), actorId))).toBe("done");
  await database().network.update({ where: { code: "btc" }, data: { confirmations: 1 } });
  expect(await network("btc")).toMatchObject({ confirmations: 2, confirmationsMin: 2 });
  expect(await refusal(changeNetwork(await formOfDepth("btc", "3"), actorId))).toBe("done");
  await database().network.update({ where: { code: "btc" }, data: { isSandbox: true } });
  expect(await refusal(changeNetwork(await formOfDepth("btc", "1"), actorId))).toBe("done");
  expect(await network("btc")).toMatchObject({ confirmations: 1, confirmationsMin: 1 });
});

test("enables mainnets only after the seed's backup was confirmed, and testnets at any time", async () => {
  const open = async () => {
    const { version } = await network("eth");
    return networkForm.parse({ code: "eth", version, isEnabled: true, confirmations: "12" });
  };
  expect(await refusal(changeNetwork(await open(), actorId))).toMatch(/seed backup/);
  await database().custodySeed.create({
    data: {
      ciphertext: Buffer.from("x"),
      nonce: Buffer.from("x"),
      tag: Buffer.from("x"),
      backupConfirmedAt: new Date(),
    },
  });
  expect(await refusal(changeNetwork(await open(), actorId))).toBe("done");
  expect((await network("eth")).isEnabled).toBe(true);
});

test("does not find an unknown network or coin", async () => {
  expect(await refusal(changeService(await formOf({ code: "doge" }), actorId))).toMatch(/not on this network/);
  const form = networkForm.parse({ code: "atlantis", version: "x", isEnabled: true, confirmations: "1" });
  expect(await refusal(changeNetwork(form, actorId))).toMatch(/Network not found/);
});
